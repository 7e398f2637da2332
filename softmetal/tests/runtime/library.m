// Libraries, functions, pipelines, and what the device says of itself.
#include "arrivals.h"
#include "check.h"
#include <pthread.h>
#include <time.h>

static NSString *const source = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void fill(device float *out [[buffer(0)]], constant float &value [[buffer(3)]],\n"
    "                 threadgroup float *shared [[threadgroup(1)]], uint i [[thread_position_in_grid]]) {\n"
    "    shared[0] = value; out[i] = shared[0];\n"
    "}\n"
    "kernel void other(device const uchar *in [[buffer(0)]], device uint *out [[buffer(1)]],\n"
    "                  uint i [[thread_position_in_grid]]) { out[i] = in[i]; }\n";
static NSString *const with_constants = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "constant uint scale [[function_constant(0)]];\n"
    "constant bool negate [[function_constant(7)]];\n"
    "constant uint used = is_function_constant_defined(scale) ? scale : 5;\n"
    "kernel void scaled(device int *out [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
    "    out[i] = (is_function_constant_defined(negate) && negate ? -1 : 1) * int(used) * int(i);\n"
    "}\n";

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int second_element(id<MTLComputePipelineState> pipeline) {
    id<MTLBuffer> out = buffer_of(4 * 4);
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline];
    [encoder setBuffer:out offset:0 atIndex:0];
    [encoder dispatchThreads:MTLSizeMake(4, 1, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    int *x = [out contents];
    CHECK(x[0] == 0 && x[3] == 3 * x[1]);
    return x[1];
}

static void run_names(void) {
    id<MTLLibrary> library = library_of(source);
    NSArray *names = [[library functionNames] sortedArrayUsingSelector:@selector(compare:)];
    CHECK([[names componentsJoinedByString:@" "] isEqual:@"fill other"]);
    CHECK([library device] == device && ![library newFunctionWithName:@"missing"]);
    id<MTLFunction> function = [[library newFunctionWithName:@"other"] autorelease];
    CHECK([[function name] isEqual:@"other"] && [function functionType] == MTLFunctionTypeKernel);
    CHECK([[function functionConstantsDictionary] count] == 0);
    [library setLabel:@"mine"];
    CHECK([[library label] isEqual:@"mine"]);
    id<MTLLibrary> empty = library_of(@"// nothing\n");
    CHECK([[empty functionNames] count] == 0);
}

// Prints what the compiler says; the third line is at fault.
static void print_failure(NSString *text, MTLCompileOptions *options) {
    NSError *error = nil;
    CHECK(![device newLibraryWithSource:text options:options error:&error]);
    CHECK(error && [[error domain] isEqual:MTLLibraryErrorDomain]);
    printf("%ld %s\n", (long)[error code], text_of(error));
    CHECK(![device newLibraryWithSource:text options:options error:NULL]);  // nobody asks why
}

static void run_compile_error(void) {
    print_failure(@"#include <metal_stdlib>\nusing namespace metal;\n"
                   "kernel void f(device float *a [[buffer(0)]]) { a[0] = undefined_thing; }\n", nil);
}

static void run_syntax_error(void) {
    print_failure(@"#include <metal_stdlib>\nusing namespace metal;\n"
                   "kernel void f(device float *a [[buffer(0)]]) { a[0] = \n", nil);
}

// A text between so many pairs of brackets.
static NSString *nested(NSUInteger depth, NSString *text) {
    NSString *open = [@"" stringByPaddingToLength:depth withString:@"(" startingAtIndex:0];
    NSString *close = [@"" stringByPaddingToLength:depth withString:@")" startingAtIndex:0];
    return [NSString stringWithFormat:@"%@%@%@", open, text, close];
}

static void *compile_deep(void *unused) {
    (void)unused;
    @autoreleasepool {
        NSString *number = [NSString stringWithFormat:@"%d", getpid()];  // in no cache yet
        [library_of([NSString stringWithFormat:@"kernel void f(device int *a) { a[0] = %@; }\n", nested(250, number)])
            functionNames];
        NSString *sum = [@"" stringByPaddingToLength:40000 withString:@"+1" startingAtIndex:0];
        [library_of([NSString stringWithFormat:@"kernel void f(device float *a) { a[0] = %@.f%@; }\n", number, sum])
            functionNames];
        NSError *error = nil;
        NSString *condition = [NSString stringWithFormat:@"#if %@\n#endif\n", nested(2000, @"1")];
        CHECK(![device newLibraryWithSource:condition options:nil error:&error] && error);
    }
    return NULL;
}

// As deep as the language goes, on a stack as small as a thread may well have.
static void run_small_stack(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(!pthread_attr_init(&attributes) && !pthread_attr_setstacksize(&attributes, 64 << 10));
    CHECK(!pthread_create(&thread, &attributes, compile_deep, NULL) && !pthread_join(thread, NULL));
    pthread_attr_destroy(&attributes);
}

static void run_bad_macro(void) {
    MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
    [options setPreprocessorMacros:[NSDictionary dictionaryWithObject:[NSArray array] forKey:@"SIZE"]];
    print_failure(source, options);
}

static void run_bad_options(void) {
    for (id name in @[ @4, @"", @"A B", @"1st" ]) {
        MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
        [options setPreprocessorMacros:[NSDictionary dictionaryWithObject:@"1" forKey:name]];
        print_failure(source, options);
    }
    for (NSUInteger version = 0; version <= 5 << 16; version += (1 << 16) + 5) {  // 0.0 1.5 2.10 3.15 4.20
        MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
        [options setLanguageVersion:(MTLLanguageVersion)version];
        print_failure(source, options);
    }
    MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
    [options setMathMode:(MTLMathMode)3];
    print_failure(source, options);
    [options setMathMode:MTLMathModeSafe];
    [options setMathFloatingPointFunctions:(MTLMathFloatingPointFunctions)2];
    print_failure(source, options);
}

static void run_warnings(void) {
    NSError *error = nil;
    id<MTLLibrary> library =
        [device newLibraryWithSource:@"#warning beware of the dog\nkernel void k(device int *out [[buffer(0)]]) { *out = 1; }\n"
                             options:nil
                               error:&error];
    CHECK([[library functionNames] isEqual:@[ @"k" ]]);
    printf("%ld %s", (long)[error code], text_of(error));
    [library release];
}

// A text that no C string can hold: nothing of it may be left out in silence.
static void run_bad_source(void) {
    const unichar nul = 0;
    print_failure([source stringByAppendingFormat:@"\n%@ kernel void lost() {}\n",
                                                  [NSString stringWithCharacters:&nul length:1]], nil);
}

static void run_macros(void) {
    MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
    [options setPreprocessorMacros:@{ @"STEP" : @3, @"EXTRA" : @"(i * 2u)" }];
    NSError *error = nil;
    id<MTLLibrary> library =
        [device newLibraryWithSource:@"kernel void k(device int *out [[buffer(0)]], uint i [[thread_position_in_grid]]) "
                                      "{ out[i] = STEP * i + EXTRA; }\n"
                             options:options
                               error:&error];
    CHECK(library && !error);
    id<MTLFunction> function = [library newFunctionWithName:@"k"];
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
    CHECK(pipeline && second_element(pipeline) == 5);
    [pipeline release];
    [function release];
    [library release];
}

static void run_options(void) {
    MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
    CHECK([options fastMathEnabled] && [options mathMode] == MTLMathModeFast);
    CHECK([options mathFloatingPointFunctions] == MTLMathFloatingPointFunctionsFast);
    [options setFastMathEnabled:NO];
    CHECK([options mathMode] == MTLMathModeSafe);
    CHECK([options mathFloatingPointFunctions] == MTLMathFloatingPointFunctionsPrecise);
    [options setMathMode:MTLMathModeFast];
    CHECK([options fastMathEnabled]);
    [options setMathMode:MTLMathModeRelaxed];
    [options setLanguageVersion:MTLLanguageVersion3_0];
    MTLCompileOptions *copy = [[options copy] autorelease];
    CHECK([copy mathMode] == MTLMathModeRelaxed && ![copy fastMathEnabled]);
    CHECK([copy languageVersion] == MTLLanguageVersion3_0 && ![copy preprocessorMacros]);
}

static id<MTLComputePipelineState> specialised(MTLFunctionConstantValues *values) {
    NSError *error = nil;
    id<MTLLibrary> library = library_of(with_constants);
    id<MTLFunction> function = [library newFunctionWithName:@"scaled" constantValues:values error:&error];
    if (!function) fprintf(stderr, "%s\n", text_of(error));
    CHECK(function && !error);
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
    CHECK(pipeline && !error);
    [function release];
    return [pipeline autorelease];
}

static void run_constants(void) {
    unsigned scale = 11;
    BOOL negate = YES;
    MTLFunctionConstantValues *values = [[MTLFunctionConstantValues new] autorelease];
    CHECK(second_element(specialised(values)) == 5);
    CHECK(second_element(pipeline_of(with_constants, @"scaled")) == 5);
    [values setConstantValue:&scale type:MTLDataTypeUInt atIndex:0];
    CHECK(second_element(specialised(values)) == 11);
    scale = 12;  // set by value
    CHECK(second_element(specialised(values)) == 11);
    [values setConstantValue:&negate type:MTLDataTypeBool withName:@"negate"];
    CHECK(second_element(specialised(values)) == -11);
    MTLFunctionConstantValues *copy = [[values copy] autorelease];
    [values reset];
    CHECK(second_element(specialised(values)) == 5 && second_element(specialised(copy)) == -11);
    id<MTLFunction> function = [[library_of(with_constants) newFunctionWithName:@"scaled"] autorelease];
    NSDictionary *known = [function functionConstantsDictionary];
    MTLFunctionConstant *constant = [known objectForKey:@"negate"];
    CHECK([known count] == 2 && [constant type] == MTLDataTypeBool && [constant index] == 7);
    constant = [known objectForKey:@"scale"];
    CHECK([constant type] == MTLDataTypeUInt && [constant index] == 0);
}

static void run_constant_errors(void) {
    NSError *error = nil;
    float scale = 1;
    id<MTLLibrary> library = library_of(with_constants);
    MTLFunctionConstantValues *values = [[MTLFunctionConstantValues new] autorelease];
    CHECK(![library newFunctionWithName:@"nobody" constantValues:values error:&error]);
    printf("%ld %s\n", (long)[error code], text_of(error));
    [values setConstantValue:&scale type:MTLDataTypeFloat atIndex:0];
    CHECK(![library newFunctionWithName:@"scaled" constantValues:values error:&error]);
    printf("%ld %s\n", (long)[error code], text_of(error));
}

static void run_required_constant(void) {
    NSError *error = nil;
    NSString *text = @"constant int size [[function_constant(2)]];\n"
                      "kernel void k(device int *out [[buffer(0)]], uint i [[thread_position_in_grid]]) "
                      "{ out[i] = size * int(i); }\n";
    id<MTLLibrary> library = library_of(text);
    MTLFunctionConstantValues *values = [[MTLFunctionConstantValues new] autorelease];
    CHECK(![library newFunctionWithName:@"k" constantValues:values error:&error]);
    printf("%s\n", text_of(error));
    id<MTLFunction> function = [[library newFunctionWithName:@"k"] autorelease];
    CHECK(![device newComputePipelineStateWithFunction:function error:&error]);
    printf("%s\n", text_of(error));
    int size = 9;
    [values setConstantValue:&size type:MTLDataTypeInt atIndex:2];
    function = [[library newFunctionWithName:@"k" constantValues:values error:&error] autorelease];
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
    printf("%d\n", second_element(pipeline));
    [pipeline release];
}

// The pipeline of a kernel whose argument b is there where has is; checks its bindings.
static id<MTLComputePipelineState> pipeline_with_optional(bool has) {
    NSString *text = @"constant bool has [[function_constant(0)]];\n"
                      "kernel void k(device int *a [[buffer(0)]], constant int &b [[buffer(1), function_constant(has)]],\n"
                      "              uint i [[thread_position_in_grid]]) { a[i] = int(i) * (has ? b : 2); }\n";
    NSError *error = nil;
    MTLFunctionConstantValues *values = [[MTLFunctionConstantValues new] autorelease];
    [values setConstantValue:&has type:MTLDataTypeBool atIndex:0];
    id<MTLFunction> function = [[library_of(text) newFunctionWithName:@"k" constantValues:values error:&error] autorelease];
    MTLComputePipelineReflection *reflection = nil;
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function
                                                                               options:MTLPipelineOptionBindingInfo
                                                                            reflection:&reflection
                                                                                 error:&error];
    CHECK(pipeline && !error && [[reflection bindings] count] == (has ? 2 : 1));
    return [pipeline autorelease];
}

// What a dispatch without the buffer of an argument that depends on a function constant says.
static void run_optional_argument(void) {
    CHECK(second_element(pipeline_with_optional(false)) == 2);
    id<MTLComputePipelineState> pipeline = pipeline_with_optional(true);
    for (int bound = 0; bound < 2; bound++) {
        id<MTLBuffer> out = buffer_of(16);
        int five = 5;
        id<MTLCommandBuffer> buffer = [queue commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
        [encoder setComputePipelineState:pipeline];
        [encoder setBuffer:out offset:0 atIndex:0];
        if (bound) [encoder setBytes:&five length:4 atIndex:1];
        [encoder dispatchThreads:MTLSizeMake(4, 1, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
        [encoder endEncoding];
        [buffer commit];
        [buffer waitUntilCompleted];
        printf("%s %d\n", text_of([buffer error]), ((int *)[out contents])[3]);
    }
}

// Twice the smallest subnormal, and whether the device has double.
static void run_subnormals(void) {
    NSString *text = @"kernel void k(device float *x [[buffer(0)]], device int *has [[buffer(1)]]) {\n"
                      "    x[0] = x[0] * 2.0f;\n"
                      "#ifdef __HAVE_DOUBLE__\n"
                      "    has[0] = 1;\n"
                      "#endif\n"
                      "}\n";
    id<MTLBuffer> x = buffer_of(4), has = buffer_of(4);
    *(float *)[x contents] = 1e-45f;
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(text, @"k")];
    [encoder setBuffer:x offset:0 atIndex:0];
    [encoder setBuffer:has offset:0 atIndex:1];
    [encoder dispatchThreads:MTLSizeMake(1, 1, 1) threadsPerThreadgroup:MTLSizeMake(1, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    printf("%g %d\n", (double)*(float *)[x contents], *(int *)[has contents]);
}

static void run_pipeline_errors(void) {
    NSError *error = nil;
    id nothing = nil;
    CHECK(![device newComputePipelineStateWithDescriptor:nothing options:0 reflection:NULL error:&error]);
    printf("%s\n", text_of(error));
    CHECK(![device newComputePipelineStateWithFunction:nothing error:&error]);
    printf("%s\n", text_of(error));
    id<MTLFunction> function = [library_of(@"kernel void big(device float *a [[buffer(0)]], uint i "
        "[[thread_index_in_threadgroup]]) { threadgroup float t[9000]; t[i] = a[i]; a[i] = t[i] + t[0]; }\n")
        newFunctionWithName:@"big"];
    CHECK(![device newComputePipelineStateWithFunction:function error:&error]);
    printf("%s\n", text_of(error));
    [function release];
    MTLComputePipelineDescriptor *descriptor = [[MTLComputePipelineDescriptor new] autorelease];
    [descriptor setComputeFunction:[[library_of(source) newFunctionWithName:@"fill"] autorelease]];
    [descriptor setMaxTotalThreadsPerThreadgroup:1500];
    CHECK(![device newComputePipelineStateWithDescriptor:descriptor
                                                 options:MTLPipelineOptionNone
                                              reflection:NULL
                                                   error:&error]);
    printf("%s\n", text_of(error));
}

static void run_pipeline(void) {
    NSError *error = nil;
    MTLComputePipelineReflection *reflection = nil;
    id<MTLFunction> function = [[library_of(source) newFunctionWithName:@"fill"] autorelease];
    MTLComputePipelineDescriptor *descriptor = [[MTLComputePipelineDescriptor new] autorelease];
    [descriptor setComputeFunction:function];
    [descriptor setLabel:@"filler"];
    [descriptor setMaxTotalThreadsPerThreadgroup:128];
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithDescriptor:descriptor
                                                                                options:MTLPipelineOptionBindingInfo
                                                                             reflection:&reflection
                                                                                  error:&error];
    CHECK(pipeline && !error && [[pipeline label] isEqual:@"filler"] && [pipeline device] == device);
    CHECK([pipeline maxTotalThreadsPerThreadgroup] == 128 && [pipeline threadExecutionWidth] == 32);
    CHECK([[reflection bindings] count] == 3);
    for (id<MTLBufferBinding> b in [reflection bindings])
        printf("%s type %ld index %lu access %lu size %lu\n", [[b name] UTF8String], (long)[b type],
               (unsigned long)[b index], (unsigned long)[b access], (unsigned long)[b bufferDataSize]);
    [pipeline release];
}

// Completion handlers come on another thread and keep what they need.
static void run_completion(void) {
    pthread_t self = pthread_self();
    __block id<MTLLibrary> library = nil;
    __block id<MTLComputePipelineState> pipeline = nil;
    __block BOOL failed = NO, same_thread = NO;
    @autoreleasepool {
        NSString *text = [NSString stringWithFormat:@"%@// %d\n", source, 1];
        [device newLibraryWithSource:text
                             options:nil
                   completionHandler:^(id<MTLLibrary> made, NSError *error) {
                     CHECK(made && !error);
                     same_thread = pthread_equal(self, pthread_self()) != 0;
                     library = [made retain];
                     arrive();
                   }];
    }
    [device newLibraryWithSource:@"kernel void broken("
                         options:nil
               completionHandler:^(id<MTLLibrary> made, NSError *error) {
                 failed = !made && error;
                 arrive();
               }];
    wait_for(2);
    CHECK(library && failed && !same_thread);
    @autoreleasepool {
        [device newComputePipelineStateWithFunction:[[library newFunctionWithName:@"fill"] autorelease]
                                  completionHandler:^(id<MTLComputePipelineState> made, NSError *error) {
                                    CHECK(made && !error);
                                    pipeline = [made retain];
                                    arrive();
                                  }];
    }
    wait_for(3);
    CHECK(pipeline);
    [pipeline release];
    [library release];
}

static void run_device(void) {
    NSArray *devices = MTLCopyAllDevices();
    CHECK([devices count] >= 1 && [devices objectAtIndex:0] == device);
    [devices release];
    CHECK([[device name] hasPrefix:@"softmetal ("] && [device registryID] != 0 && [device hasUnifiedMemory]);
    CHECK([device maxThreadsPerThreadgroup].width == 1024 && [device maxThreadgroupMemoryLength] == 32768);
    CHECK([device recommendedMaxWorkingSetSize] > [device maxBufferLength]);
    CHECK([device supportsFamily:MTLGPUFamilyApple7] && [device supportsFamily:MTLGPUFamilyMetal3]);
    CHECK(![device supportsFamily:MTLGPUFamilyApple9]);
    NSUInteger before = [device currentAllocatedSize];
    id<MTLBuffer> a = [device newBufferWithLength:100000 options:MTLResourceStorageModeShared];
    CHECK([device currentAllocatedSize] == before + 100000 && [a length] == 100000 && [a allocatedSize] >= 100000);
    CHECK((size_t)[a contents] % 16384 == 0 && [a storageMode] == MTLStorageModeShared && [a device] == device);
    for (int i = 0; i < 100000; i++) CHECK(((char *)[a contents])[i] == 0);
    [a release];
    CHECK([device currentAllocatedSize] == before);
    id<MTLBuffer> b = [device newBufferWithBytes:"hello" length:6 options:MTLResourceCPUCacheModeWriteCombined];
    CHECK(!strcmp([b contents], "hello") && [b cpuCacheMode] == MTLCPUCacheModeWriteCombined);
    [b release];
}

// Loads a library as a program does at its start; prints milliseconds and whether it works.
static void run_load(void) {
    NSString *text = @"#include <metal_stdlib>\n"
                      "kernel void k(device int *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] = 7 * i; }\n";
    double start = seconds();
    id<MTLComputePipelineState> pipeline = pipeline_of(text, @"k");
    double took = seconds() - start;
    printf("%.3f %d\n", took * 1e3, second_element(pipeline));
}

static void run_leak(void) {
    id<MTLBuffer> a = [device newBufferWithLength:16 options:0];
    [a setLabel:@"forgotten"];
    CHECK(softmetal_live_objects("MTLBuffer") == 1 && softmetal_live_objects("MTLCommandQueue") == 1);
    CHECK(softmetal_live_objects(NULL) == 2 && softmetal_live_objects("MTLTexture") == 0);
}

// What SOFTMETAL_LIMITS and SOFTMETAL_FAULT do to a program.
static NSError *fill_error(NSUInteger buffer_count, NSUInteger length) {
    static id<MTLComputePipelineState> pipeline;
    if (!pipeline)
        pipeline = pipeline_of(@"kernel void k(device int *out [[buffer(0)]], uint i [[thread_position_in_grid]]) "
                                "{ out[i] = 1; }\n", @"k");
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline];
    for (NSUInteger i = 0; i < 2 * buffer_count; i++) {  // each twice: a buffer counts once
        static id<MTLBuffer> buffers[8];
        if (!buffers[i % buffer_count]) buffers[i % buffer_count] = buffer_of(length);
        [encoder setBuffer:buffers[i % buffer_count] offset:0 atIndex:0];
        [encoder dispatchThreads:MTLSizeMake(length / 4, 1, 1) threadsPerThreadgroup:MTLSizeMake(64, 1, 1)];
    }
    [encoder endEncoding];
    [buffer commit];
    [buffer waitUntilCompleted];
    CHECK(([buffer error] != nil) == ([buffer status] == MTLCommandBufferStatusError));
    return [buffer error];
}

static void print_error(NSError *error) { printf("%ld %s\n", (long)[error code], text_of(error)); }
static void run_limits(void) {
    printf("%lu %llu\n", (unsigned long)[device maxBufferLength],
           (unsigned long long)[device recommendedMaxWorkingSetSize]);
    print_error(fill_error(1, 4096));
    printf("%s\n", [device newBufferWithLength:65540 options:0] ? "buffer" : "nil");
}
static void run_working_set(void) { print_error(fill_error(3, 16384)); }
static void run_grid_limit(void) { print_error(fill_error(1, 65536)); }
static void run_command_buffers(void) {
    for (int i = 0; i < 4; i++) print_error(fill_error(1, 4096));
}
static void run_allocations(void) {
    for (int i = 0; i < 3; i++) {
        id<MTLBuffer> made = [device newBufferWithLength:16 options:0];
        printf("%s\n", made ? "buffer" : "nil");
        [made release];
    }
}
static void run_adoption(void) {
    void *memory;
    CHECK(!posix_memalign(&memory, 16384, 16384));
    printf("%s\n", [device newBufferWithBytesNoCopy:memory length:16384 options:0 deallocator:nil] ? "buffer" : "nil");
    free(memory);
}
static void run_compile_fault(void) {
    NSError *error = nil;
    id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
    printf("%s %s\n", library ? "library" : "nil", text_of(error));
}
static void run_pipeline_fault(void) {
    NSError *error = nil;
    id<MTLFunction> function = [[library_of(source) newFunctionWithName:@"fill"] autorelease];
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
    printf("%s %s\n", pipeline ? "pipeline" : "nil", text_of(error));
}

#define CASE(name) {#name, run_##name}
static const test_case cases[] = {
    CASE(names), CASE(compile_error), CASE(syntax_error), CASE(small_stack), CASE(bad_macro), CASE(bad_options), CASE(bad_source), CASE(warnings),
    CASE(macros), CASE(options), CASE(constants), CASE(constant_errors), CASE(subnormals), CASE(required_constant), CASE(optional_argument), CASE(pipeline_errors), CASE(pipeline), CASE(completion), CASE(device),
    CASE(load), CASE(leak), CASE(limits), CASE(working_set), CASE(grid_limit), CASE(command_buffers),
    CASE(allocations), CASE(adoption), CASE(compile_fault), CASE(pipeline_fault),
};
MAIN(cases)
