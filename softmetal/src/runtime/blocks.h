// Copies of blocks that outlive the caller's frame; released with Block_release.
#pragma once
#include <Block.h>

#define SM_BLOCK_COPY(block) ((__typeof__(block))sm_block_copy((const void *)(block)))
void *sm_block_copy(const void *block);
