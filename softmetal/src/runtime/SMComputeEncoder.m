#import "SMComputeEncoder.h"

#import "report.h"
#include <string.h>

static const NSUInteger threadgroup_alignment = 16;
static const uint64_t max_grid = UINT32_MAX;  // positions in the grid are 32-bit

static NSString *name_of(NSString *label) { return label ? label : @""; }

@implementation SMComputeEncoder
@synthesize dispatchType = _dispatchType;

- (instancetype)initWithBuffer:(SMCommandBuffer *)buffer dispatchType:(MTLDispatchType)type {
    if (!(self = [super initWithBuffer:buffer])) return nil;
    _dispatchType = type;
    return self;
}

- (const char *)protocolName { return "MTLComputeCommandEncoder"; }

// ---- Arguments

- (void)setComputePipelineState:(id<MTLComputePipelineState>)state {
    static const char method[] = "setComputePipelineState:";
    if (![self allows:method]) return;
    if (!state) {
        [self breaks:method rule:@"the pipeline is nil; read the NSError of newComputePipelineStateWithFunction:"];
        return;
    }
    if (![self allows:method object:state kind:SM_LIVE_PIPELINE]) return;
    _pipeline = (SMPipeline *)state;
    [_buffer useResource:_pipeline];
}

- (BOOL)allows:(const char *)method index:(NSUInteger)index {
    if (![self allows:method]) return NO;
    if (index < SM_MAX_BUFFERS) return YES;
    [self breaks:method rule:@"index %lu must be less than %d", (unsigned long)index, SM_MAX_BUFFERS];
    return NO;
}

- (BOOL)allows:(const char *)method offset:(NSUInteger)offset buffer:(SMBuffer *)buffer {
    if (offset < buffer->_memory.length) return YES;
    [self breaks:method
            rule:@"offset %lu must be less than the %lu bytes of buffer \"%@\"", (unsigned long)offset,
                 (unsigned long)buffer->_memory.length, name_of([buffer label])];
    return NO;
}

- (void)setBuffer:(id<MTLBuffer>)buffer offset:(NSUInteger)offset atIndex:(NSUInteger)index {
    static const char method[] = "setBuffer:offset:atIndex:";
    SMBuffer *object = (SMBuffer *)buffer;
    if (![self allows:method index:index]) return;
    if (object && (![self allows:method object:object kind:SM_LIVE_BUFFER] ||
                   ![self allows:method offset:offset buffer:object]))
        return;
    if (object) [_buffer useResource:object];
    _buffers[index] = (sm_buffer_slot){.buffer = object, .offset = offset};
}

- (void)setBufferOffset:(NSUInteger)offset atIndex:(NSUInteger)index {
    static const char method[] = "setBufferOffset:atIndex:";
    if (![self allows:method index:index]) return;
    SMBuffer *buffer = _buffers[index].buffer;
    if (!buffer) [self breaks:method rule:@"no buffer is set at index %lu", (unsigned long)index];
    else if ([self allows:method offset:offset buffer:buffer]) _buffers[index].offset = offset;
}

- (void)setBuffers:(const id<MTLBuffer> [])buffers offsets:(const NSUInteger[])offsets withRange:(NSRange)range {
    static const char method[] = "setBuffers:offsets:withRange:";
    if (![self allows:method]) return;
    if (range.location > SM_MAX_BUFFERS || range.length > SM_MAX_BUFFERS - range.location) {
        [self breaks:method rule:@"range {%lu, %lu} must end at or below %d", (unsigned long)range.location,
                                 (unsigned long)range.length, SM_MAX_BUFFERS];
        return;
    }
    if (range.length && (!buffers || !offsets)) {
        [self breaks:method rule:@"%s is NULL", buffers ? "offsets" : "buffers"];
        return;
    }
    for (NSUInteger i = 0; i < range.length; i++)
        [self setBuffer:buffers[i] offset:offsets[i] atIndex:range.location + i];
}

- (void)setBytes:(const void *)bytes length:(NSUInteger)length atIndex:(NSUInteger)index {
    static const char method[] = "setBytes:length:atIndex:";
    if (![self allows:method index:index]) return;
    if (!bytes || length == 0) {
        [self breaks:method rule:@"bytes %p, length %lu: there is nothing to set", bytes, (unsigned long)length];
        return;
    }
    if (sm_is_strict() && length > SM_MAX_BYTES) {
        [self breaks:method
                rule:@"length %lu must be at most %d; larger data belongs in a buffer", (unsigned long)length,
                     SM_MAX_BYTES];
        return;
    }
    void *copy = sm_arena_take(&_buffer->_arena, length);
    memcpy(copy, bytes, length);
    sm_device *device = _buffer->_queue->_device->_device;
    const void *staged = device->functions->stage_bytes(device, copy, length);
    _buffers[index] = (sm_buffer_slot){.bytes = staged, .length = length};
}

- (void)setThreadgroupMemoryLength:(NSUInteger)length atIndex:(NSUInteger)index {
    static const char method[] = "setThreadgroupMemoryLength:atIndex:";
    if (![self allows:method index:index]) return;
    if (sm_is_strict() && length % threadgroup_alignment)
        [self breaks:method rule:@"length %lu must be a multiple of %lu", (unsigned long)length,
                                 (unsigned long)threadgroup_alignment];
    else _threadgroupLengths[index] = length;
}

- (void)useResource:(id<MTLResource>)resource usage:(MTLResourceUsage)usage {
    (void)usage;
    static const char method[] = "useResource:usage:";
    if (![self allows:method]) return;
    if (!resource) [self breaks:method rule:@"the resource is nil"];
    else if ([self allows:method object:resource kind:SM_LIVE_BUFFER]) [_buffer useResource:resource];
}

- (BOOL)allows:(const char *)method resources:(const id<MTLResource> [])resources count:(NSUInteger)count {
    if (![self allows:method]) return NO;
    if (resources || !count) return YES;
    [self breaks:method rule:@"resources is NULL"];
    return NO;
}

- (void)useResources:(const id<MTLResource> [])resources count:(NSUInteger)count usage:(MTLResourceUsage)usage {
    if (![self allows:"useResources:count:usage:" resources:resources count:count]) return;
    for (NSUInteger i = 0; i < count; i++) [self useResource:resources[i] usage:usage];
}

// Commands run one after another, so each sees what the earlier ones wrote.
- (void)memoryBarrierWithScope:(MTLBarrierScope)scope {
    static const char method[] = "memoryBarrierWithScope:";
    if (![self allows:method]) return;
    if (scope == 0 || (scope & ~(NSUInteger)(MTLBarrierScopeBuffers | MTLBarrierScopeTextures)))
        [self breaks:method rule:@"scope 0x%lx is not valid in a compute encoder", (unsigned long)scope];
}

- (void)memoryBarrierWithResources:(const id<MTLResource> [])resources count:(NSUInteger)count {
    static const char method[] = "memoryBarrierWithResources:count:";
    if (![self allows:method resources:resources count:count]) return;
    for (NSUInteger i = 0; i < count; i++) {
        if (!resources[i]) [self breaks:method rule:@"resource %lu is nil", (unsigned long)i];
        else [self allows:method object:resources[i] kind:SM_LIVE_BUFFER];
    }
}

// ---- Dispatch

- (BOOL)allows:(const char *)method argument:(const sm_arg *)argument alignment:(NSUInteger)alignment {
    const char *kernel = _pipeline->_kernel->name;
    const sm_buffer_slot *slot = &_buffers[argument->index];
    if (!slot->buffer && !slot->bytes) {
        [self breaks:method
                rule:@"kernel %s: argument %s needs a buffer at index %u, and none is set", kernel, argument->name,
                     argument->index];
        return NO;
    }
    NSString *label = slot->buffer ? name_of([slot->buffer label]) : @"set by setBytes";
    NSUInteger space = slot->buffer ? slot->buffer->_memory.length - slot->offset : slot->length;
    if (slot->buffer && argument->access == SM_ACCESS_READ_WRITE && slot->buffer->_readOnly) {
        [self breaks:method
                rule:@"kernel %s: argument %s (index %u) is written, but the memory of buffer \"%@\" is read-only",
                     kernel, argument->name, argument->index, label];
        return NO;
    }
    if (!sm_is_strict()) return YES;
    if (space < argument->min_size) {
        [self breaks:method
                rule:@"kernel %s: argument %s (index %u) is of type %s and needs %lu bytes; buffer \"%@\" has %lu "
                     @"from offset %lu",
                     kernel, argument->name, argument->index, argument->type, (unsigned long)argument->min_size, label,
                     (unsigned long)space, (unsigned long)slot->offset];
        return NO;
    }
    if (slot->buffer && slot->offset % alignment) {
        [self breaks:method
                rule:@"kernel %s: argument %s (index %u): offset %lu of buffer \"%@\" must be a multiple of %lu, the "
                     @"alignment of %s",
                     kernel, argument->name, argument->index, (unsigned long)slot->offset, label,
                     (unsigned long)alignment, argument->type];
        return NO;
    }
    return YES;
}

- (BOOL)allowsArguments:(const char *)method {
    const sm_kernel *kernel = _pipeline->_kernel;
    NSUInteger threadgroup = _pipeline->_staticThreadgroupBytes;
    for (size_t i = 0; i < kernel->arg_count; i++) {
        const sm_arg *argument = &kernel->args[i];
        if (argument->kind == SM_ARG_BUFFER &&
            ![self allows:method argument:argument alignment:_pipeline->_alignments[i]])
            return NO;
        if (argument->kind != SM_ARG_THREADGROUP) continue;
        if (_threadgroupLengths[argument->index] == 0) {
            [self breaks:method
                    rule:@"kernel %s: argument %s needs threadgroup memory at index %u; call "
                         @"setThreadgroupMemoryLength:atIndex:",
                         kernel->name, argument->name, argument->index];
            return NO;
        }
        threadgroup += _threadgroupLengths[argument->index];
    }
    NSUInteger limit = _buffer->_queue->_device->_device->max_threadgroup_memory;
    if (threadgroup <= limit) return YES;
    [self breaks:method
            rule:@"kernel %s: its threadgroup memory of %lu bytes is more than the device's %lu", kernel->name,
                 (unsigned long)threadgroup, (unsigned long)limit];
    return NO;
}

- (BOOL)allows:(const char *)method group:(MTLSize)group {
    NSUInteger limit = _pipeline->_maxThreads;
    if (group.width == 0 || group.height == 0 || group.depth == 0)
        [self breaks:method
                rule:@"threadsPerThreadgroup {%lu, %lu, %lu}: each must be at least 1", (unsigned long)group.width,
                     (unsigned long)group.height, (unsigned long)group.depth];
    // One after another, so that no product runs over.
    else if (group.width > limit || group.height > limit / group.width ||
             group.depth > limit / group.width / group.height)
        [self breaks:method
                rule:@"threadsPerThreadgroup {%lu, %lu, %lu} is more than the %lu threads that a threadgroup of "
                     @"kernel %s can have (maxTotalThreadsPerThreadgroup)",
                     (unsigned long)group.width, (unsigned long)group.height, (unsigned long)group.depth,
                     (unsigned long)limit, _pipeline->_kernel->name];
    else if (_pipeline->_takesWholeSimdGroups &&
             group.width * group.height * group.depth % [_pipeline threadExecutionWidth])
        [self breaks:method
                rule:@"threadsPerThreadgroup {%lu, %lu, %lu} is no multiple of %lu threads, as the pipeline's "
                     @"descriptor promises (threadGroupSizeIsMultipleOfThreadExecutionWidth)",
                     (unsigned long)group.width, (unsigned long)group.height, (unsigned long)group.depth,
                     (unsigned long)[_pipeline threadExecutionWidth]];
    else return YES;
    return NO;
}

// SIMD groups are cut from the threads of a threadgroup in order, but the device cuts them row by row: where a SIMD
// group reaches over two rows, the threadgroup is launched as one.
- (BOOL)cutsRowsOfGroup:(MTLSize)group grid:(MTLSize)grid unit:(NSUInteger[3])unit {
    NSUInteger lanes = [_pipeline threadExecutionWidth], rest = grid.width * unit[0] % group.width;
    return _pipeline->_kernel->uses_simd && group.height * group.depth > 1 && (group.width % lanes || rest % lanes);
}

- (BOOL)makesFlatEntry:(const char *)method {
    NSError *error = nil;
    if ([_pipeline makeFlatEntry:&error]) return YES;
    [self breaks:method rule:@"%@", [error localizedDescription]];
    return NO;
}

- (BOOL)allows:(const char *)method grid:(MTLSize)grid unit:(NSUInteger[3])unit {
    NSUInteger size[3] = {grid.width, grid.height, grid.depth};
    uint64_t limit = sm_limit(SM_LIMIT_GRID, max_grid);
    for (int d = 0; d < 3; d++) {
        if (size[d] == 0) {
            [self breaks:method
                    rule:@"the grid {%lu, %lu, %lu} is empty", (unsigned long)grid.width, (unsigned long)grid.height,
                         (unsigned long)grid.depth];
            return NO;
        }
        if (size[d] > limit / unit[d]) {
            [self breaks:method
                    rule:@"the grid {%lu, %lu, %lu} has more than the %llu threads that a dimension can have",
                         (unsigned long)grid.width, (unsigned long)grid.height, (unsigned long)grid.depth,
                         (unsigned long long)limit];
            return NO;
        }
    }
    return YES;
}

- (sm_value)valueOfArgument:(const sm_arg *)argument {
    if (argument->kind == SM_ARG_THREADGROUP)
        return (sm_value){SM_VALUE_THREADGROUP, NULL, _threadgroupLengths[argument->index]};
    if (argument->kind == SM_ARG_CONTEXT) return (sm_value){SM_VALUE_BYTES, NULL, 0};  // filled in for each region
    const sm_buffer_slot *slot = &_buffers[argument->index];
    const void *address = slot->buffer ? (const char *)slot->buffer->_memory.address + slot->offset : slot->bytes;
    return (sm_value){SM_VALUE_ADDRESS, address, 0};
}

- (const sm_buffer_slot *)slotsOfKernel:(const sm_kernel *)kernel {
    sm_buffer_slot *slots = sm_arena_take(&_buffer->_arena, kernel->arg_count * sizeof *slots);
    for (size_t i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == SM_ARG_BUFFER) slots[i] = _buffers[kernel->args[i].index];
    return slots;
}

// unit: threads in each dimension that one step of grid stands for.
- (void)dispatch:(const char *)method grid:(MTLSize)grid unit:(NSUInteger[3])unit group:(MTLSize)group {
    if (![self allows:method]) return;
    if (!_pipeline) {
        [self breaks:method rule:@"no pipeline is set; call setComputePipelineState: first"];
        return;
    }
    if (![self allows:method group:group] || ![self allows:method grid:grid unit:unit] ||
        ![self allowsArguments:method])
        return;
    bool is_flat = [self cutsRowsOfGroup:group grid:grid unit:unit];
    if (is_flat && ![self makesFlatEntry:method]) return;
    const sm_kernel *kernel = _pipeline->_kernel;
    sm_value *values = sm_arena_take(&_buffer->_arena, kernel->arg_count * sizeof *values);
    for (size_t i = 0; i < kernel->arg_count; i++) values[i] = [self valueOfArgument:&kernel->args[i]];
    sm_command *command = [_buffer addCommand:SM_COMMAND_DISPATCH];
    command->dispatch.pipeline = _pipeline;
    command->dispatch.values = values;
    command->dispatch.value_count = kernel->arg_count;
    command->dispatch.is_flat = is_flat;
    command->dispatch.slots = sm_checks_bounds() ? [self slotsOfKernel:kernel] : NULL;
    NSUInteger size[3] = {grid.width, grid.height, grid.depth}, groups[3] = {group.width, group.height, group.depth};
    for (int d = 0; d < 3; d++) {
        command->dispatch.threads[d] = size[d] * unit[d];
        command->dispatch.group[d] = groups[d];
    }
}

- (void)dispatchThreads:(MTLSize)threads threadsPerThreadgroup:(MTLSize)group {
    NSUInteger unit[3] = {1, 1, 1};
    [self dispatch:"dispatchThreads:threadsPerThreadgroup:" grid:threads unit:unit group:group];
}

- (void)dispatchThreadgroups:(MTLSize)groups threadsPerThreadgroup:(MTLSize)group {
    NSUInteger unit[3] = {group.width, group.height, group.depth};
    [self dispatch:"dispatchThreadgroups:threadsPerThreadgroup:" grid:groups unit:unit group:group];
}
@end
