#pragma once
#import "SMCommandBuffer.h"

// What both encoders share.
@interface SMCommandEncoder : SMObject <MTLCommandEncoder> {
    @protected
    SMCommandBuffer *_buffer;
    @private
    BOOL _hasEnded;
    NSUInteger _debugDepth;
}
- (instancetype)initWithBuffer:(SMCommandBuffer *)buffer;
- (void)abandon;  // its command buffer was committed without endEncoding

// Each method of an encoder begins with this: NO, and the violation reported, after endEncoding.
- (BOOL)allows:(const char *)method;
// An object that the program passes, not nil: is it one of this kind and of the encoder's device?
- (BOOL)allows:(const char *)method object:(id)object kind:(sm_live_kind)kind;
// Reports a violation and adds where it happened.
- (void)breaks:(const char *)method rule:(NSString *)format, ... NS_FORMAT_FUNCTION(2, 3);
- (const char *)protocolName;  // of the subclass
@end
