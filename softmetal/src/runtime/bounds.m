#define _GNU_SOURCE  // asprintf
#import "bounds.h"

#import "data_type.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guard.h"
#include "regions.h"

enum {
    LARGEST_ALIGNMENT = 32,       // of a long4
    UNKNOWN_TYPE_ALIGNMENT = 16,  // a struct may hold a float4
};

// One buffer argument of the dispatch.
typedef struct {
    const sm_arg *argument;
    const sm_buffer_slot *slot;
    const sm_guarded *guarded;  // what the kernel gets: the buffer's own memory or a shadow
} binding;

// Stands in for memory that has no guards, or not the alignment that the kernel's type needs.
typedef struct {
    SMBuffer *buffer;  // nil: bytes
    sm_guarded memory;
    char *before;  // the contents at the start of the dispatch: only bytes that the kernel changed are written back
} shadow;

typedef struct {
    const char *kernel;
    binding bindings[SM_MAX_BUFFERS];
    size_t binding_count;
    shadow shadows[SM_MAX_BUFFERS];
    size_t shadow_count;
    SMBuffer *gone;  // its memory is not the program's any more
} checked_run;

static pthread_mutex_t run_lock = PTHREAD_MUTEX_INITIALIZER;

// ---- What the kernel gets

static size_t needed_alignment(const sm_arg *argument) {
    sm_data_type type = sm_data_type_named(argument->type);
    return type.size ? type.alignment : UNKNOWN_TYPE_ALIGNMENT;
}

static shadow *find_shadow(checked_run *run, SMBuffer *buffer) {
    for (size_t i = 0; i < run->shadow_count; i++)
        if (buffer && run->shadows[i].buffer == buffer) return &run->shadows[i];
    return NULL;
}

static shadow *make_shadow(checked_run *run, SMBuffer *buffer, const void *contents, size_t length, size_t alignment) {
    shadow *made = &run->shadows[run->shadow_count];
    made->before = malloc(length);
    if (!made->before || !sm_guarded_new(length, alignment, &made->memory)) {
        free(made->before);
        return NULL;
    }
    made->buffer = buffer;
    memcpy(made->before, contents, length);
    memcpy(made->memory.data, contents, length);
    run->shadow_count++;
    return made;
}

// A program may have given memory back that a buffer without a copy lies on.
static bool is_still_there(checked_run *run, SMBuffer *buffer) {
    bool writable;
    uintptr_t at;
    const sm_memory *memory = &buffer->_memory;
    sm_region_answer answer = sm_region_query(memory->address, memory->length, &writable, &at);
    if (answer == SM_REGION_UNMAPPED || answer == SM_REGION_UNREADABLE) run->gone = buffer;
    return !run->gone;
}

static bool guard_binding(checked_run *run, binding *b) {
    SMBuffer *buffer = b->slot->buffer;
    size_t alignment = needed_alignment(b->argument);
    if (buffer && buffer->_guarded && (uintptr_t)buffer->_guarded->data % alignment == 0) {
        b->guarded = buffer->_guarded;
        return true;
    }
    shadow *found = find_shadow(run, buffer);
    if (!found && buffer && !is_still_there(run, buffer)) return false;
    if (!found && buffer)  // other arguments may share it
        found = make_shadow(run, buffer, buffer->_memory.address, buffer->_memory.length, LARGEST_ALIGNMENT);
    else if (!found) found = make_shadow(run, NULL, b->slot->bytes, b->slot->length, alignment);
    b->guarded = found ? &found->memory : NULL;
    return found != NULL;
}

static bool guard_arguments(checked_run *run, const sm_command *command) {
    const sm_kernel *kernel = command->dispatch.pipeline->_kernel;
    run->kernel = kernel->name;
    for (size_t i = 0; i < kernel->arg_count; i++) {
        if (kernel->args[i].kind != SM_ARG_BUFFER) continue;
        binding *b = &run->bindings[run->binding_count++];
        *b = (binding){&kernel->args[i], &command->dispatch.slots[i], NULL};
        if (!guard_binding(run, b)) return false;
        command->dispatch.values[i].pointer = b->guarded->data + b->slot->offset;
    }
    return true;
}

static void write_back(const shadow *s) {
    if (!s->buffer || s->buffer->_readOnly) return;
    char *target = s->buffer->_memory.address;
    const char *now = s->memory.data, *before = s->before;
    for (size_t i = 0; i < s->memory.length; i++)
        if (now[i] != before[i]) target[i] = now[i];
}

static void free_shadows(checked_run *run) {
    for (size_t i = 0; i < run->shadow_count; i++) {
        write_back(&run->shadows[i]);
        sm_guarded_free(&run->shadows[i].memory);
        free(run->shadows[i].before);
    }
}

// ---- What the kernel did

static size_t distance(const binding *b, uintptr_t address) {
    uintptr_t begin = (uintptr_t)b->guarded->data, end = begin + b->guarded->length;
    return address < begin ? begin - address : address >= end ? address - end + 1 : 0;
}

// The argument that an address beyond everything belongs to: the one in whose guard it is, or else the nearest.
// Between two arguments of one buffer the kind of the access decides.
static const binding *find_binding(const checked_run *run, const sm_bad_access *access) {
    const binding *nearest = &run->bindings[0];
    for (size_t i = 1; i < run->binding_count; i++) {
        const binding *b = &run->bindings[i];
        size_t farther = distance(nearest, access->address), closer = distance(b, access->address);
        bool writes = access->kind == SM_ACCESS_WRITE;
        bool fits_better = writes && nearest->argument->access == SM_ACCESS_READ_ONLY;
        if (closer < farther || (closer == farther && fits_better)) nearest = b;
    }
    return nearest;
}

static void describe(const checked_run *run, const sm_bad_access *access, char **text) {
    static const char *const verbs[] = {"reads", "writes", "reaches"};
    if (run->binding_count == 0) {
        if (asprintf(text, "kernel %s %s memory that is not its own, and has no buffer", run->kernel,
                     verbs[access->kind]) < 0)
            *text = NULL;
        return;
    }
    const binding *b = find_binding(run, access);
    SMBuffer *buffer = b->slot->buffer;
    NSString *label = buffer ? [buffer label] : nil;
    ptrdiff_t offset = (ptrdiff_t)(access->address - (uintptr_t)b->guarded->data);
    size_t length = b->guarded->length;
    char place[64];
    if (offset < 0) snprintf(place, sizeof place, "%td bytes before its beginning", -offset);
    else snprintf(place, sizeof place, "%zu bytes past its end", (size_t)offset - length);
    if (asprintf(text, "kernel %s: argument %s (index %u) %s at byte offset %td of %s \"%s\", which has %zu bytes: %s",
                 run->kernel, b->argument->name, b->argument->index, verbs[access->kind], offset,
                 buffer ? "buffer" : "the bytes of", buffer ? (label ? [label UTF8String] : "") : "setBytes", length,
                 place) < 0)
        *text = NULL;
}

// Writes that stayed within the page of a buffer's end or beginning: the first one.
static bool find_overwritten(const checked_run *run, sm_bad_access *access) {
    bool found = false;
    for (size_t i = 0; i < run->binding_count; i++) {
        const char *at = sm_guarded_overwritten(run->bindings[i].guarded);
        if (at && !found) *access = (sm_bad_access){(uintptr_t)at, SM_ACCESS_WRITE};
        found = found || at;
    }
    return found;
}

static bool run_and_wait(sm_device *device, sm_stream *stream, const sm_command *command, sm_fence **first,
                         sm_fence **last, char **text) {
    if (!sm_command_submit(device, stream, command, first, last, text)) return false;
    device->functions->flush(stream);
    return device->functions->fence_wait(*last, text);
}

static sm_run_result run_guarded(checked_run *run, sm_device *device, sm_stream *stream, const sm_command *command,
                                 sm_fence **first, sm_fence **last, char **text) {
    sm_bad_access reached, overwritten;
    sm_guard_watch(run->kernel);
    bool has_run = run_and_wait(device, stream, command, first, last, text);
    bool has_reached = sm_guard_unwatch(&reached), has_overwritten = find_overwritten(run, &overwritten);
    if (!has_run) return SM_RUN_REFUSED;
    if (!has_reached && !has_overwritten) return SM_RUN_DONE;
    describe(run, has_reached ? &reached : &overwritten, text);
    return SM_RUN_OUT_OF_BOUNDS;
}

static sm_run_result describe_refusal(const checked_run *run, char **text) {
    if (!run->gone) {
        *text = strdup("SOFTMETAL_CHECK=bounds: no memory for a guarded copy of a buffer");
        return SM_RUN_REFUSED;
    }
    NSString *label = [run->gone label];
    const sm_memory *memory = &run->gone->_memory;
    if (asprintf(text, "kernel %s: the program's memory under buffer \"%s\", %zu bytes at %p, is there no longer",
                 run->kernel, label ? [label UTF8String] : "", memory->length, memory->address) < 0)
        *text = NULL;
    return SM_RUN_OUT_OF_BOUNDS;
}

sm_run_result sm_run_checked(sm_device *device, sm_stream *stream, const sm_command *command, sm_fence **first,
                             sm_fence **last, char **text) {
    if (command->kind != SM_COMMAND_DISPATCH) {
        return run_and_wait(device, stream, command, first, last, text) ? SM_RUN_DONE : SM_RUN_REFUSED;
    }
    checked_run *run = calloc(1, sizeof *run);
    if (!run) abort();
    sm_run_result result = SM_RUN_REFUSED;
    pthread_mutex_lock(&run_lock);
    if (guard_arguments(run, command)) result = run_guarded(run, device, stream, command, first, last, text);
    else result = describe_refusal(run, text);
    free_shadows(run);
    pthread_mutex_unlock(&run_lock);
    free(run);
    return result;
}
