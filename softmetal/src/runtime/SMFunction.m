#import "SMFunction.h"

#import "data_type.h"

@interface MTLFunctionConstant (SMCreation)
- (instancetype)initWithConstant:(const sm_constant *)constant;
@end

@implementation MTLFunctionConstant
@synthesize name = _name;
@synthesize type = _type;
@synthesize index = _index;
@synthesize required = _required;

- (instancetype)initWithConstant:(const sm_constant *)constant {
    if (!(self = [super init])) return nil;
    _name = [[NSString alloc] initWithUTF8String:constant->name];
    _type = sm_data_type_named(constant->type).type;
    _index = constant->index;
    _required = constant->required != 0;
    return self;
}

- (void)dealloc {
    [_name release];
    [super dealloc];
}
@end

@implementation SMFunction
- (instancetype)initWithLibrary:(SMLibrary *)library
                         kernel:(const sm_kernel *)kernel
                        program:(sm_program *)program
                      constants:(MTLFunctionConstantValues *)constants {
    if (!(self = [super initWithKind:SM_LIVE_FUNCTION])) return nil;
    _library = [library retain];
    _kernel = kernel;
    _program = program;
    _constants = [constants copy];
    return self;
}

- (void)dealloc {
    _library->_device->_device->functions->release_program(_program);
    [_constants release];
    [_library release];
    [super dealloc];
}

- (id<MTLDevice>)device { return _library->_device; }
- (MTLFunctionType)functionType { return MTLFunctionTypeKernel; }
- (NSString *)name { return [NSString stringWithUTF8String:_kernel->name]; }

- (NSDictionary *)functionConstantsDictionary {
    NSMutableDictionary *dictionary = [NSMutableDictionary dictionary];
    const sm_constant *constants;
    sm_module_constants(_library->_module, &constants);
    for (size_t i = 0; i < _kernel->constant_count; i++) {
        MTLFunctionConstant *constant =
            [[MTLFunctionConstant alloc] initWithConstant:&constants[_kernel->constants[i]]];
        [dictionary setObject:constant forKey:[constant name]];
        [constant release];
    }
    return dictionary;
}
@end
