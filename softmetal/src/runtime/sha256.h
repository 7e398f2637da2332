// SHA-256 (FIPS 180-4).
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { SM_SHA256_SIZE = 32 };

typedef struct {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
} sm_sha256;

void sm_sha256_init(sm_sha256 *hash);
void sm_sha256_add(sm_sha256 *hash, const void *bytes, size_t length);
void sm_sha256_end(sm_sha256 *hash, uint8_t digest[SM_SHA256_SIZE]);
