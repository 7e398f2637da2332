#include "call.h"

#include <string.h>
#include <time.h>

#import "status.h"

static _Thread_local const char *call_name;
static _Thread_local int64_t (*call_abort_q)(void);
static _Thread_local int64_t call_start_ns;
static _Thread_local int64_t call_record[ML_RECORD_FIELDS];

int64_t ml_call_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void ml_call_begin(const char *name, ml_record_use use, int64_t (*abort_q)(void))
{
    call_name = name;
    call_abort_q = abort_q;
    if (use != ML_RECORD_KEEP) {
        ml_status_clear();
    }
    if (use == ML_RECORD_START) {
        memset(call_record, 0, sizeof call_record);
        call_start_ns = ml_call_clock_ns();
    }
}

void ml_call_end(ml_record_use use)
{
    if (use == ML_RECORD_START) {
        call_record[ML_RECORD_WALL_NS] = ml_call_clock_ns() - call_start_ns;
    }
    call_name = NULL;
    call_abort_q = NULL;
}

const char *ml_call_name(void) { return call_name; }

ml_status ml_call_check_abort(void)
{
    if (call_abort_q != NULL && call_abort_q() != 0) {
        return ml_status_fail(ML_FUNCTION_ERROR, "aborted");
    }
    return ML_OK;
}

int64_t *ml_call_record(void) { return call_record; }
