#import "commands.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, BLOCK = 4096 };  // the largest vector type, ulong4, is 32 bytes

struct sm_arena_block {
    sm_arena_block *next;
    size_t size;
};

void *sm_arena_take(sm_arena *arena, size_t size) {
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!arena->blocks || arena->used + size > arena->blocks->size) {
        size_t whole = ALIGNMENT + size > BLOCK ? ALIGNMENT + size : BLOCK;
        void *memory;
        if (posix_memalign(&memory, ALIGNMENT, whole)) abort();
        sm_arena_block *block = memory;
        *block = (sm_arena_block){arena->blocks, whole};
        arena->blocks = block;
        arena->used = ALIGNMENT;
    }
    void *taken = (char *)arena->blocks + arena->used;
    arena->used += size;
    return taken;
}

void sm_arena_free(sm_arena *arena) {
    for (sm_arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *arena = (sm_arena){0};
}

// Keeps the new fence as the last one, and as the first where there is none.
static void keep_fence(sm_device *device, sm_fence *fence, sm_fence **first, sm_fence **last) {
    if (!*first) *first = fence;
    else if (*last != *first) device->functions->release_fence(*last);
    *last = fence;
}

// OpenCL takes only grids that are a multiple of the threadgroup: up to 2^dimensions uniform regions make up any grid.
// Bit d of region is set for the rest at the end of dimension d. False where there is nothing in it.
static bool cut_region(const sm_command *command, unsigned region, sm_launch *launch, sm_context *context) {
    for (unsigned d = 0; d < launch->dimensions; d++) {
        size_t threads = command->dispatch.threads[d], group = command->dispatch.group[d];
        size_t whole = threads / group * group, rest = threads - whole;
        bool is_rest = region >> d & 1;
        launch->offset[d] = is_rest ? whole : 0;
        launch->threads[d] = is_rest ? rest : whole;
        launch->group[d] = is_rest ? rest : group;
        context->base_group[d] = (uint32_t)(launch->offset[d] / group);
        if (launch->threads[d] == 0) return false;
    }
    return true;
}

// The threads of each threadgroup in one row, and the threadgroups behind one another.
static void flatten(sm_launch *launch) {
    for (unsigned d = 1; d < launch->dimensions; d++) {
        launch->threads[0] *= launch->threads[d];
        launch->group[0] *= launch->group[d];
    }
    launch->offset[0] = 0;
    launch->dimensions = 1;
}

static bool submit_dispatch(sm_device *device, sm_stream *stream, const sm_command *command, sm_fence **first,
                            sm_fence **last, char **error) {
    const NSUInteger *threads = command->dispatch.threads, *group = command->dispatch.group;
    sm_context context = {.grid[3] = 1, .group_size[3] = 1, .group_count[3] = 1};
    for (int d = 0; d < 3; d++) {
        context.grid[d] = (uint32_t)threads[d];
        context.group_size[d] = (uint32_t)group[d];
        context.group_count[d] = (uint32_t)((threads[d] + group[d] - 1) / group[d]);
    }
    sm_launch launch = {
        .entry = command->dispatch.is_flat ? command->dispatch.pipeline->_flatEntry
                                           : command->dispatch.pipeline->_entry,
        .values = command->dispatch.values,
        .value_count = command->dispatch.value_count,
        .dimensions = threads[2] > 1 || group[2] > 1 ? 3 : threads[1] > 1 || group[1] > 1 ? 2 : 1,
    };
    sm_value *last_value = &command->dispatch.values[launch.value_count - 1];
    *last_value = (sm_value){SM_VALUE_BYTES, &context, sizeof context};
    for (unsigned region = 0; region < 1u << launch.dimensions; region++) {
        sm_fence *fence;
        if (!cut_region(command, region, &launch, &context)) continue;
        sm_launch piece = launch;
        if (command->dispatch.is_flat) flatten(&piece);
        if (!device->functions->launch(stream, &piece, &fence, error)) return false;
        keep_fence(device, fence, first, last);
    }
    return true;
}

bool sm_command_submit(sm_device *device, sm_stream *stream, const sm_command *command, sm_fence **first,
                       sm_fence **last, char **error) {
    const sm_device_functions *f = device->functions;
    if (command->kind == SM_COMMAND_DISPATCH) return submit_dispatch(device, stream, command, first, last, error);
    sm_fence *fence;
    bool submitted;
    if (command->kind == SM_COMMAND_COPY)
        submitted = f->copy(stream, (char *)command->copy.to->_memory.address + command->copy.to_offset,
                            (char *)command->copy.from->_memory.address + command->copy.from_offset,
                            command->copy.size, &fence, error);
    else if (command->kind == SM_COMMAND_FILL)
        submitted = f->fill(stream, (char *)command->fill.buffer->_memory.address + command->fill.offset,
                            command->fill.value, command->fill.size, &fence, error);
    else submitted = f->synchronize(stream, &command->synchronize->_memory, &fence, error);
    if (submitted) keep_fence(device, fence, first, last);
    return submitted;
}
