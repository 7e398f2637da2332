// What the environment sets, read once.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SOFTMETAL_VALIDATION: error (default), abort, or off (only what keeps the process alive is checked).
typedef enum { SM_VALIDATION_ERROR, SM_VALIDATION_ABORT, SM_VALIDATION_OFF, SM_VALIDATION_COUNT } sm_validation;
sm_validation sm_validation_mode(void);

// SOFTMETAL_LIMITS="maxBufferLength=1M,workingSet=4M,grid=65536": lowers a limit, so that small data reaches the code
// for huge data.
typedef enum { SM_LIMIT_BUFFER_LENGTH, SM_LIMIT_WORKING_SET, SM_LIMIT_GRID, SM_LIMIT_COUNT } sm_limit_kind;
uint64_t sm_limit(sm_limit_kind kind, uint64_t device_limit);  // the smaller of the two

// SOFTMETAL_FAULT="alloc=3,nocopy,compile,pipeline=1,commandbuffer=2,device=5": fails the n-th event of a kind, or
// each one where no number stands. From the n-th command buffer on, "device" fails all of them: a lost device.
typedef enum {
    SM_FAULT_ALLOC,
    SM_FAULT_NOCOPY,
    SM_FAULT_COMPILE,
    SM_FAULT_PIPELINE,
    SM_FAULT_COMMAND_BUFFER,
    SM_FAULT_DEVICE,
    SM_FAULT_COUNT
} sm_fault_kind;
bool sm_fault(sm_fault_kind kind);  // counts an event; true where it has to fail

// SOFTMETAL_CACHE_SIZE=1G: bytes that the cache of compiled kernels may take on disk.
uint64_t sm_cache_limit(void);

// SOFTMETAL_DEVICES=2: each device is listed that many times, for programs that choose one. They share the hardware and
// nothing else.
unsigned sm_device_copies(void);

// SOFTMETAL_CHECK=bounds or bounds:before: each buffer stands against memory that cannot be reached, at its end or
// at its beginning.
typedef enum { SM_BOUNDS_UNCHECKED, SM_BOUNDS_AFTER, SM_BOUNDS_BEFORE, SM_BOUNDS_COUNT } sm_bounds_mode;
sm_bounds_mode sm_checks_bounds(void);

bool sm_flush_subnormals(void);  // SOFTMETAL_FTZ=1: subnormal floats are zero, as on a GPU they may be
bool sm_lists_leaks(void);       // SOFTMETAL_LEAKS=1
