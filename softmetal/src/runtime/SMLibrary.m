#import "SMLibrary.h"

#import "SMFunction.h"
#import "SMFunctionConstantValues.h"
#import "background.h"
#import "compile.h"
#import "data_type.h"
#import "report.h"
#import "stack.h"
#include <ctype.h>
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

static BOOL is_identifier(NSString *text) {
    const char *c = [text UTF8String];
    if (!isalpha((unsigned char)*c) && *c != '_') return NO;
    while (isalnum((unsigned char)*c) || *c == '_') c++;
    return *c == 0;
}

// What is wrong with the options, or nil.
static NSString *macro_refusal(id name, NSObject *value) {
    if (![name isKindOfClass:[NSString class]])
        return [NSString stringWithFormat:@"preprocessorMacros: the name %@ is not a string", name];
    if (!is_identifier(name))
        return [NSString stringWithFormat:@"preprocessorMacros: the name \"%@\" is not an identifier", name];
    if (macro_text(value)) return nil;
    return [NSString stringWithFormat:@"preprocessorMacros: the value of %@ is neither a string nor a number", name];
}

static NSString *options_refusal(MTLCompileOptions *options) {
    NSDictionary *macros = [options preprocessorMacros];
    for (id name in macros) {
        NSString *refusal = macro_refusal(name, [macros objectForKey:name]);
        if (refusal) return refusal;
    }
    static const MTLLanguageVersion newest_minor[] = {
        MTLLanguageVersion1_2, MTLLanguageVersion2_4, MTLLanguageVersion3_2,
    };
    const NSUInteger version = [options languageVersion], major = version >> 16;
    if (major < 1 || major > sizeof newest_minor / sizeof *newest_minor || version > newest_minor[major - 1])
        return [NSString stringWithFormat:@"languageVersion %lu is none of MTLLanguageVersion1_0 to 3_2",
                                          (unsigned long)version];
    const NSInteger mode = [options mathMode], functions = [options mathFloatingPointFunctions];
    if (mode < MTLMathModeSafe || mode > MTLMathModeFast)
        return [NSString stringWithFormat:@"mathMode %ld is no MTLMathMode", (long)mode];
    if (functions == MTLMathFloatingPointFunctionsFast || functions == MTLMathFloatingPointFunctionsPrecise) return nil;
    return [NSString stringWithFormat:@"mathFloatingPointFunctions %ld is no MTLMathFloatingPointFunctions",
                                      (long)functions];
}

// What is wrong with a source before it is read as one, or nil.
static NSString *source_refusal(NSString *source) {
    NSData *text = [source dataUsingEncoding:NSUTF8StringEncoding];
    if (!text || ![source UTF8String]) return @"the source cannot be written as UTF-8";
    const char *begin = [text bytes], *nul = memchr(begin, 0, [text length]);
    unsigned line = 1;
    if (!nul) return nil;
    for (const char *c = begin; c < nul; c++) line += *c == '\n';
    return [NSString stringWithFormat:@"program_source:%u: error: the source has a NUL character here", line];
}

@implementation SMLibrary
- (instancetype)initWithDevice:(SMDevice *)device
                        source:(NSString *)source
                       options:(MTLCompileOptions *)options
                         error:(NSError **)error {
    if (!(self = [super initWithKind:SM_LIVE_LIBRARY])) return nil;
    _device = [device retain];
    MTLCompileOptions *used = options ? options : [[MTLCompileOptions new] autorelease];
    if ([self translate:source options:used error:error] && [self compile:error]) {
        [self tellWarnings:error];
        return self;
    }
    [self release];
    return nil;
}

- (BOOL)translate:(NSString *)source options:(MTLCompileOptions *)options error:(NSError **)error {
    NSString *refusal = source_refusal(source);
    if (!refusal) refusal = options_refusal(options);
    NSDictionary *macros = [options preprocessorMacros];
    sm_macro *list = refusal ? NULL : calloc([macros count] + 1, sizeof *list);
    if (!list) {
        sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure, @"%@",
                refusal ? refusal : @"out of memory");
        return NO;
    }
    size_t count = 0;
    for (NSString *name in macros)
        list[count++] = (sm_macro){[name UTF8String], [macro_text([macros objectForKey:name]) UTF8String]};
    const sm_options dialect = {
        .macros = list,
        .macro_count = count,
        .fast_math = [options mathMode] == MTLMathModeFast,
        // The processor flushes doubles along with floats, so a device that flushes has no double, as on Apple's GPUs.
        .has_double = _device->_device->has_double && !sm_flush_subnormals(),
        .language_version = (int)[options languageVersion],
        .fast_functions = [options mathFloatingPointFunctions] == MTLMathFloatingPointFunctionsFast,
    };
    translation t = {.source = [source UTF8String], .options = &dialect};
    sm_on_deep_stack(translate, &t);
    free(list);
    _module = t.module;
    const char *flush = sm_flush_subnormals() ? _device->_device->flush_option : "";
    _options = strdup([[NSString stringWithFormat:@"%s %s", sm_dialect_options(&dialect), flush] UTF8String]);
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

// As on Metal, a library that compiles with warnings comes with an error that has them.
- (void)tellWarnings:(NSError **)error {
    const char *warnings = sm_module_warnings(_module);
    if (*warnings) sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileWarning, @"%@", @(warnings));
}

- (BOOL)compile:(NSError **)error {
    const sm_kernel *kernels;
    if (sm_module_kernels(_module, &kernels) == 0) return YES;  // a library of no functions is legal
    _program = [self newProgramForKernel:NULL values:NULL count:0 layout:SM_LAYOUT_ROWS error:error];
    return _program != NULL;
}

// Fills values with those given of the kernel's constants, and count.
- (BOOL)values:(sm_constant_value *)values
         count:(size_t *)count
      ofKernel:(const sm_kernel *)kernel
     constants:(MTLFunctionConstantValues *)given
         error:(NSError **)error {
    const sm_constant *constants;
    sm_module_constants(_module, &constants);
    *count = 0;
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
            return NO;
        }
        if (!value) continue;
        if (set != type) {
            sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                    @"function constant %@ [[function_constant(%u)]] is of type %s, but its value was set as "
                    @"MTLDataType %lu (it needs %lu)",
                    name, constants[i].index, constants[i].type, (unsigned long)set, (unsigned long)type);
            return NO;
        }
        values[(*count)++] = (sm_constant_value){constants[i].name, constants[i].index, [value bytes]};
    }
    return YES;
}

- (sm_program *)newProgramForKernel:(const sm_kernel *)kernel
                          constants:(MTLFunctionConstantValues *)constants
                             layout:(sm_threadgroup_layout)layout
                              error:(NSError **)error {
    size_t count;
    sm_constant_value values[kernel->constant_count + 1];
    if (![self values:values count:&count ofKernel:kernel constants:constants error:error]) return NULL;
    return [self newProgramForKernel:kernel->name values:values count:count layout:layout error:error];
}

// The kernel with the arguments that the constants leave it.
- (const sm_kernel *)specialisedKernel:(const sm_kernel *)kernel
                             constants:(MTLFunctionConstantValues *)constants
                                 error:(NSError **)error {
    size_t count;
    sm_constant_value values[kernel->constant_count + 1];
    if (![self values:values count:&count ofKernel:kernel constants:constants error:error]) return NULL;
    char *complaint = NULL;
    const sm_kernel *specialised = sm_module_specialised(_module, kernel->name, values, count, &complaint);
    if (!specialised)
        sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure, @"%@",
                text_of(complaint, @"the function cannot be specialised"));
    return specialised;
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
    if (error) *error = nil;
    const sm_kernel *kernel = name ? [self kernelNamed:name] : NULL;
    if (!kernel)
        return sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorFunctionNotFound,
                       @"the library has no function named %@; it has %@", name,
                       [[self functionNames] componentsJoinedByString:@", "]);
    kernel = [self specialisedKernel:kernel constants:constants error:error];
    if (!kernel) return nil;
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
