#import "SMCommandEncoder.h"

#import "report.h"

@implementation SMCommandEncoder
- (instancetype)initWithBuffer:(SMCommandBuffer *)buffer {
    if (!(self = [super initWithKind:SM_LIVE_ENCODER])) return nil;
    _buffer = [buffer retain];
    _buffer->_openEncoder = self;
    return self;
}

- (void)dealloc {
    if (!_hasEnded) {
        [self breaks:"dealloc" rule:@"the encoder was released without endEncoding"];
        [self abandon];
    }
    [_buffer release];
    [super dealloc];
}

- (id<MTLDevice>)device { return [_buffer device]; }
- (const char *)protocolName { return "MTLCommandEncoder"; }

- (void)breaks:(const char *)method rule:(NSString *)format, ... {
    va_list arguments;
    va_start(arguments, format);
    NSString *rule = [[NSString alloc] initWithFormat:format arguments:arguments];
    va_end(arguments);
    NSString *bufferLabel = [_buffer label];
    sm_violation(_buffer, @"-[%s %s]: %@ (encoder \"%@\", command buffer \"%@\")", [self protocolName], method, rule,
                 _label ? _label : @"", bufferLabel ? bufferLabel : @"");
    [rule release];
}

- (BOOL)allows:(const char *)method {
    if (!_hasEnded) return YES;
    [self breaks:method rule:@"the encoder has ended; make a new one from the command buffer"];
    return NO;
}

- (BOOL)allows:(const char *)method object:(id)object kind:(sm_live_kind)kind {
    NSString *refusal = sm_refusal(object, kind, _buffer->_queue->_device);
    if (refusal) [self breaks:method rule:@"%@", refusal];
    return !refusal;
}

- (void)abandon {
    _hasEnded = YES;
    if (_buffer->_openEncoder == self) _buffer->_openEncoder = nil;
}

- (void)endEncoding {
    if (![self allows:"endEncoding"]) return;
    if (_debugDepth) [self breaks:"endEncoding" rule:@"%lu debug groups are still pushed", (unsigned long)_debugDepth];
    [self abandon];
}

- (void)insertDebugSignpost:(NSString *)string {
    (void)string;
    [self allows:"insertDebugSignpost:"];
}

- (void)pushDebugGroup:(NSString *)string {
    if (![self allows:"pushDebugGroup:"]) return;
    if (!string) [self breaks:"pushDebugGroup:" rule:@"string is nil"];
    _debugDepth++;
}

- (void)popDebugGroup {
    if (![self allows:"popDebugGroup"]) return;
    if (_debugDepth) _debugDepth--;
    else [self breaks:"popDebugGroup" rule:@"no debug group is pushed"];
}
@end
