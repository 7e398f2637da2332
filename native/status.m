#import "status.h"

#include <stdarg.h>
#include <stdio.h>

#include "call.h"

/* Compile errors of shaders are long; the beginning says what is wrong. */
static _Thread_local char error_text[4096];

static void append(size_t *used, const char *format, va_list arguments)
{
    if (*used < sizeof error_text) {
        int written = vsnprintf(error_text + *used, sizeof error_text - *used, format, arguments);
        *used += written > 0 ? (size_t)written : 0;
    }
}

static void __attribute__((format(printf, 2, 3))) append_text(size_t *used, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(used, format, arguments);
    va_end(arguments);
}

static size_t begin_text(void)
{
    size_t used = 0;
    error_text[0] = 0;
    if (ml_call_name() != NULL) {
        append_text(&used, "%s: ", ml_call_name());
    }
    return used;
}

ml_status ml_status_fail(ml_status status, const char *format, ...)
{
    size_t used = begin_text();
    va_list arguments;
    va_start(arguments, format);
    append(&used, format, arguments);
    va_end(arguments);
    return status;
}

ml_status ml_status_fail_error(ml_status status, NSError *error, const char *format, ...)
{
    size_t used = begin_text();
    va_list arguments;
    va_start(arguments, format);
    append(&used, format, arguments);
    va_end(arguments);
    const char *description = [[error localizedDescription] UTF8String];
    append_text(&used, ": %s", description != NULL ? description : "Metal gave no reason");
    return status;
}

const char *ml_status_text(void) { return error_text; }

void ml_status_clear(void) { error_text[0] = 0; }
