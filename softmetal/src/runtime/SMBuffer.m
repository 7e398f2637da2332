#import "SMBuffer.h"

#import "report.h"
#include "blocks.h"
#include <stdlib.h>
#include <string.h>

#include "regions.h"

static const uintptr_t adoption_alignment = 16384;  // a page of Apple silicon

static MTLStorageMode storage_of(MTLResourceOptions options) {
    return (options & MTLResourceStorageModeMask) >> MTLResourceStorageModeShift;
}

static BOOL is_valid_request(const char *method, NSUInteger length, MTLResourceOptions options, NSUInteger limit) {
    const MTLResourceOptions known =
        MTLResourceCPUCacheModeMask | MTLResourceStorageModeMask | MTLResourceHazardTrackingModeMask;
    MTLStorageMode storage = storage_of(options);
    if (length == 0) sm_violation(nil, @"%s: length must be more than 0", method);
    else if (length > limit)
        sm_violation(nil, @"%s: length %lu is more than the device's maxBufferLength %lu", method,
                     (unsigned long)length, (unsigned long)limit);
    else if ((options & ~known) || storage > MTLStorageModePrivate)
        sm_violation(nil, @"%s: options 0x%lx are not valid for a buffer", method, (unsigned long)options);
    else return YES;
    return NO;
}

static BOOL can_adopt(void *pointer, NSUInteger length, MTLResourceOptions options, BOOL *readOnly) {
    static const char method[] = "newBufferWithBytesNoCopy:length:options:deallocator:";
    if (!pointer) {
        sm_violation(nil, @"%s: pointer is NULL", method);
        return NO;
    }
    if (storage_of(options) == MTLStorageModePrivate) {
        sm_violation(nil, @"%s: memory of the CPU cannot have storage mode private", method);
        return NO;
    }
    if (sm_is_strict() && (uintptr_t)pointer % adoption_alignment) {
        sm_violation(nil, @"%s: pointer %p is not a multiple of the page size %lu", method, pointer,
                     (unsigned long)adoption_alignment);
        return NO;
    }
    if (sm_is_strict() && length % adoption_alignment) {
        sm_violation(nil, @"%s: length %lu is not a multiple of the page size %lu", method, (unsigned long)length,
                     (unsigned long)adoption_alignment);
        return NO;
    }
    bool writable;
    uintptr_t at;
    sm_region_answer answer = sm_region_query(pointer, length, &writable, &at);
    *readOnly = !writable;
    static NSString *const complaints[] = {
        [SM_REGION_UNMAPPED] = @"is not mapped",
        [SM_REGION_UNREADABLE] = @"cannot be read",
        [SM_REGION_SEVERAL] = @"belongs to another memory region than the beginning",
    };
    if (answer == SM_REGION_OK || (answer == SM_REGION_SEVERAL && !sm_is_strict())) return YES;
    sm_violation(nil, @"%s: the range of %lu bytes at %p must lie in one memory region, but %p %@", method,
                 (unsigned long)length, pointer, (void *)at, complaints[answer]);
    return NO;
}

// Memory with guards, which the device takes as it stands.
static sm_guarded *allocate_guarded(sm_device *device, NSUInteger length, MTLStorageMode storage, sm_memory *memory) {
    sm_guarded *guarded = malloc(sizeof *guarded);
    if (!guarded || !sm_guarded_new(length, 1, guarded)) {
        free(guarded);
        return NULL;
    }
    if (!device->functions->wrap(device, guarded->data, length, memory)) {
        sm_guarded_free(guarded);
        free(guarded);
        return NULL;
    }
    if (storage == MTLStorageModePrivate) memory->host = NULL;
    return guarded;
}

@implementation SMBuffer
- (instancetype)initWithDevice:(SMDevice *)device options:(MTLResourceOptions)options {
    if (!(self = [super initWithKind:SM_LIVE_BUFFER])) return nil;
    _device = [device retain];
    _options = options;
    return self;
}

+ (instancetype)newBufferWithDevice:(SMDevice *)device length:(NSUInteger)length options:(MTLResourceOptions)options {
    sm_device *d = device->_device;
    if (!is_valid_request("newBufferWithLength:options:", length, options, [device maxBufferLength])) return nil;
    if (sm_fault(SM_FAULT_ALLOC)) return nil;
    MTLStorageMode storage = storage_of(options);
    sm_memory memory;
    sm_guarded *guarded = sm_checks_bounds() ? allocate_guarded(d, length, storage, &memory) : NULL;
    const bool is_made = sm_checks_bounds() ? guarded != NULL
                                            : d->functions->allocate(d, length, (sm_storage)storage, &memory);
    if (!is_made) return nil;
    SMBuffer *buffer = [[self alloc] initWithDevice:device options:options];
    buffer->_memory = memory;
    buffer->_guarded = guarded;
    sm_count_allocated((NSInteger)length);
    return buffer;
}

+ (instancetype)newBufferWithDevice:(SMDevice *)device
                             adopts:(void *)pointer
                             length:(NSUInteger)length
                            options:(MTLResourceOptions)options
                        deallocator:(SMDeallocator)deallocator {
    sm_device *d = device->_device;
    static const char method[] = "newBufferWithBytesNoCopy:length:options:deallocator:";
    BOOL readOnly;
    if (!is_valid_request(method, length, options, [device maxBufferLength])) return nil;
    if (!can_adopt(pointer, length, options, &readOnly)) return nil;
    sm_memory memory;
    if (sm_fault(SM_FAULT_NOCOPY) || !d->functions->wrap(d, pointer, length, &memory)) return nil;
    SMBuffer *buffer = [[self alloc] initWithDevice:device options:options];
    buffer->_memory = memory;
    buffer->_readOnly = readOnly;
    if (deallocator) buffer->_deallocator = SM_BLOCK_COPY(deallocator);
    sm_count_allocated((NSInteger)length);
    return buffer;
}

- (void)dealloc {
    sm_count_allocated(-(NSInteger)_memory.length);
    void *pointer = _memory.host;
    _device->_device->functions->release_memory(_device->_device, &_memory);
    if (_guarded) sm_guarded_free(_guarded);
    free(_guarded);
    if (_deallocator) {
        _deallocator(pointer, _memory.length);
        Block_release(_deallocator);
    }
    [_device release];
    [super dealloc];
}

- (id<MTLDevice>)device { return _device; }
- (NSUInteger)length { return _memory.length; }
- (NSUInteger)allocatedSize {
    return (_memory.length + adoption_alignment - 1) / adoption_alignment * adoption_alignment;
}

- (uint64_t)gpuAddress { return (uintptr_t)_memory.address; }
- (MTLResourceOptions)resourceOptions { return _options; }
- (MTLStorageMode)storageMode { return storage_of(_options); }
- (MTLCPUCacheMode)cpuCacheMode { return _options & MTLResourceCPUCacheModeMask; }

- (MTLHazardTrackingMode)hazardTrackingMode {
    MTLHazardTrackingMode mode =
        (_options & MTLResourceHazardTrackingModeMask) >> MTLResourceHazardTrackingModeShift;
    return mode == MTLHazardTrackingModeDefault ? MTLHazardTrackingModeTracked : mode;
}

- (void *)contents {
    if (!_memory.host)
        sm_violation(nil, @"-[MTLBuffer contents]: the CPU cannot reach a buffer of storage mode private (\"%@\")",
                     _label ? _label : @"");
    return _memory.host;
}

- (void)didModifyRange:(NSRange)range {
    if (storage_of(_options) != MTLStorageModeManaged)
        sm_violation(nil, @"-[MTLBuffer didModifyRange:]: only for storage mode managed (\"%@\")",
                     _label ? _label : @"");
    else if (range.location > _memory.length || range.length > _memory.length - range.location)
        sm_violation(nil, @"-[MTLBuffer didModifyRange:]: {%lu, %lu} is not inside the buffer's %lu bytes (\"%@\")",
                     (unsigned long)range.location, (unsigned long)range.length, (unsigned long)_memory.length,
                     _label ? _label : @"");
    else
        _device->_device->functions->did_modify(_device->_device, &_memory, range.location, range.length);
}

- (MTLPurgeableState)setPurgeableState:(MTLPurgeableState)state {
    (void)state;
    return MTLPurgeableStateNonVolatile;  // nothing here is ever purged
}

// Markers are for Apple's frame capture.
- (void)addDebugMarker:(NSString *)marker range:(NSRange)range { (void)marker, (void)range; }
- (void)removeAllDebugMarkers {}
@end
