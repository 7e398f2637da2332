// Files kept between processes, by key: in SOFTMETAL_CACHE, else XDG_CACHE_HOME/softmetal, else ~/.cache/softmetal.
// Nothing here fails: a folder that cannot be read or written only costs time. Where the entries grow beyond
// SOFTMETAL_CACHE_SIZE, those that were not used for the longest time are removed.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "sha256.h"

typedef struct {
    uint8_t digest[SM_SHA256_SIZE];
} sm_cache_key;

sm_cache_key sm_cache_make_key(const char *const *parts, size_t count);
bool sm_cache_read(const sm_cache_key *key, void **bytes, size_t *length);  // *bytes released with free
void sm_cache_write(const sm_cache_key *key, const void *bytes, size_t length);
