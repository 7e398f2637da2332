#import "line.h"

#import "SMCommandBuffer.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const long reap_interval = 10 * 1000 * 1000;  // nanoseconds
enum { STARVED_SECONDS = 2 };

static struct timespec from_now(time_t seconds, long nanoseconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += seconds;
    time.tv_nsec += nanoseconds;
    if (time.tv_nsec >= 1000000000) {
        time.tv_nsec -= 1000000000;
        time.tv_sec++;
    }
    return time;
}

sm_line *sm_line_new(sm_device *device, size_t limit, char **error) {
    sm_line *line = calloc(1, sizeof *line);
    if (!line) return NULL;
    line->stream = device->functions->stream(device, error);
    if (!line->stream) {
        free(line);
        return NULL;
    }
    line->device = device;
    line->limit = limit;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&line->lock, NULL);
    pthread_cond_init(&line->progress, &attributes);
    pthread_cond_init(&line->work, &attributes);
    pthread_condattr_destroy(&attributes);
    return line;
}

static void destroy(sm_line *line) {
    line->device->functions->release_stream(line->stream);
    pthread_cond_destroy(&line->progress);
    pthread_cond_destroy(&line->work);
    pthread_mutex_destroy(&line->lock);
    free(line);
}

// The last command buffer may be released on the line's own thread: then that thread destroys the line as it ends.
void sm_line_free(sm_line *line) {
    pthread_mutex_lock(&line->lock);
    bool has_thread = line->has_thread;
    line->stops = true;
    pthread_cond_signal(&line->work);
    pthread_mutex_unlock(&line->lock);
    if (!has_thread) destroy(line);
}

// ---- Lists

static void append(sm_buffer_list *list, SMCommandBuffer *buffer) {
    buffer->_next = nil;
    if (list->tail) list->tail->_next = buffer;
    else list->head = buffer;
    list->tail = buffer;
}

static bool take_out(sm_buffer_list *list, SMCommandBuffer *buffer) {
    SMCommandBuffer *before = nil, *at = list->head;
    while (at && at != buffer) {
        before = at;
        at = at->_next;
    }
    if (!at) return false;
    if (before) before->_next = buffer->_next;
    else list->head = buffer->_next;
    if (list->tail == buffer) list->tail = before;
    return true;
}

static bool has_handlers(SMCommandBuffer *buffer) {
    return buffer->_scheduledHandlers.count || buffer->_completedHandlers.count;
}

// ---- Finishing

static void call_handlers(const sm_handlers *handlers, SMCommandBuffer *buffer) {
    for (size_t i = 0; i < handlers->count; i++) {
        @try {
            handlers->list[i](buffer);
        } @catch (NSException *exception) {
            NSLog(@"softmetal: a handler of command buffer \"%@\" raised %@: %@", [buffer label], [exception name],
                  [exception reason]);
        }
    }
}

// Completes a command buffer and calls its handlers, unless another thread is at it: then waits for that.
static void finish(sm_line *line, SMCommandBuffer *buffer) {
    pthread_mutex_lock(&line->lock);
    if (buffer->_isClaimed) {
        while (!buffer->_isFinished) pthread_cond_wait(&line->progress, &line->lock);
        pthread_mutex_unlock(&line->lock);
        return;
    }
    buffer->_isClaimed = YES;
    pthread_mutex_unlock(&line->lock);

    [buffer complete];

    pthread_mutex_lock(&line->lock);
    take_out(&line->running, buffer);
    line->outstanding--;
    if (has_handlers(buffer)) line->handlers--;
    pthread_cond_broadcast(&line->progress);
    pthread_mutex_unlock(&line->lock);

    call_handlers(&buffer->_completedHandlers, buffer);

    pthread_mutex_lock(&line->lock);
    buffer->_isFinished = YES;
    pthread_cond_broadcast(&line->progress);
    pthread_mutex_unlock(&line->lock);
    [buffer release];  // commit's
}

static bool is_done(sm_line *line, SMCommandBuffer *buffer) {
    return !buffer->_lastFence || line->device->functions->fence_is_done(buffer->_lastFence);
}

static bool is_own_thread(sm_line *line) { return line->has_thread && pthread_equal(line->thread, pthread_self()); }

// The stream runs in order: what came before this command buffer is done as well.
static void finish_up_to(sm_line *line, SMCommandBuffer *buffer) {
    for (;;) {
        pthread_mutex_lock(&line->lock);
        SMCommandBuffer *first = line->running.head;
        bool can_finish = first && first != buffer && !has_handlers(first) && !first->_isClaimed;
        if (can_finish) [first retain];
        pthread_mutex_unlock(&line->lock);
        if (!can_finish) break;
        finish(line, first);
        [first release];
    }
    finish(line, buffer);
}

void sm_line_wait(sm_line *line, SMCommandBuffer *buffer) {
    pthread_mutex_lock(&line->lock);
    bool own_thread = is_own_thread(line);
    while (buffer->_status < MTLCommandBufferStatusScheduled) pthread_cond_wait(&line->progress, &line->lock);
    // Inside its own handler there is nothing left to wait for.
    bool is_over = buffer->_isFinished || (own_thread && buffer->_isClaimed);
    bool by_thread = has_handlers(buffer) && line->has_thread && !own_thread;
    pthread_mutex_unlock(&line->lock);
    if (is_over) return;
    if (buffer->_lastFence) line->device->functions->fence_wait(buffer->_lastFence, NULL);
    if (!by_thread) {
        finish_up_to(line, buffer);
        return;
    }
    pthread_mutex_lock(&line->lock);
    while (!buffer->_isFinished) pthread_cond_wait(&line->progress, &line->lock);
    pthread_mutex_unlock(&line->lock);
}

void sm_line_poll(sm_line *line, SMCommandBuffer *buffer) {
    pthread_mutex_lock(&line->lock);
    bool can_finish = buffer->_status == MTLCommandBufferStatusScheduled && !has_handlers(buffer) &&
                      !buffer->_isClaimed && is_done(line, buffer);
    pthread_mutex_unlock(&line->lock);
    if (can_finish) finish(line, buffer);
}

// ---- The thread

static SMCommandBuffer *find_scheduled(sm_line *line) {
    SMCommandBuffer *buffer = line->running.head;
    while (buffer && (buffer->_scheduledCalled || !buffer->_scheduledHandlers.count)) buffer = buffer->_next;
    return buffer;
}

static void call_scheduled_handlers(sm_line *line) {
    for (SMCommandBuffer *buffer; (buffer = find_scheduled(line));) {
        buffer->_scheduledCalled = YES;
        [buffer retain];
        pthread_mutex_unlock(&line->lock);
        @autoreleasepool {
            call_handlers(&buffer->_scheduledHandlers, buffer);
        }
        [buffer release];
        pthread_mutex_lock(&line->lock);
    }
}

static void finish_first(sm_line *line) {
    SMCommandBuffer *buffer = [line->running.head retain];
    pthread_mutex_unlock(&line->lock);
    @autoreleasepool {
        if (buffer->_lastFence) line->device->functions->fence_wait(buffer->_lastFence, NULL);
        finish(line, buffer);
        [buffer release];
    }
    pthread_mutex_lock(&line->lock);
}

// Command buffers without handlers are finished by whoever waits for them. One that nobody waits for is found here,
// a little later: waking this thread at each commit would cost more than a small dispatch.
static void *run(void *argument) {
    sm_line *line = argument;
    pthread_mutex_lock(&line->lock);
    while (!line->stops) {
        if (!line->running.head) {
            line->sleeps = true;
            pthread_cond_wait(&line->work, &line->lock);
            line->sleeps = false;
        } else if (line->handlers) {
            call_scheduled_handlers(line);
            if (line->running.head) finish_first(line);
        } else {
            struct timespec soon = from_now(0, reap_interval);
            pthread_cond_timedwait(&line->work, &line->lock, &soon);
            while (line->running.head && !line->handlers && is_done(line, line->running.head)) finish_first(line);
        }
    }
    pthread_mutex_unlock(&line->lock);
    destroy(line);
    return NULL;
}

static void wake_thread(sm_line *line, bool at_once) {
    if (!line->has_thread) {
        line->has_thread = pthread_create(&line->thread, NULL, run, line) == 0;
        if (line->has_thread) pthread_detach(line->thread);
    } else if (at_once || line->sleeps) pthread_cond_signal(&line->work);
}

// ---- Before that

bool sm_line_take_place(sm_line *line) {
    pthread_mutex_lock(&line->lock);
    struct timespec limit = from_now(STARVED_SECONDS, 0);
    bool starves = false;
    while (line->outstanding >= line->limit && !starves) {
        SMCommandBuffer *buffer = [line->running.head retain];
        if (!buffer) {
            starves = pthread_cond_timedwait(&line->progress, &line->lock, &limit) == ETIMEDOUT;
            continue;
        }
        pthread_mutex_unlock(&line->lock);
        sm_line_wait(line, buffer);
        [buffer release];
        pthread_mutex_lock(&line->lock);
    }
    if (!starves) line->outstanding++;
    pthread_mutex_unlock(&line->lock);
    return !starves;
}

void sm_line_enqueue(sm_line *line, SMCommandBuffer *buffer) {
    append(&line->pending, buffer);
    buffer->_status = MTLCommandBufferStatusEnqueued;
}

void sm_line_remove(sm_line *line, SMCommandBuffer *buffer) {
    line->outstanding--;
    if (take_out(&line->pending, buffer)) sm_line_submit(line);
    pthread_cond_broadcast(&line->progress);
}

void sm_line_submit(sm_line *line) {
    bool has_work = false;
    while (line->pending.head && line->pending.head->_isCommitted) {
        SMCommandBuffer *buffer = line->pending.head;
        take_out(&line->pending, buffer);
        [buffer submit];
        append(&line->running, buffer);
        if (has_handlers(buffer)) line->handlers++;
        has_work = true;
    }
    if (!has_work) return;
    pthread_cond_broadcast(&line->progress);
    wake_thread(line, line->handlers > 0);
}
