// The process's memory map.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    SM_REGION_OK,
    SM_REGION_UNMAPPED,    // a page of the range is not mapped
    SM_REGION_UNREADABLE,  // a page of the range cannot be read
    SM_REGION_SEVERAL      // the range runs over mappings of different protection or backing
} sm_region_answer;

// Looks the range up. Neighbouring mappings of equal protection and backing count as one region: the kernel splits a
// region where, say, a part of it was advised to use huge pages. *writable is for the whole range; *at is the first
// address that the answer is about.
sm_region_answer sm_region_query(const void *pointer, size_t length, bool *writable, uintptr_t *at);
