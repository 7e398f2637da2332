#pragma once
#import <Metal/MTLResource.h>
NS_ASSUME_NONNULL_BEGIN

@protocol MTLBuffer <MTLResource>
@property (readonly) NSUInteger length;
@property (readonly) uint64_t gpuAddress;
- (void *)contents;
- (void)didModifyRange:(NSRange)range;
- (void)addDebugMarker:(NSString *)marker range:(NSRange)range;
- (void)removeAllDebugMarkers;
@end
NS_ASSUME_NONNULL_END
