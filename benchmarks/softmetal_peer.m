// Times softmetal beside bare OpenCL calls to the same runtime, on the same memory, in one process.
//   softmetal_peer contest RUNTIME FUNCTION COUNT ROUNDS SETTLE   pairs of milliseconds, softmetal's and OpenCL's
//   softmetal_peer dispatch RUNTIME ROUNDS CALLS                  the same of one-element dispatches with wait, medians
//   softmetal_peer library FILE                                   milliseconds from source to all pipelines, read as cached
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 16384, WARM_UP = 3, THREADS = 1024 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

// ---- OpenCL, called as its manual says

#define FUNCTIONS(X)                                                                                                 \
    X(clGetPlatformIDs) X(clGetDeviceIDs) X(clCreateContext) X(clCreateCommandQueueWithProperties)                   \
    X(clCreateProgramWithSource) X(clBuildProgram) X(clCreateKernel) X(clSetKernelArgSVMPointer)                     \
    X(clEnqueueNDRangeKernel) X(clFinish)
static struct {
#define X(name) __typeof__(&name) name;
    FUNCTIONS(X)
#undef X
} cl;
static cl_command_queue cl_queue;
static cl_kernel cl_kernel_function;

static void check(const char *what, cl_int code) {
    char text[32];
    snprintf(text, sizeof text, "OpenCL error %d", code);
    if (code) fail(what, text);
}

static void start_opencl(const char *runtime, const char *source) {
    void *library = dlopen(runtime, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail(runtime, dlerror());
#define X(name)                                                        \
    cl.name = (__typeof__(&name))dlsym(library, #name);                \
    if (!cl.name) fail(runtime, "has no " #name);
    FUNCTIONS(X)
#undef X
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check("clGetPlatformIDs", cl.clGetPlatformIDs(1, &platform, NULL));
    check("clGetDeviceIDs", cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = cl.clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check("clCreateContext", code);
    cl_queue = cl.clCreateCommandQueueWithProperties(context, device, NULL, &code);
    check("clCreateCommandQueueWithProperties", code);
    cl_program program = cl.clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check("clCreateProgramWithSource", code);
    check("clBuildProgram", cl.clBuildProgram(program, 1, &device, "", NULL, NULL));
    cl_kernel_function = cl.clCreateKernel(program, "f", &code);
    check("clCreateKernel", code);
}

static void run_opencl(const float *a, const float *b, float *c, size_t count) {
    const void *arguments[] = {a, b, c};
    for (cl_uint i = 0; i < 3; i++)
        check("clSetKernelArgSVMPointer", cl.clSetKernelArgSVMPointer(cl_kernel_function, i, arguments[i]));
    check("clEnqueueNDRangeKernel",
          cl.clEnqueueNDRangeKernel(cl_queue, cl_kernel_function, 1, NULL, &count, NULL, 0, NULL, NULL));
    check("clFinish", cl.clFinish(cl_queue));
}

// ---- Metal

static id<MTLDevice> device;
static id<MTLCommandQueue> queue;
static id<MTLComputePipelineState> pipeline;

static id<MTLLibrary> make_library(NSString *source) {
    NSError *error = nil;
    MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
    options.fastMathEnabled = NO;
    id<MTLLibrary> library = [device newLibraryWithSource:source options:options error:&error];
    if (!library) fail("newLibraryWithSource", error.localizedDescription.UTF8String);
    return library;
}

static id<MTLComputePipelineState> make_pipeline(id<MTLLibrary> library, NSString *name) {
    NSError *error = nil;
    id<MTLFunction> function = [library newFunctionWithName:name];
    id<MTLComputePipelineState> made = [device newComputePipelineStateWithFunction:function error:&error];
    if (!made) fail("newComputePipelineState", error.localizedDescription.UTF8String);
    [function release];
    return made;
}

static void start_metal(NSString *source) {
    device = MTLCreateSystemDefaultDevice();
    if (!device) fail("Metal", "no device");
    queue = [device newCommandQueue];
    id<MTLLibrary> library = make_library(source);
    pipeline = make_pipeline(library, @"f");
    [library release];
}

static id<MTLBuffer> lend(float *memory, size_t bytes) {
    id<MTLBuffer> buffer = [device newBufferWithBytesNoCopy:memory length:bytes options:0 deallocator:nil];
    if (!buffer) fail("newBufferWithBytesNoCopy", "nil");
    return buffer;
}

static void run_metal(id<MTLBuffer> a, id<MTLBuffer> b, id<MTLBuffer> c, size_t count) {
    @autoreleasepool {
        id<MTLCommandBuffer> commands = [queue commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:pipeline];
        [encoder setBuffer:a offset:0 atIndex:0];
        [encoder setBuffer:b offset:0 atIndex:1];
        [encoder setBuffer:c offset:0 atIndex:2];
        [encoder dispatchThreads:MTLSizeMake(count, 1, 1)
            threadsPerThreadgroup:MTLSizeMake(count < THREADS ? count : THREADS, 1, 1)];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        if (commands.error) fail("the command buffer", commands.error.localizedDescription.UTF8String);
    }
}

// ---- What is timed

// One statement for both languages. C[i] of FUNCTION is that of A[i] and B[i].
static const char *statement_of(const char *function) {
    if (!strcmp(function, "add")) return "c[i] = a[i] + b[i];";
    if (!strcmp(function, "sin")) return "c[i] = sin(a[i]);";
    fail(function, "is neither add nor sin");
    return NULL;
}

static void start(const char *runtime, const char *function) {
    const char *statement = statement_of(function);
    // softmetal first: it sets the compiler's options before the runtime is loaded.
    start_metal([NSString stringWithFormat:@"#include <metal_stdlib>\nusing namespace metal;\n"
                                            "kernel void f(device const float *a, device const float *b, device float *c,\n"
                                            "              uint i [[thread_position_in_grid]]) { %s }\n",
                                           statement]);
    char source[512];
    snprintf(source, sizeof source,
             "__kernel void f(__global const float *a, __global const float *b, __global float *c) {\n"
             "    size_t i = get_global_id(0); %s }\n",
             statement);
    start_opencl(runtime, source);
}

static float *memory_of(size_t bytes) {
    void *memory = mmap(NULL, bytes + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail("mmap", "no memory");
    return (float *)(((uintptr_t)memory + PAGE - 1) / PAGE * PAGE);
}

static void check_result(const char *function, const char *who, const float *a, const float *b, float *c, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double right = !strcmp(function, "add") ? (double)(a[i] + b[i]) : sin(a[i]);
        if (fabs(c[i] - right) > 5e-7) fail(who, "computed something else");
        c[i] = 0;
    }
}

static int contest(const char *runtime, const char *function, size_t count, int rounds, double settle) {
    size_t bytes = (count * sizeof(float) + PAGE - 1) / PAGE * PAGE;
    float *a = memory_of(bytes), *b = memory_of(bytes), *c = memory_of(bytes);
    for (size_t i = 0; i < count; i++) {
        a[i] = (float)(i % 20011) * 3e-4f;
        b[i] = (float)(i % 1009) * 0.25f;
    }
    start(runtime, function);
    id<MTLBuffer> buffers[] = {lend(a, bytes), lend(b, bytes), lend(c, bytes)};
    run_metal(buffers[0], buffers[1], buffers[2], count);
    check_result(function, "softmetal", a, b, c, count);
    run_opencl(a, b, c, count);
    check_result(function, "OpenCL", a, b, c, count);
    for (int i = 0; i < WARM_UP; i++) {
        run_metal(buffers[0], buffers[1], buffers[2], count);
        run_opencl(a, b, c, count);
    }
    for (int i = 0; i < rounds; i++) {
        usleep((useconds_t)(settle * 1e6));
        double begin = now();
        run_metal(buffers[0], buffers[1], buffers[2], count);
        double ours = now() - begin;
        usleep((useconds_t)(settle * 1e6));
        begin = now();
        run_opencl(a, b, c, count);
        printf("%.6f %.6f\n", ours, now() - begin);
    }
    return 0;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static int dispatch(const char *runtime, int rounds, int calls) {
    start(runtime, "add");
    float *memory = memory_of(3 * PAGE), *a = memory, *b = memory + PAGE / 4, *c = memory + PAGE / 2;
    id<MTLBuffer> buffers[] = {lend(a, PAGE), lend(b, PAGE), lend(c, PAGE)};
    double *ours = malloc((size_t)calls * sizeof *ours), *theirs = malloc((size_t)calls * sizeof *theirs);
    a[0] = 1.5f;
    b[0] = 2.0f;
    for (int round = -1; round < rounds; round++) {
        for (int i = 0; i < calls; i++) {
            double begin = now();
            run_metal(buffers[0], buffers[1], buffers[2], 1);
            ours[i] = now() - begin;
        }
        check_result("add", "softmetal", a, b, c, 1);
        for (int i = 0; i < calls; i++) {
            double begin = now();
            run_opencl(a, b, c, 1);
            theirs[i] = now() - begin;
        }
        check_result("add", "OpenCL", a, b, c, 1);
        qsort(ours, (size_t)calls, sizeof *ours, ascending);
        qsort(theirs, (size_t)calls, sizeof *theirs, ascending);
        if (round >= 0) printf("%.6f %.6f\n", ours[calls / 2], theirs[calls / 2]);  // the first round warms up
    }
    return 0;
}

static int library(const char *path) {
    NSError *error = nil;
    NSString *source = [NSString stringWithContentsOfFile:@(path) encoding:NSUTF8StringEncoding error:&error];
    if (!source) fail(path, error.localizedDescription.UTF8String);
    device = MTLCreateSystemDefaultDevice();
    if (!device) fail("Metal", "no device");
    double begin = now();
    id<MTLLibrary> made = make_library(source);
    for (NSString *name in made.functionNames) [make_pipeline(made, name) release];
    printf("%.6f\n", now() - begin);
    return 0;
}

int main(int count, char **words) {
    @autoreleasepool {
        if (count == 7 && !strcmp(words[1], "contest"))
            return contest(words[2], words[3], strtoul(words[4], NULL, 10), atoi(words[5]), atof(words[6]));
        if (count == 5 && !strcmp(words[1], "dispatch")) return dispatch(words[2], atoi(words[3]), atoi(words[4]));
        if (count == 3 && !strcmp(words[1], "library")) return library(words[2]);
    }
    fprintf(stderr, "usage: softmetal_peer contest|dispatch|library ...\n");
    return 2;
}
