#import "stream.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "call.h"
#import "memory.h"
#import "staging.h"
#import "status.h"

enum {
    WINDOWS_IN_FLIGHT = 3,
    STAGING_LIMIT = 48 << 20, /* for all windows in flight */
    STAGING_ALIGNMENT = 256,
    THREADGROUP = 256,
    FLAG_AT = ML_COUNTS * sizeof(uint32_t), /* in the staging buffer, behind the counts at its beginning */
    HEAD_BYTES = FLAG_AT + sizeof(uint32_t),
};

/* All windows in flight end within half a second, so that an abort is heeded by then. */
static const uint64_t window_ps = 100000000000;
static const int64_t least_elements = 1 << 12, most_elements = 1 << 28;
static const int64_t first_elements = 1 << 16; /* of a kernel whose speed is not known; fewer tell no speed */

/* An array of the job. Operands that are one array in memory are one array here. */
typedef struct {
    ml_stream_array array;
    int64_t adopt_from, adopt_to; /* elements whose pages can become buffers */
} streamed;

/* Where the window of an array lies. */
typedef struct {
    int adopt;             /* under a buffer, it is not copied */
    id<MTLBuffer> adopted;
    size_t offset;         /* in that buffer, else in the staging buffer */
} place;

typedef struct {
    id<MTLCommandBuffer> commands; /* nil: the slot is free */
    id<MTLBuffer> staging;         /* kept from window to window */
    size_t staging_length;
    char *staged; /* its contents */
    size_t carried_at;
    int64_t start, count;
    place *places; /* of every array */
} slot;

typedef struct {
    ml_pipeline *plain, *counting; /* the second NULL until it is needed */
    unsigned operands[ML_MAX_OPERANDS]; /* indices of arrays */
} prepared_pass;

enum { RESULT = 0 }; /* the first array */

typedef struct {
    const ml_device *device;
    const ml_stream_job *job;
    uint64_t largest_buffer, working_set; /* of the device, in bytes */
    streamed *arrays;
    unsigned array_count;
    prepared_pass *passes;
    slot slots[WINDOWS_IN_FLIGHT];
    place *places;
} stream;

static size_t aligned(size_t bytes) { return (bytes + STAGING_ALIGNMENT - 1) / STAGING_ALIGNMENT * STAGING_ALIGNMENT; }

static char *element_at(const ml_stream_array *array, int64_t index)
{
    return (char *)array->data + (array->broadcast ? 0 : (size_t)index * array->size);
}

static size_t window_bytes(const ml_stream_array *array, int64_t count)
{
    return array->size * (array->broadcast ? 1 : (size_t)count);
}

static void plan_adoption(stream *self, unsigned k)
{
    streamed *planned = &self->arrays[k];
    const ml_stream_array *array = &planned->array;
    size_t first, end, granule = (size_t)self->job->granule * array->size;
    if (array->broadcast) {
        return;
    }
    ml_memory_adoptable(array->data, window_bytes(array, self->job->count), array->alignment, k == RESULT, &first, &end);
    planned->adopt_from = (int64_t)((first + granule - 1) / granule) * self->job->granule;
    planned->adopt_to = (int64_t)(end / granule) * self->job->granule;
}

static int same_array(const ml_stream_array *a, const ml_stream_array *b)
{
    return a->data == b->data && a->size == b->size && a->broadcast == b->broadcast;
}

/* The index of an array among those of the job, which it joins if it is new. */
static unsigned array_index(stream *self, const ml_stream_array *array)
{
    for (unsigned k = 0; k < self->array_count; ++k) {
        if (same_array(&self->arrays[k].array, array)) {
            self->arrays[k].array.alignment = MAX(self->arrays[k].array.alignment, array->alignment);
            return k;
        }
    }
    self->arrays[self->array_count].array = *array;
    return self->array_count++;
}

static void collect_arrays(stream *self)
{
    array_index(self, &self->job->result);
    for (size_t p = 0; p < self->job->pass_count; ++p) {
        const ml_stream_pass *pass = &self->job->passes[p];
        for (unsigned k = 0; k < pass->operand_count; ++k) {
            self->passes[p].operands[k] = array_index(self, &pass->operands[k]);
        }
    }
    for (unsigned k = 0; k < self->array_count; ++k) {
        plan_adoption(self, k);
    }
    for (unsigned k = 0; k < WINDOWS_IN_FLIGHT; ++k) {
        self->slots[k].places = self->places + k * self->array_count;
    }
}

static ml_status allocate(stream *self)
{
    size_t most = 1;
    for (size_t p = 0; p < self->job->pass_count; ++p) {
        most += self->job->passes[p].operand_count;
    }
    self->arrays = calloc(most, sizeof *self->arrays);
    self->places = calloc(most * WINDOWS_IN_FLIGHT, sizeof *self->places);
    self->passes = calloc(self->job->pass_count, sizeof *self->passes);
    if (self->arrays == NULL || self->places == NULL || self->passes == NULL) {
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for the addresses of %zu arrays", most);
    }
    return ML_OK;
}

static int64_t at_most(int64_t limit, uint64_t bytes, uint64_t bytes_per_element)
{
    uint64_t fit = bytes_per_element == 0 ? (uint64_t)limit : bytes / bytes_per_element;
    return fit < (uint64_t)limit ? (int64_t)fit : limit;
}

/* Which arrays the window adopts; it ends where that changes. Returns how many of the elements left it may have. */
static int64_t choose_adoption(const stream *self, slot *window, int64_t left)
{
    for (unsigned k = 0; k < self->array_count; ++k) {
        int64_t from = self->arrays[k].adopt_from, to = self->arrays[k].adopt_to;
        int adopt = window->start >= from && window->start < to;
        window->places[k].adopt = adopt;
        int64_t change = from >= to || window->start >= to ? left : (adopt ? to : from) - window->start;
        left = change < left ? change : left;
    }
    return left;
}

/* Elements that take about the time of a window, by what earlier windows took. */
static int64_t elements_in_time(const stream *self)
{
    uint64_t element_ps = 0;
    for (size_t p = 0; p < self->job->pass_count; ++p) {
        uint64_t measured = __atomic_load_n(&self->passes[p].plain->element_ps, __ATOMIC_RELAXED);
        if (measured == 0) {
            return first_elements;
        }
        element_ps += measured;
    }
    int64_t elements = (int64_t)(window_ps / element_ps);
    return MAX(least_elements, MIN(elements, most_elements));
}

/* Elements of the next window: bounded by time, by what a buffer and the device may hold, and by our own extra memory. */
static int64_t window_size(const stream *self, slot *window)
{
    int64_t left = choose_adoption(self, window, self->job->count - window->start);
    uint64_t copied = self->job->carried, adopted = 0, largest = 0;
    for (unsigned k = 0; k < self->array_count; ++k) {
        const ml_stream_array *array = &self->arrays[k].array;
        if (!array->broadcast) {
            copied += window->places[k].adopt ? 0 : array->size;
            adopted += window->places[k].adopt ? array->size : 0;
            largest = MAX(largest, array->size);
        }
    }
    uint64_t slack = 2 * ml_memory_page() + (self->array_count + 2) * STAGING_ALIGNMENT;
    uint64_t held = self->working_set / WINDOWS_IN_FLIGHT;
    int64_t granule = self->job->granule;
    int64_t size = (elements_in_time(self) + granule - 1) / granule * granule; /* up: time is no limit that must hold */
    size = at_most(size, STAGING_LIMIT / WINDOWS_IN_FLIGHT - slack, copied);
    size = at_most(size, self->largest_buffer > slack ? self->largest_buffer - slack : 0, MAX(largest, copied));
    if (held != 0) {
        size = at_most(size, held > slack ? held - slack : 0, adopted + copied);
    }
    if (size >= left) {
        return left;
    }
    return size / granule * granule;
}

static ml_status no_window(const stream *self)
{
    return ml_status_fail(ML_MEMORY_ERROR,
                          "%lld elements that must be computed together do not fit: the device's largest buffer has %llu bytes, its "
                          "working set %llu (0: unknown), and copies may take %d",
                          (long long)self->job->granule, (unsigned long long)self->largest_buffer,
                          (unsigned long long)self->working_set, STAGING_LIMIT);
}

/* Lays out everything that is copied behind the counts and the flag; returns the bytes needed. */
static size_t lay_out(const stream *self, slot *window)
{
    size_t bytes = aligned(HEAD_BYTES);
    for (unsigned k = 0; k < self->array_count; ++k) {
        if (!window->places[k].adopt) {
            window->places[k].offset = bytes;
            bytes += aligned(window_bytes(&self->arrays[k].array, window->count));
        }
    }
    window->carried_at = bytes;
    return bytes + aligned(self->job->carried * (size_t)window->count);
}

static ml_status ensure_staging(const stream *self, slot *window, size_t bytes)
{
    if (window->staging != nil && window->staging_length >= bytes) {
        return ML_OK;
    }
    if (window->staging != nil) {
        ml_staging_give_back(self->device, window->staging);
        window->staging = nil;
    }
    ML_TRY(ml_staging_take(self->device, bytes, &window->staging));
    window->staging_length = window->staging.length;
    window->staged = window->staging.contents;
    return ML_OK;
}

static ml_status stage(const stream *self, slot *window)
{
    ML_TRY(ensure_staging(self, window, lay_out(self, window)));
    memset(window->staged, 0, HEAD_BYTES);
    ((uint32_t *)(void *)window->staged)[ML_COUNT_FIRST] = UINT32_MAX;
    for (unsigned k = RESULT + 1; k < self->array_count; ++k) {
        if (!window->places[k].adopt) {
            const ml_stream_array *array = &self->arrays[k].array;
            size_t size = window_bytes(array, window->count);
            memcpy(window->staged + window->places[k].offset, element_at(array, window->start), size);
            ml_call_record()[ML_RECORD_BYTES_COPIED] += (int64_t)size;
        }
    }
    return ML_OK;
}

static void release_buffers(const stream *self, slot *window)
{
    for (unsigned k = 0; k < self->array_count; ++k) {
        [window->places[k].adopted release];
        window->places[k].adopted = nil;
    }
}

/* Adopts the window of every array that can be adopted. Where Metal refuses one, it is copied from now on and *again is set. */
static void adopt_arrays(stream *self, slot *window, int *again)
{
    for (unsigned k = 0; k < self->array_count; ++k) {
        place *placed = &window->places[k];
        if (placed->adopt) {
            const ml_stream_array *array = &self->arrays[k].array;
            placed->adopted = ml_memory_adopt(self->device->metal, element_at(array, window->start),
                                              window_bytes(array, window->count), &placed->offset);
            if (placed->adopted == nil) {
                self->arrays[k].adopt_from = self->arrays[k].adopt_to = 0;
                *again = 1;
            }
        }
    }
    if (*again) {
        release_buffers(self, window);
    }
}

static void record_adopted(const stream *self, const slot *window)
{
    for (unsigned k = 0; k < self->array_count; ++k) {
        if (window->places[k].adopt) {
            ml_call_record()[ML_RECORD_BYTES_ADOPTED] += (int64_t)window_bytes(&self->arrays[k].array, window->count);
        }
    }
}

static void bind_array(const slot *window, id<MTLComputeCommandEncoder> encoder, unsigned array, NSUInteger index)
{
    const place *placed = &window->places[array];
    [encoder setBuffer:placed->adopt ? placed->adopted : window->staging offset:placed->offset atIndex:index];
}

static void bind_common(const stream *self, const slot *window, id<MTLComputeCommandEncoder> encoder)
{
    const ml_stream_job *job = self->job;
    bind_array(window, encoder, RESULT, ML_BUFFER_RESULT);
    if (job->counting != ML_STREAM_UNCOUNTED) {
        [encoder setBuffer:window->staging offset:0 atIndex:ML_BUFFER_COUNTS];
        [encoder setBuffer:window->staging offset:FLAG_AT atIndex:ML_BUFFER_FLAG];
    }
    uint32_t length = (uint32_t)window->count;
    [encoder setBytes:&length length:sizeof length atIndex:ML_BUFFER_LENGTH];
    if (job->carried != 0) {
        [encoder setBuffer:window->staging offset:window->carried_at atIndex:ML_BUFFER_CARRIED];
    }
    if (job->parameters != NULL) {
        char parameters[ML_STREAM_PARAMETER_BYTES];
        size_t size = job->parameters(job->context, window->start, parameters);
        [encoder setBytes:parameters length:size atIndex:ML_BUFFER_PARAMETERS];
    }
}

static void bind_operands(const stream *self, const slot *window, size_t p, id<MTLComputeCommandEncoder> encoder)
{
    const ml_stream_pass *pass = &self->job->passes[p];
    for (unsigned k = 0; k < pass->operand_slots; ++k) {
        bind_array(window, encoder, self->passes[p].operands[k < pass->operand_count ? k : 0], k);
    }
}

static void dispatch(const ml_pipeline *pipeline, int64_t count, int64_t run, id<MTLComputeCommandEncoder> encoder)
{
    NSUInteger threads = (NSUInteger)((count + run - 1) / run);
    NSUInteger threadgroup = MIN(MIN(threads, (NSUInteger)THREADGROUP), pipeline->most_threads);
    [encoder dispatchThreads:MTLSizeMake(threads, 1, 1) threadsPerThreadgroup:MTLSizeMake(threadgroup, 1, 1)];
}

static void encode(const stream *self, const slot *window, int counting, id<MTLComputeCommandEncoder> encoder)
{
    bind_common(self, window, encoder);
    for (size_t p = 0; p < self->job->pass_count; ++p) {
        const ml_pipeline *pipeline = counting ? self->passes[p].counting : self->passes[p].plain;
        [encoder setComputePipelineState:pipeline->state];
        bind_operands(self, window, p, encoder);
        dispatch(pipeline, window->count, counting ? ML_COUNTED_RUN : self->job->run, encoder);
    }
    [encoder endEncoding];
}

static ml_status commit(const stream *self, slot *window, int counting)
{
    id<MTLCommandBuffer> commands = [self->device->queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
    if (commands == nil || encoder == nil) {
        return ml_status_fail(ML_FUNCTION_ERROR, "the device gives no command buffer");
    }
    encode(self, window, counting, encoder);
    [commands commit];
    window->commands = [commands retain];
    ml_call_record()[ML_RECORD_COMMAND_BUFFERS] += 1;
    return ML_OK;
}

static ml_status submit(stream *self, slot *window, int *again)
{
    *again = 0;
    adopt_arrays(self, window, again);
    if (*again) {
        return ML_OK;
    }
    ML_TRY(stage(self, window));
    ML_TRY(commit(self, window, 0));
    record_adopted(self, window);
    ml_call_record()[ML_RECORD_WINDOWS] += 1;
    return ML_OK;
}

static void record_counts(const stream *self, const slot *window)
{
    int64_t *record = ml_call_record();
    const uint32_t *counts = (const uint32_t *)(const void *)window->staged;
    record[ML_RECORD_NONREAL] += counts[ML_COUNT_NONREAL];
    record[ML_RECORD_INFINITE] += counts[ML_COUNT_INFINITE];
    record[ML_RECORD_OVERFLOWS] += counts[ML_COUNT_OVERFLOW];
    if (counts[ML_COUNT_OVERFLOW] != 0) {
        int64_t position = self->job->first + window->start + counts[ML_COUNT_FIRST] + 1;
        int64_t first = record[ML_RECORD_FIRST_OVERFLOW];
        record[ML_RECORD_FIRST_OVERFLOW] = first == 0 || position < first ? position : first;
    }
}

static void copy_back(const stream *self, const slot *window)
{
    if (window->places[RESULT].adopt) {
        return;
    }
    const ml_stream_array *array = &self->arrays[RESULT].array;
    size_t size = window_bytes(array, window->count);
    memcpy(element_at(array, window->start), window->staged + window->places[RESULT].offset, size);
    ml_call_record()[ML_RECORD_BYTES_COPIED] += (int64_t)size;
}

/* What a window took tells the size of the next ones; half of what was known before stays, against outliers. */
static void learn(const stream *self, const slot *window, int64_t ns)
{
    if (window->count < first_elements || ns <= 0) {
        return;
    }
    uint64_t measured = (uint64_t)ns * 1000 / ((uint64_t)window->count * self->job->pass_count);
    for (size_t p = 0; p < self->job->pass_count; ++p) {
        uint64_t *known = &self->passes[p].plain->element_ps;
        uint64_t before = __atomic_load_n(known, __ATOMIC_RELAXED);
        uint64_t now = before == 0 ? measured : (before + measured) / 2;
        __atomic_store_n(known, MAX(now, 1), __ATOMIC_RELAXED);
    }
}

/* Loops are told of an abort while they run: they look for faults now and then. The pauses grow, so that short windows are not held up. */
static void end_loops_at_abort(slot *window, id<MTLCommandBuffer> commands)
{
    struct timespec pause = {0, 20000};
    while (commands.status < MTLCommandBufferStatusCompleted) {
        if (ml_call_check_abort() != ML_OK) {
            __atomic_fetch_or((uint32_t *)(void *)window->staged + ML_COUNT_FAULTS, ML_FAULT_ABORT, __ATOMIC_RELAXED);
            return;
        }
        nanosleep(&pause, NULL);
        pause.tv_nsec = MIN(2 * pause.tv_nsec, 5000000);
    }
}

/* Waits for the commands of a window. */
static ml_status await(const stream *self, slot *window)
{
    id<MTLCommandBuffer> commands = [window->commands autorelease];
    window->commands = nil;
    if (self->job->loops) {
        end_loops_at_abort(window, commands);
    }
    [commands waitUntilCompleted];
    if (commands.status != MTLCommandBufferStatusCompleted) {
        int64_t before = self->job->first + window->start;
        return ml_status_fail_error(ML_FUNCTION_ERROR, commands.error, "the GPU failed on elements %lld to %lld",
                                    (long long)before + 1, (long long)(before + window->count));
    }
    int64_t ns = (int64_t)((commands.GPUEndTime - commands.GPUStartTime) * 1e9);
    ml_call_record()[ML_RECORD_GPU_NS] += ns;
    learn(self, window, ns);
    return ML_OK;
}

static ml_status counting_pipelines(stream *self)
{
    for (size_t p = 0; p < self->job->pass_count; ++p) {
        if (self->passes[p].counting == NULL) {
            ml_kernel kernel = self->job->passes[p].kernel;
            ml_kernel_set(&kernel, ML_CONSTANT_COUNTING, 1);
            ML_TRY(ml_kernels_pipeline(self->device, &kernel, &self->passes[p].counting));
        }
    }
    return ML_OK;
}

_Static_assert(ML_MOST_STEPS == 1u << 26, "the text of a fault");

/* A kernel's own reasons to give up. */
static const char *fault_text(uint32_t faults)
{
    if ((faults & ML_FAULT_STEPS) != 0) {
        return "a loop did not end within 2^26 steps";
    }
    return (faults & ML_FAULT_PART) != 0 ? "a list has no such part" : "no case of a Which, a Switch or a definition fits";
}

static ml_status check_faults(const stream *self, const slot *window)
{
    uint32_t faults = ((const uint32_t *)(const void *)window->staged)[ML_COUNT_FAULTS];
    if (faults == 0) {
        return ML_OK;
    }
    if ((faults & ML_FAULT_ABORT) != 0) {
        return ml_status_fail(ML_FUNCTION_ERROR, "aborted");
    }
    int64_t before = self->job->first + window->start;
    return ml_status_fail(ML_FUNCTION_ERROR, "%s, at one of the elements %lld to %lld", fault_text(faults), (long long)before + 1,
                          (long long)(before + window->count));
}

static ml_status finish_window(stream *self, slot *window)
{
    ML_TRY(await(self, window));
    ML_TRY(check_faults(self, window));
    int flagged = *(const uint32_t *)(void *)(window->staged + FLAG_AT) != 0;
    if (flagged && self->job->counting == ML_STREAM_COUNTED) {
        ML_TRY(counting_pipelines(self));
        ML_TRY(commit(self, window, 1));
        ML_TRY(await(self, window));
        record_counts(self, window);
    }
    copy_back(self, window);
    return ML_OK;
}

/* Waits for a window and frees what it used; its result counts only while the call is well. */
static ml_status retire(stream *self, slot *window, ml_status so_far)
{
    if (window->commands == nil) {
        return so_far;
    }
    if (so_far == ML_OK) {
        so_far = finish_window(self, window);
    } else {
        if (self->job->loops) {
            end_loops_at_abort(window, window->commands);
        }
        [window->commands waitUntilCompleted];
        [window->commands release];
        window->commands = nil;
    }
    release_buffers(self, window);
    return so_far;
}

static ml_status run_windows(stream *self)
{
    int64_t start = 0;
    for (unsigned turn = 0; start < self->job->count;) {
        if (turn > 0) {
            ML_TRY(ml_call_check_abort());
        }
        @autoreleasepool {
            slot *window = &self->slots[turn % WINDOWS_IN_FLIGHT];
            ML_TRY(retire(self, window, ML_OK));
            window->start = start;
            window->count = window_size(self, window);
            if (window->count == 0) {
                return no_window(self);
            }
            int again;
            ML_TRY(submit(self, window, &again));
            if (!again) {
                start += window->count;
                turn += 1;
            }
        }
    }
    return ML_OK;
}

static ml_status finish(stream *self, ml_status status)
{
    @autoreleasepool {
        for (unsigned k = 0; k < WINDOWS_IN_FLIGHT; ++k) {
            slot *window = &self->slots[k];
            status = retire(self, window, status);
            if (window->places != NULL) {
                release_buffers(self, window);
            }
            if (window->staging != nil) {
                ml_staging_give_back(self->device, window->staging);
            }
        }
    }
    free(self->arrays);
    free(self->places);
    free(self->passes);
    return status;
}

static ml_status pipelines(stream *self)
{
    for (size_t p = 0; p < self->job->pass_count; ++p) {
        ml_kernel kernel = self->job->passes[p].kernel;
        if (self->job->counting != ML_STREAM_UNCOUNTED) {
            ml_kernel_set(&kernel, ML_CONSTANT_COUNTING, 0);
        }
        ML_TRY(ml_kernels_pipeline(self->device, &kernel, &self->passes[p].plain));
    }
    return ML_OK;
}

static ml_status run(stream *self)
{
    ML_TRY(allocate(self));
    ML_TRY(pipelines(self));
    self->largest_buffer = self->device->metal.maxBufferLength;
    self->working_set = self->device->metal.recommendedMaxWorkingSetSize;
    collect_arrays(self);
    return run_windows(self);
}

ml_status ml_stream_run(const ml_device *device, const ml_stream_job *job)
{
    if (job->count == 0) {
        return ML_OK;
    }
    stream self = {.device = device, .job = job};
    ml_status status = ML_FUNCTION_ERROR;
    @try {
        status = run(&self);
    } @finally {
        /* Also on an exception: the GPU must not write where the caller frees. */
        status = finish(&self, status);
    }
    return status;
}
