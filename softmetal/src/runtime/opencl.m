// The OpenCL device: any runtime with C++ for OpenCL and fine-grained system SVM, so that every host pointer is a
// kernel argument as it stands and nothing is copied.
#define _GNU_SOURCE  // asprintf
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "cache.h"
#include "device.h"

// The runtime is dlopen'ed: a program without it still starts, and no vendor's library is linked.
#define FUNCTIONS(X)                                                                                              \
    X(clGetPlatformIDs)                                                                                           \
    X(clGetDeviceIDs)                                                                                             \
    X(clGetDeviceInfo)                                                                                            \
    X(clCreateContext)                                                                                            \
    X(clReleaseContext)                                                                                           \
    X(clCreateCommandQueueWithProperties)                                                                         \
    X(clReleaseCommandQueue)                                                                                      \
    X(clCreateProgramWithSource)                                                                                  \
    X(clCreateProgramWithBinary)                                                                                  \
    X(clBuildProgram)                                                                                             \
    X(clGetProgramBuildInfo)                                                                                      \
    X(clGetProgramInfo)                                                                                           \
    X(clReleaseProgram)                                                                                           \
    X(clCreateKernel)                                                                                             \
    X(clGetKernelWorkGroupInfo)                                                                                   \
    X(clReleaseKernel)                                                                                            \
    X(clSetKernelArg)                                                                                             \
    X(clSetKernelArgSVMPointer)                                                                                   \
    X(clEnqueueNDRangeKernel)                                                                                     \
    X(clEnqueueSVMMemcpy)                                                                                         \
    X(clEnqueueSVMMemFill)                                                                                        \
    X(clEnqueueMarkerWithWaitList)                                                                                \
    X(clFlush)                                                                                                    \
    X(clWaitForEvents)                                                                                            \
    X(clGetEventInfo)                                                                                             \
    X(clGetEventProfilingInfo)                                                                                    \
    X(clReleaseEvent)                                                                                             \
    X(clGetDeviceAndHostTimer)

static struct {
#define X(name) __typeof__(&name) name;
    FUNCTIONS(X)
#undef X
} cl;

struct sm_program {
    cl_program program;
};
struct sm_entry {
    cl_kernel kernel;
    pthread_mutex_t lock;  // arguments are state of the kernel object: set them and enqueue in one piece
};
struct sm_stream {
    cl_command_queue queue;
};
struct sm_fence;  // a cl_event

typedef struct {
    sm_device device;  // first, so that a device is one of these
    cl_device_id identifier;
    cl_context context;
    double clock_offset;  // seconds of CLOCK_MONOTONIC minus seconds of the device's timer
    char name[256], version[8192];
} opencl_device;

static opencl_device *as_opencl(sm_device *device) { return (opencl_device *)device; }

static const size_t allocation_alignment = 16384;  // a page of Apple silicon
static const size_t huge_page = 2 << 20;

// ---- Errors

static const char *error_name(cl_int code) {
    switch (code) {
    case CL_DEVICE_NOT_FOUND: return "no device";
    case CL_DEVICE_NOT_AVAILABLE: return "device not available";
    case CL_COMPILER_NOT_AVAILABLE: return "compiler not available";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "memory allocation failed";
    case CL_OUT_OF_RESOURCES: return "out of resources";
    case CL_OUT_OF_HOST_MEMORY: return "out of memory";
    case CL_MEM_COPY_OVERLAP: return "ranges overlap";
    case CL_BUILD_PROGRAM_FAILURE: return "build failed";
    case CL_INVALID_VALUE: return "invalid value";
    case CL_INVALID_BINARY: return "invalid binary";
    case CL_INVALID_KERNEL_NAME: return "no kernel of that name";
    case CL_INVALID_ARG_SIZE: return "invalid argument size";
    case CL_INVALID_KERNEL_ARGS: return "a kernel argument is not set";
    case CL_INVALID_WORK_GROUP_SIZE: return "invalid threadgroup size";
    case CL_INVALID_WORK_ITEM_SIZE: return "invalid threadgroup size";
    case CL_INVALID_GLOBAL_WORK_SIZE: return "invalid grid size";
    case -1001: return "no platform found";  // CL_PLATFORM_NOT_FOUND_KHR
    default: return "error";
    }
}

static bool fail(char **error, const char *call, cl_int code) {
    if (error && asprintf(error, "%s: %s (%d)", call, error_name(code), code) < 0) *error = NULL;
    return false;
}

// ---- Memory

// Small blocks are kept for the next buffer of their size: to map and unmap one costs more than a small dispatch.
enum { POOLED_SIZES = 4, POOLED_BLOCKS = 32 };  // up to 64 KB; 5 MB at most
static struct {
    pthread_mutex_t lock;
    void *blocks[POOLED_SIZES][POOLED_BLOCKS];
    size_t count[POOLED_SIZES];
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t whole_pages(size_t length) {
    return (length + allocation_alignment - 1) / allocation_alignment * allocation_alignment;
}

static size_t pool_index(size_t size) { return size / allocation_alignment - 1; }

static void *take_pooled(size_t size) {
    size_t index = pool_index(size);
    if (index >= POOLED_SIZES) return NULL;
    pthread_mutex_lock(&pool.lock);
    void *block = pool.count[index] ? pool.blocks[index][--pool.count[index]] : NULL;
    pthread_mutex_unlock(&pool.lock);
    return block;
}

static bool give_pooled(void *block, size_t size) {
    size_t index = pool_index(size);
    if (index >= POOLED_SIZES) return false;
    pthread_mutex_lock(&pool.lock);
    bool has_room = pool.count[index] < POOLED_BLOCKS;
    if (has_room) pool.blocks[index][pool.count[index]++] = block;
    pthread_mutex_unlock(&pool.lock);
    return has_room;
}

static void *map_block(size_t size) {
    size_t alignment = size >= 2 * huge_page ? huge_page : allocation_alignment;
    if (size > SIZE_MAX - alignment) return NULL;
    char *mapped = mmap(NULL, size + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return NULL;
    char *start = (char *)(((uintptr_t)mapped + alignment - 1) / alignment * alignment);
    if (start > mapped) munmap(mapped, (size_t)(start - mapped));
    munmap(start + size, (size_t)(mapped + alignment - start));
    // First touch of a large buffer costs a fault a page: ask for 2 MB pages.
    if (alignment == huge_page) madvise(start, size, MADV_HUGEPAGE);
    return start;
}

static bool allocate(sm_device *device, size_t length, sm_storage storage, sm_memory *memory) {
    (void)device;
    size_t size = whole_pages(length);
    if (size < length) return false;
    void *block = take_pooled(size);
    if (block) memset(block, 0, length);
    else block = map_block(size);
    *memory = (sm_memory){.address = block, .host = storage == SM_STORAGE_PRIVATE ? NULL : block, .length = length,
                          .owner = block};
    return block != NULL;
}

static bool wrap(sm_device *device, void *pointer, size_t length, sm_memory *memory) {
    (void)device;
    *memory = (sm_memory){.address = pointer, .host = pointer, .length = length};
    return true;
}

static void release_memory(sm_device *device, sm_memory *memory) {
    (void)device;
    size_t size = whole_pages(memory->length);
    if (memory->owner && !give_pooled(memory->owner, size)) munmap(memory->owner, size);
}

static void did_modify(sm_device *device, sm_memory *memory, size_t offset, size_t length) {
    (void)device, (void)memory, (void)offset, (void)length;  // one memory
}

static const void *stage_bytes(sm_device *device, const void *bytes, size_t length) {
    (void)device, (void)length;
    return bytes;
}

// ---- Programs

static char *build_log(opencl_device *d, cl_program program) {
    size_t size = 0;
    cl.clGetProgramBuildInfo(program, d->identifier, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = calloc(size + 1, 1);
    if (log) cl.clGetProgramBuildInfo(program, d->identifier, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    return log;
}

static sm_program *build(opencl_device *d, cl_program program, const char *options, char **error) {
    cl_int code = cl.clBuildProgram(program, 1, &d->identifier, options, NULL, NULL);
    sm_program *result = code == CL_SUCCESS ? malloc(sizeof *result) : NULL;
    if (result) {
        result->program = program;
        return result;
    }
    if (code == CL_BUILD_PROGRAM_FAILURE && error) *error = build_log(d, program);
    else fail(error, "clBuildProgram", code ? code : CL_OUT_OF_HOST_MEMORY);
    cl.clReleaseProgram(program);
    return NULL;
}

static sm_program *compile(sm_device *device, const char *source, const char *options, char **error) {
    opencl_device *d = as_opencl(device);
    cl_int code;
    cl_program program = cl.clCreateProgramWithSource(d->context, 1, &source, NULL, &code);
    if (program) return build(d, program, options, error);
    fail(error, "clCreateProgramWithSource", code);
    return NULL;
}

static sm_program *load(sm_device *device, const void *binary, size_t size, const char *options) {
    opencl_device *d = as_opencl(device);
    const unsigned char *bytes = binary;
    cl_int code, status;
    cl_program program = cl.clCreateProgramWithBinary(d->context, 1, &d->identifier, &size, &bytes, &status, &code);
    return program ? build(d, program, options, NULL) : NULL;
}

static bool binary(sm_program *program, void **bytes, size_t *size) {
    if (cl.clGetProgramInfo(program->program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL)) return false;
    if (*size == 0) return false;
    *bytes = malloc(*size);
    if (*bytes && !cl.clGetProgramInfo(program->program, CL_PROGRAM_BINARIES, sizeof *bytes, bytes, NULL)) return true;
    free(*bytes);
    return false;
}

static void release_program(sm_program *program) {
    if (!program) return;
    cl.clReleaseProgram(program->program);
    free(program);
}

static sm_entry *entry(sm_program *program, const char *symbol, sm_entry_facts *facts, char **error) {
    cl_int code;
    cl_kernel kernel = cl.clCreateKernel(program->program, symbol, &code);
    sm_entry *result = kernel ? malloc(sizeof *result) : NULL;
    if (!result) {
        if (kernel) cl.clReleaseKernel(kernel);
        fail(error, "clCreateKernel", code ? code : CL_OUT_OF_HOST_MEMORY);
        return NULL;
    }
    size_t threads = 0;
    cl_ulong local = 0;
    cl.clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof threads, &threads, NULL);
    cl.clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    *facts = (sm_entry_facts){.max_threads = threads, .threadgroup_bytes = local};
    result->kernel = kernel;
    pthread_mutex_init(&result->lock, NULL);
    return result;
}

static void release_entry(sm_entry *entry) {
    if (!entry) return;
    cl.clReleaseKernel(entry->kernel);
    pthread_mutex_destroy(&entry->lock);
    free(entry);
}

// ---- Commands

static sm_stream *stream(sm_device *device, char **error) {
    opencl_device *d = as_opencl(device);
    static const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_int code;
    cl_command_queue queue = cl.clCreateCommandQueueWithProperties(d->context, d->identifier, properties, &code);
    sm_stream *result = queue ? malloc(sizeof *result) : NULL;
    if (result) {
        result->queue = queue;
        return result;
    }
    if (queue) cl.clReleaseCommandQueue(queue);
    fail(error, "clCreateCommandQueueWithProperties", code ? code : CL_OUT_OF_HOST_MEMORY);
    return NULL;
}

static void release_stream(sm_stream *stream) {
    if (!stream) return;
    cl.clReleaseCommandQueue(stream->queue);
    free(stream);
}

static cl_int set_value(cl_kernel kernel, cl_uint index, const sm_value *value) {
    if (value->kind == SM_VALUE_ADDRESS) return cl.clSetKernelArgSVMPointer(kernel, index, value->pointer);
    return cl.clSetKernelArg(kernel, index, value->length, value->kind == SM_VALUE_BYTES ? value->pointer : NULL);
}

static bool launch(sm_stream *stream, const sm_launch *launch, sm_fence **fence, char **error) {
    cl_kernel kernel = launch->entry->kernel;
    const char *call = "clSetKernelArg";
    cl_int code = CL_SUCCESS;
    pthread_mutex_lock(&launch->entry->lock);
    for (cl_uint i = 0; i < launch->value_count && !code; i++) code = set_value(kernel, i, &launch->values[i]);
    if (!code) {
        call = "clEnqueueNDRangeKernel";
        code = cl.clEnqueueNDRangeKernel(stream->queue, kernel, launch->dimensions, launch->offset, launch->threads,
                                         launch->group, 0, NULL, (cl_event *)fence);
    }
    pthread_mutex_unlock(&launch->entry->lock);
    return code ? fail(error, call, code) : true;
}

static bool copy(sm_stream *stream, void *to, const void *from, size_t length, sm_fence **fence, char **error) {
    cl_int code = cl.clEnqueueSVMMemcpy(stream->queue, CL_FALSE, to, from, length, 0, NULL, (cl_event *)fence);
    return code ? fail(error, "clEnqueueSVMMemcpy", code) : true;
}

static bool fill(sm_stream *stream, void *to, uint8_t value, size_t length, sm_fence **fence, char **error) {
    cl_int code = cl.clEnqueueSVMMemFill(stream->queue, to, &value, 1, length, 0, NULL, (cl_event *)fence);
    return code ? fail(error, "clEnqueueSVMMemFill", code) : true;
}

static bool marker(sm_stream *stream, sm_fence **fence, char **error) {
    cl_int code = cl.clEnqueueMarkerWithWaitList(stream->queue, 0, NULL, (cl_event *)fence);
    return code ? fail(error, "clEnqueueMarkerWithWaitList", code) : true;
}

static bool synchronize(sm_stream *stream, sm_memory *memory, sm_fence **fence, char **error) {
    (void)memory;  // one memory: nothing to move, but a place in the order
    return marker(stream, fence, error);
}

static void flush(sm_stream *stream) { cl.clFlush(stream->queue); }

static cl_int fence_status(sm_fence *fence) {
    cl_int status = CL_QUEUED;
    cl_int code = cl.clGetEventInfo((cl_event)fence, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return code ? code : status;
}

static bool fence_wait(sm_fence *fence, char **error) {
    cl_event event = (cl_event)fence;
    cl_int code = cl.clWaitForEvents(1, &event);
    if (code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) code = fence_status(fence);
    return code < 0 ? fail(error, "execution", code) : true;
}

static bool fence_is_done(sm_fence *fence) { return fence_status(fence) <= CL_COMPLETE; }

static void fence_times(sm_device *device, sm_fence *fence, double *start, double *end) {
    double offset = as_opencl(device)->clock_offset;
    cl_ulong begins = 0, ends = 0;
    cl.clGetEventProfilingInfo((cl_event)fence, CL_PROFILING_COMMAND_START, sizeof begins, &begins, NULL);
    cl.clGetEventProfilingInfo((cl_event)fence, CL_PROFILING_COMMAND_END, sizeof ends, &ends, NULL);
    *start = (double)begins * 1e-9 + offset;
    *end = (double)ends * 1e-9 + offset;
}

static void release_fence(sm_fence *fence) {
    if (fence) cl.clReleaseEvent((cl_event)fence);
}

static const sm_device_functions functions = {
    .allocate = allocate,
    .wrap = wrap,
    .release_memory = release_memory,
    .did_modify = did_modify,
    .stage_bytes = stage_bytes,
    .compile = compile,
    .load = load,
    .binary = binary,
    .release_program = release_program,
    .entry = entry,
    .release_entry = release_entry,
    .stream = stream,
    .release_stream = release_stream,
    .launch = launch,
    .copy = copy,
    .fill = fill,
    .synchronize = synchronize,
    .marker = marker,
    .flush = flush,
    .fence_wait = fence_wait,
    .fence_is_done = fence_is_done,
    .fence_times = fence_times,
    .release_fence = release_fence,
};

// ---- Discovery

enum { MAX_DEVICES = 16 };
static sm_device *devices[MAX_DEVICES];
static size_t device_count;
static char no_device_reason[1024];

// Intel's compiler makes SIMD code of work-items. Where a loop that they leave at different turns has two exits to
// different places, numbers that live on come out wrong, and jump threading makes such loops of plain ones
// (`while (n < limit && inside) n++; if (n == limit)`). The runtime reads these options once, when it is loaded.
static const char compiler_options_variable[] = "CL_CONFIG_LLVM_OPTIONS";
static void switch_jump_threading_off(void) {
    static const char option[] = "-jump-threading-threshold=";
    const char *given = getenv(compiler_options_variable);
    if (given && strstr(given, option)) return;
    char options[4096];
    snprintf(options, sizeof options, "%s%s%s0", given ? given : "", given && *given ? " " : "", option);
    setenv(compiler_options_variable, options, 1);
}

static bool open_runtime(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(no_device_reason, sizeof no_device_reason, "no OpenCL runtime: %s", dlerror());
        return false;
    }
#define X(function)                                                                                                 \
    if (!(cl.function = (__typeof__(cl.function))dlsym(library, #function))) {                                      \
        snprintf(no_device_reason, sizeof no_device_reason, "%s has no " #function, name);                          \
        return false;                                                                                               \
    }
    FUNCTIONS(X)
#undef X
    return true;
}

static char *device_text(cl_device_id device, cl_device_info what) {
    size_t size = 0;
    cl.clGetDeviceInfo(device, what, 0, NULL, &size);
    char *text = calloc(size + 1, 1);
    if (text && size) cl.clGetDeviceInfo(device, what, size, text, NULL);
    return text;
}

static uint64_t device_number(cl_device_id device, cl_device_info what) {
    uint64_t number = 0;  // OpenCL's numbers are 4 or 8 bytes, little-endian where Metal programs run
    return cl.clGetDeviceInfo(device, what, sizeof number, &number, NULL) ? 0 : number;
}

// A binary for this processor can use any instruction it has; under a hypervisor its name does not tell which.
static void processor_flags(char *text, size_t size) {
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[4096];
    text[0] = 0;
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, "flags", 5) || !strncmp(line, "Features", 8)) {
            snprintf(text, size, "%s", line);
            break;
        }
    if (file) fclose(file);
}

static int compare_texts(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// All that the environment tells Intel's compiler (CL_CONFIG_*), in an order of its own.
static void compiler_settings(char *text, size_t size) {
    static const char prefix[] = "CL_CONFIG_";
    enum { MOST = 64 };
    const char *found[MOST];
    size_t count = 0, used = 0;
    for (char **variable = environ; *variable && count < MOST; variable++)
        if (!strncmp(*variable, prefix, sizeof prefix - 1)) found[count++] = *variable;
    qsort(found, count, sizeof *found, compare_texts);
    text[0] = 0;
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s\n", found[i]);
}

static void describe_device(opencl_device *d) {
    char *name = device_text(d->identifier, CL_DEVICE_NAME), *version = device_text(d->identifier, CL_DEVICE_VERSION);
    char *driver = device_text(d->identifier, CL_DRIVER_VERSION);
    char flags[3072], options[4096];
    processor_flags(flags, sizeof flags);
    compiler_settings(options, sizeof options);
    snprintf(d->name, sizeof d->name, "softmetal (%s)", name ? name : "OpenCL");
    snprintf(d->version, sizeof d->version, "%s\n%s\n%s\n%s\n%s", name ? name : "", version ? version : "",
             driver ? driver : "", options, flags);
    free(name);
    free(version);
    free(driver);
    const char *parts[] = {d->version};
    sm_cache_key key = sm_cache_make_key(parts, 1);
    memcpy(&d->device.identifier, key.digest, sizeof d->device.identifier);
}

static void measure_device(opencl_device *d) {
    uint64_t memory = device_number(d->identifier, CL_DEVICE_GLOBAL_MEM_SIZE);
    size_t page = 16384, threads = device_number(d->identifier, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    size_t local = device_number(d->identifier, CL_DEVICE_LOCAL_MEM_SIZE);
    // Apple silicon's own limits and shares of memory, where the runtime allows as much.
    d->device.max_threads_per_threadgroup = threads < 1024 ? threads : 1024;
    d->device.max_threadgroup_memory = local < 32768 ? local : 32768;
    d->device.working_set = memory / 4 * 3 / page * page;
    d->device.max_buffer_length = memory / 16 * 9 / page * page;
    d->device.has_double = device_number(d->identifier, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    d->device.unified_memory = true;
    d->device.name = d->name;
    d->device.version = d->version;
    d->device.functions = &functions;
    d->device.flush_option = "-cl-denorms-are-zero";
    cl_ulong device_time = 0, host_time = 0;
    struct timespec now;
    cl.clGetDeviceAndHostTimer(d->identifier, &device_time, &host_time);
    clock_gettime(CLOCK_MONOTONIC, &now);
    d->clock_offset = (double)now.tv_sec + (double)now.tv_nsec * 1e-9 - (double)device_time * 1e-9;
}

static bool lists_extension(cl_device_id device, const char *extension) {
    char *extensions = device_text(device, CL_DEVICE_EXTENSIONS);
    bool found = extensions && strstr(extensions, extension);
    free(extensions);
    return found;
}

// Intel's runtime compiles C++ for OpenCL without listing cl_ext_cxx_for_opencl, so where it is not listed a program
// that only that language accepts decides. The answer is kept: it costs as much as a first compilation.
static bool compiles_cxx(opencl_device *d) {
    if (lists_extension(d->identifier, "cl_ext_cxx_for_opencl")) return true;
    static const char source[] =
        "template <class T> struct probe { T value; };\n"
        "kernel void run(global float *a) { probe<float> p{1.0f}; a[0] = p.value; }\n";
    const char *parts[] = {"C++ for OpenCL", d->version, source};
    sm_cache_key key = sm_cache_make_key(parts, 3);
    void *known;
    size_t length;
    if (sm_cache_read(&key, &known, &length)) {
        free(known);
        return true;
    }
    sm_program *program = compile(&d->device, source, "-cl-std=CLC++2021", NULL);
    if (!program) return false;
    release_program(program);
    sm_cache_write(&key, "yes", 3);
    return true;
}

static const char *refuse_device(opencl_device *d) {
    uint64_t svm = device_number(d->identifier, CL_DEVICE_SVM_CAPABILITIES);
    if (!(svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)) return "it has no fine-grained system SVM";
    d->context = cl.clCreateContext(NULL, 1, &d->identifier, NULL, NULL, NULL);
    if (!d->context) return "clCreateContext failed";
    if (compiles_cxx(d)) return NULL;
    cl.clReleaseContext(d->context);
    return "it does not compile C++ for OpenCL (cl_ext_cxx_for_opencl)";
}

static void add_device(cl_device_id identifier) {
    opencl_device *d = calloc(1, sizeof *d);
    if (!d) return;
    d->identifier = identifier;
    describe_device(d);
    measure_device(d);
    const char *refusal = refuse_device(d);
    if (!refusal) {
        devices[device_count++] = &d->device;
        return;
    }
    snprintf(no_device_reason, sizeof no_device_reason, "%s is not used: %s", d->name, refusal);
    free(d);
}

static void find_devices_of_runtime(void) {
    cl_platform_id platforms[MAX_DEVICES];
    cl_uint platform_count = 0;
    cl_int code = cl.clGetPlatformIDs(MAX_DEVICES, platforms, &platform_count);
    if (code) platform_count = 0;
    snprintf(no_device_reason, sizeof no_device_reason, "the OpenCL runtime has no device: %s (%d)", error_name(code),
             code);
    for (cl_uint p = 0; p < platform_count && p < MAX_DEVICES; p++) {
        cl_device_id found[MAX_DEVICES];
        cl_uint count = 0;
        if (cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, found, &count)) continue;
        for (cl_uint i = 0; i < count && i < MAX_DEVICES && device_count < MAX_DEVICES; i++) add_device(found[i]);
    }
}

static void find_devices(void) {
    const char *named = getenv("SOFTMETAL_OPENCL");
    const char *names[] = {"libintelocl.so", "libOpenCL.so.1"};
    switch_jump_threading_off();
    if (named && *named) {
        if (open_runtime(named)) find_devices_of_runtime();
        return;
    }
    char first_reason[sizeof no_device_reason] = "";
    for (size_t i = 0; i < sizeof names / sizeof *names && !device_count; i++) {
        if (open_runtime(names[i])) find_devices_of_runtime();
        if (i == 0) memcpy(first_reason, no_device_reason, sizeof first_reason);
    }
    memcpy(no_device_reason, first_reason, sizeof first_reason);
}

size_t sm_devices(sm_device *const **found, const char **reason) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_devices);
    *found = devices;
    *reason = no_device_reason;
    return device_count;
}
