#import <Metal/Metal.h>

@implementation MTLCompileOptions
@synthesize preprocessorMacros = _preprocessorMacros;
@synthesize fastMathEnabled = _fastMathEnabled;
@synthesize mathMode = _mathMode;
@synthesize mathFloatingPointFunctions = _mathFloatingPointFunctions;
@synthesize languageVersion = _languageVersion;
@synthesize preserveInvariance = _preserveInvariance;

- (instancetype)init {
    if (!(self = [super init])) return nil;
    _fastMathEnabled = YES;
    _mathMode = MTLMathModeFast;
    _languageVersion = MTLLanguageVersion3_2;
    return self;
}

// fastMathEnabled is the older name of both settings, of arithmetic and of functions.
- (void)setFastMathEnabled:(BOOL)enabled {
    _fastMathEnabled = enabled;
    _mathMode = enabled ? MTLMathModeFast : MTLMathModeSafe;
    _mathFloatingPointFunctions = enabled ? MTLMathFloatingPointFunctionsFast : MTLMathFloatingPointFunctionsPrecise;
}

- (void)setMathMode:(MTLMathMode)mode {
    _mathMode = mode;
    _fastMathEnabled = mode == MTLMathModeFast;
}

- (id)copyWithZone:(NSZone *)zone {
    MTLCompileOptions *copy = [[[self class] allocWithZone:zone] init];
    [copy setPreprocessorMacros:_preprocessorMacros];
    copy->_fastMathEnabled = _fastMathEnabled;
    copy->_mathMode = _mathMode;
    copy->_mathFloatingPointFunctions = _mathFloatingPointFunctions;
    copy->_languageVersion = _languageVersion;
    copy->_preserveInvariance = _preserveInvariance;
    return copy;
}

- (void)dealloc {
    [_preprocessorMacros release];
    [super dealloc];
}
@end
