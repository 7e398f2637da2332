#import "SMLibrary.h"

#import "SMFunction.h"
#import "SMFunctionConstantValues.h"
#import "background.h"
#import "compile.h"
#import "data_type.h"
#import "report.h"
#import "stack.h"
#include <stdlib.h>
#include <string.h>

NSErrorDomain const MTLLibraryErrorDomain = @"MTLLibraryErrorDomain";

// A macro's value is a string, taken as it stands, or a number.
static NSString *macro_text(NSObject *value) {
    if ([value isKindOfClass:[NSString class]]) return (NSString *)value;
    if ([value isKindOfClass:[NSNumber class]]) return [(NSNumber *)value stringValue];
    return nil;
}

static NSString *text_of(char *c_string, NSString *otherwise) {
    NSString *text = c_string ? [NSString stringWithUTF8String:c_string] : nil;
    free(c_string);
    text = [text stringByTrimmingCharactersInSet:[NSCharacterSet newlineCharacterSet]];
    return [text length] ? text : otherwise;
}

typedef struct {
    const char *source;
    const sm_options *options;
    char *complaint;
    sm_module *module;
} translation;

static void translate(void *argument) {
    translation *t = argument;
    t->module = sm_module_new(t->source, t->options, &t->complaint);
}

@implementation SMLibrary
- (instancetype)initWithDevice:(SMDevice *)device
                        source:(NSString *)source
                       options:(MTLCompileOptions *)options
                         error:(NSError **)error {
    if (!(self = [super initWithKind:SM_LIVE_LIBRARY])) return nil;
    _device = [device retain];
    if ([self translate:source options:options error:error] && [self compile:error]) return self;
    [self release];
    return nil;
}

- (BOOL)translate:(NSString *)source options:(MTLCompileOptions *)options error:(NSError **)error {
    MTLCompileOptions *used = options ? [options retain] : [MTLCompileOptions new];
    NSDictionary *macros = [used preprocessorMacros];
    NSUInteger count = 0;
    sm_macro list[[macros count] + 1];
    for (NSString *name in macros) {
        if (![name isKindOfClass:[NSString class]]) {
            sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                    @"preprocessorMacros: the name %@ is not a string", name);
            [used release];
            return NO;
        }
        NSString *value = macro_text([macros objectForKey:name]);
        if (!value) {
            sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                    @"preprocessorMacros: the value of %@ is neither a string nor a number", name);
            [used release];
            return NO;
        }
        list[count++] = (sm_macro){[name UTF8String], [value UTF8String]};
    }
    const sm_options dialect = {
        .macros = list,
        .macro_count = count,
        .fast_math = [used mathMode] == MTLMathModeFast,
        // The processor flushes doubles along with floats, so a device that flushes has no double, as on Apple's GPUs.
        .has_double = _device->_device->has_double && !sm_flush_subnormals(),
        .language_version = (int)[used languageVersion],
    };
    translation t = {.source = [source UTF8String], .options = &dialect};
    sm_on_deep_stack(translate, &t);
    _module = t.module;
    const char *flush = sm_flush_subnormals() ? _device->_device->flush_option : "";
    _options = strdup([[NSString stringWithFormat:@"%s %s", sm_dialect_options(&dialect), flush] UTF8String]);
    [used release];
    if (!_module)
        sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure, @"%@",
                text_of(t.complaint, @"the source does not compile"));
    return _module != NULL;
}

- (sm_program *)newProgramForKernel:(const char *)kernel
                             values:(const sm_constant_value *)values
                              count:(size_t)count
                             layout:(sm_threadgroup_layout)layout
                              error:(NSError **)error {
    char *complaint = NULL, *log = NULL;
    char *source = sm_module_source(_module, kernel, values, count, &complaint);
    if (!source) {
        sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure, @"%@",
                text_of(complaint, @"the source cannot be specialised"));
        return NULL;
    }
    NSString *options = [NSString stringWithFormat:@"%s %s", _options, sm_layout_options(layout)];
    sm_program *program = sm_compile(_device->_device, source, [options UTF8String], &log);
    free(source);
    if (!program)
        sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure, @"%@",
                text_of(log ? sm_module_map_log(_module, log) : NULL, @"the compiler failed without a message"));
    free(log);
    return program;
}

- (BOOL)compile:(NSError **)error {
    const sm_kernel *kernels;
    if (sm_module_kernels(_module, &kernels) == 0) return YES;  // a library of no functions is legal
    _program = [self newProgramForKernel:NULL values:NULL count:0 layout:SM_LAYOUT_ROWS error:error];
    return _program != NULL;
}

- (sm_program *)newProgramForKernel:(const sm_kernel *)kernel
                          constants:(MTLFunctionConstantValues *)given
                             layout:(sm_threadgroup_layout)layout
                              error:(NSError **)error {
    const sm_constant *constants;
    sm_module_constants(_module, &constants);
    size_t used = 0;
    sm_constant_value values[kernel->constant_count + 1];
    for (size_t k = 0; k < kernel->constant_count; k++) {
        size_t i = kernel->constants[k];
        NSString *name = [NSString stringWithUTF8String:constants[i].name];
        MTLDataType set = MTLDataTypeNone, type = sm_data_type_named(constants[i].type).type;
        NSData *value = [given valueOfConstantNamed:name index:constants[i].index type:&set];
        if (!value && constants[i].required) {
            sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                    @"function %s: function constant %@ [[function_constant(%u)]] needs a value; set one in the "
                    @"MTLFunctionConstantValues of newFunctionWithName:constantValues:error:",
                    kernel->name, name, constants[i].index);
            return NULL;
        }
        if (!value) continue;
        if (set != type) {
            sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                    @"function constant %@ [[function_constant(%u)]] is of type %s, but its value was set as "
                    @"MTLDataType %lu (it needs %lu)",
                    name, constants[i].index, constants[i].type, (unsigned long)set, (unsigned long)type);
            return NULL;
        }
        values[used++] = (sm_constant_value){constants[i].name, constants[i].index, [value bytes]};
    }
    return [self newProgramForKernel:kernel->name values:values count:used layout:layout error:error];
}


- (void)dealloc {
    _device->_device->functions->release_program(_program);
    if (_module) sm_module_free(_module);
    free(_options);
    [_device release];
    [super dealloc];
}

- (id<MTLDevice>)device { return _device; }
- (MTLLibraryType)type { return MTLLibraryTypeExecutable; }
- (NSString *)installName { return nil; }

- (NSArray *)functionNames {
    const sm_kernel *kernels;
    size_t count = sm_module_kernels(_module, &kernels);
    NSMutableArray *names = [NSMutableArray arrayWithCapacity:count];
    for (size_t i = 0; i < count; i++) [names addObject:[NSString stringWithUTF8String:kernels[i].name]];
    return names;
}

- (const sm_kernel *)kernelNamed:(NSString *)name {
    const sm_kernel *kernels;
    size_t count = sm_module_kernels(_module, &kernels);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(kernels[i].name, [name UTF8String])) return &kernels[i];
    return NULL;
}

- (id<MTLFunction>)newFunctionWithName:(NSString *)name {
    const sm_kernel *kernel = name ? [self kernelNamed:name] : NULL;
    return kernel ? [[SMFunction alloc] initWithLibrary:self kernel:kernel program:NULL constants:nil] : nil;
}

- (id<MTLFunction>)newFunctionWithName:(NSString *)name
                        constantValues:(MTLFunctionConstantValues *)constants
                                 error:(NSError **)error {
    const sm_kernel *kernel = name ? [self kernelNamed:name] : NULL;
    if (!kernel)
        return sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorFunctionNotFound,
                       @"the library has no function named %@; it has %@", name,
                       [[self functionNames] componentsJoinedByString:@", "]);
    sm_program *program = [self newProgramForKernel:kernel constants:constants layout:SM_LAYOUT_ROWS error:error];
    return program ? [[SMFunction alloc] initWithLibrary:self kernel:kernel program:program constants:constants] : nil;
}

- (void)newFunctionWithName:(NSString *)name
             constantValues:(MTLFunctionConstantValues *)constants
          completionHandler:(void (^)(id<MTLFunction>, NSError *))handler {
    if (!sm_has_handler("newFunctionWithName:constantValues:completionHandler:", (const void *)handler)) return;
    MTLFunctionConstantValues *values = [constants copy];
    NSString *kept = [name copy];
    [self retain];  // a block of this runtime does not retain the objects that it captures
    sm_in_background(^{
      NSError *error = nil;
      id<MTLFunction> function = [self newFunctionWithName:kept constantValues:values error:&error];
      handler(function, error);
      [function release];
      [values release];
      [kept release];
      [self release];
    });
}
@end
