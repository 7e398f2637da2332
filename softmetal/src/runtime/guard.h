// Memory that stands against memory that cannot be reached, and the accesses to that which kernels try.
// The handler of such an access lets the kernel go on, on a page of its own, and keeps the first one.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data;  // length bytes
    size_t length;
    char *body;  // the whole pages around them: what is not data is filled with a pattern
    size_t body_size;
    size_t slot;  // in the list of guarded memory
} sm_guarded;

// alignment: a power of two that the address of data has at least. Where the length is a multiple of it, nothing is
// between data and guard.
bool sm_guarded_new(size_t length, size_t alignment, sm_guarded *memory);  // zeroed
void sm_guarded_free(sm_guarded *memory);

// The address next to data whose pattern has been overwritten, or NULL. The pattern is put in order again.
const char *sm_guarded_overwritten(const sm_guarded *memory);

typedef enum { SM_ACCESS_READ, SM_ACCESS_WRITE, SM_ACCESS_UNKNOWN } sm_access_kind;
typedef struct {
    uintptr_t address;
    sm_access_kind kind;
} sm_bad_access;

// Between watch and unwatch one kernel runs, and no other: unwatch tells its first bad access, or returns false.
void sm_guard_watch(const char *kernel);
bool sm_guard_unwatch(sm_bad_access *access);
