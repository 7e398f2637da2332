// A queue's command buffers on their way: enqueued in order, submitted when committed, finished when the device is
// done.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "device.h"

@class SMCommandBuffer;

typedef struct {
    SMCommandBuffer *head, *tail;
} sm_buffer_list;

typedef struct {
    pthread_mutex_t lock;     // also guards the state of the queue's command buffers
    pthread_cond_t progress;  // a command buffer changed its state
    pthread_cond_t work;      // for the line's thread
    sm_device *device;
    sm_stream *stream;
    sm_buffer_list pending;  // enqueued but not yet submitted, since an earlier one is not committed
    sm_buffer_list running;  // submitted and not yet finished
    size_t outstanding, limit;  // command buffers that exist and have not finished
    size_t handlers;            // running command buffers that have handlers
    pthread_t thread;           // runs handlers, and finishes what nobody waits for
    bool has_thread, sleeps, stops;
} sm_line;

sm_line *sm_line_new(sm_device *device, size_t limit, char **error);
void sm_line_free(sm_line *line);  // no command buffer is left

// Takes one of the limit's places, waiting for a running command buffer where there is none. False where none can
// become free: all of them are uncommitted.
bool sm_line_take_place(sm_line *line);

// With the lock held:
void sm_line_enqueue(sm_line *line, SMCommandBuffer *buffer);
void sm_line_remove(sm_line *line, SMCommandBuffer *buffer);  // one that was never committed
void sm_line_submit(sm_line *line);                           // whatever is ready

// Without it:
void sm_line_wait(sm_line *line, SMCommandBuffer *buffer);  // until it has finished
void sm_line_poll(sm_line *line, SMCommandBuffer *buffer);  // finishes it if the device is done
