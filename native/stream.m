#import "stream.h"

#include <limits.h>
#include <string.h>

#include "call.h"
#import "memory.h"
#import "status.h"

enum {
    WINDOWS_IN_FLIGHT = 3,
    WINDOW_ELEMENTS = 1 << 24, /* well below 0.2 s for every kernel of the library */
    STAGING_LIMIT = 64 << 20,  /* for all windows in flight */
    STAGING_ALIGNMENT = 256,
    THREADGROUP = 256,
    FLAG_AT = ML_COUNTS * sizeof(uint32_t), /* in the staging buffer, behind the counts at its beginning */
    HEAD_BYTES = FLAG_AT + sizeof(uint32_t),
    RESULT = ML_MAX_OPERANDS,
    CARRIED,
    ARRAYS
};

typedef struct {
    id<MTLCommandBuffer> commands; /* nil: the slot is free */
    id<MTLBuffer> staging;         /* kept from window to window */
    int adopt[ARRAYS];             /* the window of this array lies under a buffer, it is not copied */
    id<MTLBuffer> adopted[ARRAYS];
    int64_t start, count;
    size_t staged_at[ARRAYS];
    size_t offsets[ARRAYS]; /* in adopted buffers */
} slot;

typedef struct {
    const ml_device *device;
    const ml_stream_job *job;
    id<MTLComputePipelineState> pipeline; /* nil where every window is counted at once */
    id<MTLComputePipelineState> counting; /* nil until it is needed */
    ml_stream_array arrays[ARRAYS];
    int used[ARRAYS];
    int64_t adopt_from[ARRAYS], adopt_to[ARRAYS]; /* elements whose pages can become buffers */
    slot slots[WINDOWS_IN_FLIGHT];
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
    const ml_stream_array *array = &self->arrays[k];
    size_t first, end, granule = (size_t)self->job->granule * array->size;
    ml_memory_adoptable(array->data, window_bytes(array, self->job->count), array->alignment, k >= RESULT, &first, &end);
    int whole = end == window_bytes(array, self->job->count);
    self->adopt_from[k] = (int64_t)((first + granule - 1) / granule) * self->job->granule;
    self->adopt_to[k] = whole ? self->job->count : (int64_t)(end / granule) * self->job->granule;
}

static void plan(stream *self)
{
    for (unsigned k = 0; k < self->job->operand_count; ++k) {
        self->arrays[k] = self->job->operands[k];
        self->used[k] = 1;
    }
    self->arrays[RESULT] = self->job->result;
    self->used[RESULT] = 1;
    self->arrays[CARRIED] = self->job->carried;
    self->used[CARRIED] = self->job->carried.data != NULL;
    for (unsigned k = 0; k < ARRAYS; ++k) {
        if (self->used[k] && !self->arrays[k].broadcast) {
            plan_adoption(self, k);
        }
    }
}

static int64_t at_most(int64_t limit, uint64_t bytes, uint64_t bytes_per_element)
{
    uint64_t fit = bytes_per_element == 0 ? (uint64_t)limit : bytes / bytes_per_element;
    return fit < (uint64_t)limit ? (int64_t)fit : limit;
}

/* Which arrays the window adopts; it ends where that changes. Returns how many of the elements left it may have. */
static int64_t choose_adoption(const stream *self, slot *window, int64_t left)
{
    for (unsigned k = 0; k < ARRAYS; ++k) {
        int64_t from = self->adopt_from[k], to = self->adopt_to[k];
        window->adopt[k] = window->start >= from && window->start < to;
        int64_t change = from >= to || window->start >= to ? left : (window->adopt[k] ? to : from) - window->start;
        left = change < left ? change : left;
    }
    return left;
}

/* Elements of the next window: bounded by time, by what a buffer and the device may hold, and by our own extra memory. */
static int64_t window_size(const stream *self, slot *window)
{
    int64_t left = choose_adoption(self, window, self->job->count - window->start);
    uint64_t copied = 0, adopted = 0, largest = 0;
    for (unsigned k = 0; k < ARRAYS; ++k) {
        if (self->used[k] && !self->arrays[k].broadcast) {
            uint64_t size = self->arrays[k].size;
            copied += window->adopt[k] ? 0 : size;
            adopted += window->adopt[k] ? size : 0;
            largest = size > largest ? size : largest;
        }
    }
    id<MTLDevice> metal = self->device->metal;
    uint64_t slack = 2 * ml_memory_page() + (ARRAYS + 1) * STAGING_ALIGNMENT;
    uint64_t buffer = metal.maxBufferLength;
    uint64_t held = metal.recommendedMaxWorkingSetSize / WINDOWS_IN_FLIGHT;
    int64_t size = WINDOW_ELEMENTS;
    size = at_most(size, STAGING_LIMIT / WINDOWS_IN_FLIGHT - slack, copied);
    size = at_most(size, buffer > slack ? buffer - slack : 0, largest > copied ? largest : copied);
    if (held != 0) {
        size = at_most(size, held > slack ? held - slack : 0, adopted + copied);
    }
    if (size >= left) {
        return left;
    }
    return size / self->job->granule * self->job->granule;
}

static ml_status no_window(const stream *self)
{
    id<MTLDevice> metal = self->device->metal;
    return ml_status_fail(ML_MEMORY_ERROR,
                          "%lld elements that must be computed together do not fit: the device's largest buffer has %llu bytes, its "
                          "working set %llu (0: unknown), and copies may take %d",
                          (long long)self->job->granule, (unsigned long long)metal.maxBufferLength,
                          (unsigned long long)metal.recommendedMaxWorkingSetSize, STAGING_LIMIT);
}

/* The buffer for everything that is copied, with counts and flag at its beginning. */
static ml_status stage(stream *self, slot *window)
{
    size_t bytes = aligned(HEAD_BYTES);
    for (unsigned k = 0; k < ARRAYS; ++k) {
        if (self->used[k] && !window->adopt[k]) {
            window->staged_at[k] = bytes;
            bytes += aligned(window_bytes(&self->arrays[k], window->count));
        }
    }
    if (window->staging == nil || window->staging.length < bytes) {
        [window->staging release];
        window->staging = [self->device->metal newBufferWithLength:bytes options:MTLResourceStorageModeShared];
        if (window->staging == nil) {
            return ml_status_fail(ML_MEMORY_ERROR, "the device gives no buffer of %llu bytes", (unsigned long long)bytes);
        }
    }
    char *contents = window->staging.contents;
    memset(contents, 0, HEAD_BYTES);
    ((uint32_t *)(void *)contents)[ML_COUNT_FIRST] = UINT32_MAX;
    for (unsigned k = 0; k < ARRAYS; ++k) {
        if (k != RESULT && self->used[k] && !window->adopt[k]) {
            size_t size = window_bytes(&self->arrays[k], window->count);
            memcpy(contents + window->staged_at[k], element_at(&self->arrays[k], window->start), size);
            ml_call_record()[ML_RECORD_BYTES_COPIED] += (int64_t)size;
        }
    }
    return ML_OK;
}

static void bind_array(const slot *window, id<MTLComputeCommandEncoder> encoder, unsigned array, NSUInteger index)
{
    if (window->adopted[array] != nil) {
        [encoder setBuffer:window->adopted[array] offset:window->offsets[array] atIndex:index];
    } else {
        [encoder setBuffer:window->staging offset:window->staged_at[array] atIndex:index];
    }
}

static void release_buffers(slot *window)
{
    for (unsigned k = 0; k < ARRAYS; ++k) {
        [window->adopted[k] release];
        window->adopted[k] = nil;
    }
}

/* Adopts the window of every array that can be adopted. Where Metal refuses one, it is copied from now on and *again is set. */
static void adopt_arrays(stream *self, slot *window, int *again)
{
    for (unsigned k = 0; k < ARRAYS; ++k) {
        if (window->adopt[k]) {
            const ml_stream_array *array = &self->arrays[k];
            window->adopted[k] = ml_memory_adopt(self->device->metal, element_at(array, window->start),
                                                 window_bytes(array, window->count), &window->offsets[k]);
            if (window->adopted[k] == nil) {
                self->adopt_from[k] = self->adopt_to[k] = 0;
                *again = 1;
            }
        }
    }
    if (*again) {
        release_buffers(window);
    }
}

static void record_adopted(const stream *self, const slot *window)
{
    for (unsigned k = 0; k < ARRAYS; ++k) {
        if (window->adopt[k]) {
            ml_call_record()[ML_RECORD_BYTES_ADOPTED] += (int64_t)window_bytes(&self->arrays[k], window->count);
        }
    }
}

static void dispatch_window(const stream *self, const slot *window, int counting, id<MTLComputeCommandEncoder> encoder)
{
    id<MTLComputePipelineState> pipeline = counting ? self->counting : self->pipeline;
    NSUInteger threads = (NSUInteger)window->count;
    if (counting) {
        threads = (threads + ML_COUNTED_RUN - 1) / ML_COUNTED_RUN;
    }
    NSUInteger limit = pipeline.maxTotalThreadsPerThreadgroup;
    [encoder dispatchThreads:MTLSizeMake(threads, 1, 1)
        threadsPerThreadgroup:MTLSizeMake(limit < THREADGROUP ? limit : THREADGROUP, 1, 1)];
}

static void encode(const stream *self, const slot *window, int counting, id<MTLComputeCommandEncoder> encoder)
{
    const ml_stream_job *job = self->job;
    [encoder setComputePipelineState:counting ? self->counting : self->pipeline];
    /* An operand that the kernel does not read still needs a buffer. */
    for (unsigned k = 0; k < ML_MAX_OPERANDS; ++k) {
        bind_array(window, encoder, k < job->operand_count ? k : 0, k);
    }
    bind_array(window, encoder, RESULT, ML_BUFFER_RESULT);
    [encoder setBuffer:window->staging offset:0 atIndex:ML_BUFFER_COUNTS];
    [encoder setBuffer:window->staging offset:FLAG_AT atIndex:ML_BUFFER_FLAG];
    if (self->used[CARRIED]) {
        bind_array(window, encoder, CARRIED, ML_BUFFER_CARRIED);
    } else {
        [encoder setBuffer:window->staging offset:0 atIndex:ML_BUFFER_CARRIED];
    }
    uint32_t length = (uint32_t)window->count;
    [encoder setBytes:&length length:sizeof length atIndex:ML_BUFFER_LENGTH];
    if (job->parameters != NULL) {
        char parameters[ML_STREAM_PARAMETER_BYTES];
        size_t size = job->parameters(job->context, window->start, parameters);
        [encoder setBytes:parameters length:size atIndex:ML_BUFFER_PARAMETERS];
    }
    dispatch_window(self, window, counting, encoder);
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
    ML_TRY(commit(self, window, self->pipeline == nil));
    record_adopted(self, window);
    ml_call_record()[ML_RECORD_WINDOWS] += 1;
    return ML_OK;
}

static void record_counts(int64_t first_element, const slot *window)
{
    int64_t *record = ml_call_record();
    const uint32_t *counts = window->staging.contents;
    record[ML_RECORD_NONREAL] += counts[ML_COUNT_NONREAL];
    record[ML_RECORD_INFINITE] += counts[ML_COUNT_INFINITE];
    record[ML_RECORD_OVERFLOWS] += counts[ML_COUNT_OVERFLOW];
    if (counts[ML_COUNT_OVERFLOW] != 0) {
        int64_t position = first_element + window->start + counts[ML_COUNT_FIRST] + 1;
        int64_t first = record[ML_RECORD_FIRST_OVERFLOW];
        record[ML_RECORD_FIRST_OVERFLOW] = first == 0 || position < first ? position : first;
    }
}

static void copy_back(const stream *self, const slot *window, unsigned k)
{
    if (!self->used[k] || window->adopt[k]) {
        return;
    }
    const ml_stream_array *array = &self->arrays[k];
    size_t size = window_bytes(array, window->count);
    memcpy(element_at(array, window->start), (char *)window->staging.contents + window->staged_at[k], size);
    ml_call_record()[ML_RECORD_BYTES_COPIED] += (int64_t)size;
}

/* Waits for the commands of a window. */
static ml_status await(const stream *self, slot *window)
{
    int64_t before = self->job->first + window->start;
    id<MTLCommandBuffer> commands = [window->commands autorelease];
    window->commands = nil;
    [commands waitUntilCompleted];
    if (commands.status != MTLCommandBufferStatusCompleted) {
        return ml_status_fail_error(ML_FUNCTION_ERROR, commands.error, "the GPU failed on elements %lld to %lld",
                                    (long long)before + 1, (long long)(before + window->count));
    }
    ml_call_record()[ML_RECORD_GPU_NS] += (int64_t)((commands.GPUEndTime - commands.GPUStartTime) * 1e9);
    return ML_OK;
}

static ml_status counting_pipeline(stream *self)
{
    if (self->counting != nil) {
        return ML_OK;
    }
    ml_kernel kernel = self->job->kernel;
    ml_kernel_set(&kernel, ML_CONSTANT_COUNTING, 1);
    return ml_kernels_pipeline(self->device, &kernel, &self->counting);
}

/* A kernel's own reasons to give up. */
static ml_status check_faults(const stream *self, const slot *window)
{
    uint32_t faults = ((const uint32_t *)window->staging.contents)[ML_COUNT_FAULTS];
    if (faults == 0) {
        return ML_OK;
    }
    const char *reason = (faults & ML_FAULT_STEPS) != 0 ? "a loop did not end" : "a list has no such part";
    int64_t before = self->job->first + window->start;
    return ml_status_fail(ML_FUNCTION_ERROR, "%s (limit of steps: %u), at one of the elements %lld to %lld", reason, ML_MOST_STEPS,
                          (long long)before + 1, (long long)(before + window->count));
}

static ml_status finish_window(stream *self, slot *window)
{
    ML_TRY(await(self, window));
    ML_TRY(check_faults(self, window));
    int flagged = *(const uint32_t *)(void *)((char *)window->staging.contents + FLAG_AT) != 0;
    if (flagged && self->job->counting == ML_STREAM_COUNTED) {
        ML_TRY(counting_pipeline(self));
        ML_TRY(commit(self, window, 1));
        ML_TRY(await(self, window));
    }
    if (flagged && self->job->counting == ML_STREAM_FLAGGED) {
        *self->job->flagged = 1;
    }
    copy_back(self, window, RESULT);
    copy_back(self, window, CARRIED);
    record_counts(self->job->first, window);
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
        [window->commands waitUntilCompleted];
        [window->commands release];
        window->commands = nil;
    }
    release_buffers(window);
    return so_far;
}

static ml_status run_windows(stream *self)
{
    int64_t start = 0;
    for (unsigned turn = 0; start < self->job->count;) {
        if (ml_call_aborted()) {
            return ml_status_fail(ML_FUNCTION_ERROR, "aborted");
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
            release_buffers(window);
            [window->staging release];
            window->staging = nil;
        }
    }
    return status;
}

static ml_status pipelines(stream *self)
{
    if (self->job->counting == ML_STREAM_COUNTED_AT_ONCE) {
        return counting_pipeline(self);
    }
    ml_kernel kernel = self->job->kernel;
    if (self->job->counting != ML_STREAM_UNCOUNTED) {
        ml_kernel_set(&kernel, ML_CONSTANT_COUNTING, 0);
    }
    return ml_kernels_pipeline(self->device, &kernel, &self->pipeline);
}

ml_status ml_stream_run(const ml_device *device, const ml_stream_job *job)
{
    if (job->count == 0) {
        return ML_OK;
    }
    stream self = {.device = device, .job = job};
    ML_TRY(pipelines(&self));
    plan(&self);
    ml_status status = ML_FUNCTION_ERROR;
    @try {
        status = run_windows(&self);
    } @finally {
        /* Also on an exception: the GPU must not write where the caller frees. */
        status = finish(&self, status);
    }
    return status;
}
