// What encoders record and a command buffer keeps until it has run.
#pragma once
#import "SMBuffer.h"
#import "SMPipeline.h"

enum { SM_MAX_BUFFERS = 31, SM_MAX_BYTES = 4096 };

typedef enum { SM_COMMAND_DISPATCH, SM_COMMAND_COPY, SM_COMMAND_FILL, SM_COMMAND_SYNCHRONIZE } sm_command_kind;

// One place of the buffer argument table: a buffer and offset, or bytes.
typedef struct {
    SMBuffer *buffer;
    NSUInteger offset;
    const void *bytes;
    NSUInteger length;  // of bytes
} sm_buffer_slot;

typedef struct sm_command {
    struct sm_command *next;
    sm_command_kind kind;
    union {
        struct {
            SMPipeline *pipeline;
            sm_value *values;  // the last one is the context
            size_t value_count;
            const sm_buffer_slot *slots;  // of each value, only where they are checked (SOFTMETAL_CHECK=bounds)
            NSUInteger threads[3], group[3];
            bool is_flat;  // threadgroups are launched as one row
        } dispatch;
        struct {
            SMBuffer *from, *to;
            NSUInteger from_offset, to_offset, size;
        } copy;
        struct {
            SMBuffer *buffer;
            NSUInteger offset, size;
            uint8_t value;
        } fill;
        SMBuffer *synchronize;
    };
} sm_command;

// Memory that is freed at one stroke.
typedef struct sm_arena_block sm_arena_block;
typedef struct {
    sm_arena_block *blocks;
    size_t used;
} sm_arena;
void *sm_arena_take(sm_arena *arena, size_t size);  // aligned to 64 bytes, not zeroed
void sm_arena_free(sm_arena *arena);

// Puts a command into the stream. *first is set to its first fence unless it is already set, *last always.
bool sm_command_submit(sm_device *device, sm_stream *stream, const sm_command *command, sm_fence **first,
                       sm_fence **last, char **error);
