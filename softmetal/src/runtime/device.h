// What the Metal objects ask of a compute device. One implementation is opencl.m; a second device fills the same
// table. Functions that fail return NULL, false or a nonzero code and put a text into *error, released with free.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sm_device sm_device;
typedef struct sm_program sm_program;  // compiled source
typedef struct sm_entry sm_entry;      // one kernel of a program
typedef struct sm_stream sm_stream;    // commands, executed in order
typedef struct sm_fence sm_fence;      // the end of a command

typedef enum { SM_STORAGE_SHARED, SM_STORAGE_MANAGED, SM_STORAGE_PRIVATE } sm_storage;

typedef struct {
    void *address;  // what a kernel gets; offsets are added to it
    void *host;     // where the CPU finds the same bytes; NULL where it cannot
    size_t length;
    void *owner;  // the device's own record
} sm_memory;

typedef struct {
    enum { SM_VALUE_ADDRESS, SM_VALUE_THREADGROUP, SM_VALUE_BYTES } kind;
    const void *pointer;  // ADDRESS: device address; BYTES: the value, passed by value
    size_t length;        // THREADGROUP and BYTES: bytes
} sm_value;

typedef struct {
    sm_entry *entry;
    const sm_value *values;
    size_t value_count;
    unsigned dimensions;                   // 1 to 3
    size_t offset[3], threads[3], group[3];  // threads is a multiple of group
} sm_launch;

typedef struct {
    size_t max_threads;  // a threadgroup
    size_t threadgroup_bytes;
} sm_entry_facts;

typedef struct {
    bool (*allocate)(sm_device *, size_t length, sm_storage, sm_memory *);  // zeroed
    bool (*wrap)(sm_device *, void *pointer, size_t length, sm_memory *);   // no copy
    void (*release_memory)(sm_device *, sm_memory *);
    void (*did_modify)(sm_device *, sm_memory *, size_t offset, size_t length);  // by the CPU
    const void *(*stage_bytes)(sm_device *, const void *bytes, size_t length);   // host address -> device address

    sm_program *(*compile)(sm_device *, const char *source, const char *options, char **error);
    sm_program *(*load)(sm_device *, const void *binary, size_t size, const char *options);
    bool (*binary)(sm_program *, void **bytes, size_t *size);  // *bytes released with free
    void (*release_program)(sm_program *);
    sm_entry *(*entry)(sm_program *, const char *symbol, sm_entry_facts *, char **error);
    void (*release_entry)(sm_entry *);

    sm_stream *(*stream)(sm_device *, char **error);
    void (*release_stream)(sm_stream *);
    // Each puts one command into the stream; *fence is released with release_fence.
    bool (*launch)(sm_stream *, const sm_launch *, sm_fence **, char **error);
    bool (*copy)(sm_stream *, void *to, const void *from, size_t length, sm_fence **, char **error);
    bool (*fill)(sm_stream *, void *to, uint8_t value, size_t length, sm_fence **, char **error);
    bool (*synchronize)(sm_stream *, sm_memory *, sm_fence **, char **error);  // for the CPU to read
    bool (*marker)(sm_stream *, sm_fence **, char **error);
    void (*flush)(sm_stream *);

    bool (*fence_wait)(sm_fence *, char **error);
    bool (*fence_is_done)(sm_fence *);
    void (*fence_times)(sm_device *, sm_fence *, double *start, double *end);  // seconds of CLOCK_MONOTONIC
    void (*release_fence)(sm_fence *);
} sm_device_functions;

struct sm_device {
    const sm_device_functions *functions;
    const char *name, *version;  // version: all that a binary depends on
    const char *flush_option;    // of the compiler: subnormals are zero
    uint64_t identifier;
    bool has_double, unified_memory;
    size_t max_threads_per_threadgroup, max_threadgroup_memory, max_buffer_length, working_set;
};

// The devices of this machine, found at the first call and kept for the life of the process. Where there is none,
// *reason says why.
size_t sm_devices(sm_device *const **devices, const char **reason);
