#include "compile.h"

#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "settings.h"
#include "stack.h"

typedef struct {
    sm_device *device;
    const char *source, *options;
    char **log;
    sm_program *program;
} compilation;

static void run(void *argument) {
    compilation *c = argument;
    c->program = c->device->functions->compile(c->device, c->source, c->options, c->log);
}

static sm_program *compile(sm_device *device, const char *source, const char *options, char **log) {
    compilation c = {device, source, options, log, NULL};
    sm_on_deep_stack(run, &c);
    return c.program;
}

sm_program *sm_compile(sm_device *device, const char *source, const char *options, char **log) {
    *log = NULL;
    if (sm_fault(SM_FAULT_COMPILE)) {
        *log = strdup("SOFTMETAL_FAULT: compile");
        return NULL;
    }
    // The source holds all that the front end put in, so its hash stands for the front end's version too.
    const char *parts[] = {"program", device->version, options, source};
    sm_cache_key key = sm_cache_make_key(parts, sizeof parts / sizeof *parts);
    void *binary;
    size_t size;
    if (sm_cache_read(&key, &binary, &size)) {
        sm_program *program = device->functions->load(device, binary, size, options);
        free(binary);
        if (program) return program;
    }
    sm_program *program = compile(device, source, options, log);
    if (program && device->functions->binary(program, &binary, &size)) {
        sm_cache_write(&key, binary, size);
        free(binary);
    }
    return program;
}
