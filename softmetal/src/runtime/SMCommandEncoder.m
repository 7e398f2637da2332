#import "SMCommandEncoder.h"

#import "live.h"
#import "report.h"

@implementation SMCommandEncoder
@synthesize label = _label;

- (instancetype)initWithBuffer:(SMCommandBuffer *)buffer {
    if (!(self = [super init])) return nil;
    _buffer = [buffer retain];
    _buffer->_openEncoder = self;
    sm_object_begins(self, SM_LIVE_ENCODER);
    return self;
}

- (void)dealloc {
    sm_object_ends(self, SM_LIVE_ENCODER);
    if (!_hasEnded) {
        [self breaks:"dealloc" rule:@"the encoder was released without endEncoding"];
        [self abandon];
    }
    [_label release];
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
