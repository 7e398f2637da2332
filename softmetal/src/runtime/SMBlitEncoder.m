#import "SMBlitEncoder.h"

#import "report.h"

static const NSUInteger blit_alignment = 4;  // macOS asks it of offsets and sizes

// Ranges are written as literals: NSMakeRange raises where location and length add up to too much.

@implementation SMBlitEncoder
- (const char *)protocolName { return "MTLBlitCommandEncoder"; }

- (BOOL)allows:(const char *)method buffer:(SMBuffer *)buffer name:(const char *)name range:(NSRange)range {
    if (!buffer) {
        [self breaks:method rule:@"%s is nil", name];
        return NO;
    }
    if (![self allows:method object:buffer kind:SM_LIVE_BUFFER]) return NO;
    NSUInteger length = buffer->_memory.length;
    if (range.location > length || range.length > length - range.location) {
        NSString *label = [buffer label];
        [self breaks:method
                rule:@"%s: offset %lu and size %lu reach beyond the %lu bytes of buffer \"%@\"", name,
                     (unsigned long)range.location, (unsigned long)range.length, (unsigned long)length,
                     label ? label : @""];
        return NO;
    }
    if (sm_is_strict() && (range.location % blit_alignment || range.length % blit_alignment)) {
        [self breaks:method
                rule:@"%s: offset %lu and size %lu must be multiples of %lu", name, (unsigned long)range.location,
                     (unsigned long)range.length, (unsigned long)blit_alignment];
        return NO;
    }
    return YES;
}

- (BOOL)allows:(const char *)method writing:(SMBuffer *)buffer name:(const char *)name {
    if (!buffer->_readOnly) return YES;
    NSString *label = [buffer label];
    [self breaks:method rule:@"%s: the memory of buffer \"%@\" is read-only", name, label ? label : @""];
    return NO;
}

- (void)synchronizeResource:(id<MTLResource>)resource {
    static const char method[] = "synchronizeResource:";
    if (![self allows:method]) return;
    if (resource && ![self allows:method object:resource kind:SM_LIVE_BUFFER]) return;
    if (!resource || [resource storageMode] != MTLStorageModeManaged) {
        [self breaks:method rule:@"the resource is not of storage mode managed"];
        return;
    }
    [_buffer useResource:resource];
    [_buffer addCommand:SM_COMMAND_SYNCHRONIZE]->synchronize = (SMBuffer *)resource;
}

- (void)copyFromBuffer:(id<MTLBuffer>)source
          sourceOffset:(NSUInteger)sourceOffset
              toBuffer:(id<MTLBuffer>)destination
     destinationOffset:(NSUInteger)destinationOffset
                  size:(NSUInteger)size {
    static const char method[] = "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:";
    SMBuffer *from = (SMBuffer *)source, *to = (SMBuffer *)destination;
    if (![self allows:method] ||
        ![self allows:method buffer:from name:"sourceBuffer" range:(NSRange){sourceOffset, size}] ||
        ![self allows:method buffer:to name:"destinationBuffer" range:(NSRange){destinationOffset, size}] ||
        ![self allows:method writing:to name:"destinationBuffer"])
        return;
    if (size == 0) {
        [self breaks:method rule:@"size is 0"];
        return;
    }
    const char *begin = (const char *)from->_memory.address + sourceOffset;
    const char *target = (const char *)to->_memory.address + destinationOffset;
    if (begin < target + size && target < begin + size) {
        [self breaks:method
                rule:@"source and destination overlap (offsets %lu and %lu, size %lu)", (unsigned long)sourceOffset,
                     (unsigned long)destinationOffset, (unsigned long)size];
        return;
    }
    [_buffer useResource:from];
    [_buffer useResource:to];
    sm_command *command = [_buffer addCommand:SM_COMMAND_COPY];
    command->copy.from = from;
    command->copy.to = to;
    command->copy.from_offset = sourceOffset;
    command->copy.to_offset = destinationOffset;
    command->copy.size = size;
}

- (void)fillBuffer:(id<MTLBuffer>)buffer range:(NSRange)range value:(uint8_t)value {
    static const char method[] = "fillBuffer:range:value:";
    SMBuffer *target = (SMBuffer *)buffer;
    if (![self allows:method] || ![self allows:method buffer:target name:"buffer" range:range] ||
        ![self allows:method writing:target name:"buffer"])
        return;
    if (range.length == 0) {
        [self breaks:method rule:@"the range's length is 0"];
        return;
    }
    [_buffer useResource:target];
    sm_command *command = [_buffer addCommand:SM_COMMAND_FILL];
    command->fill.buffer = target;
    command->fill.offset = range.location;
    command->fill.size = range.length;
    command->fill.value = value;
}
@end
