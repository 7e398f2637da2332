#include "blocks.h"

#include <stdio.h>
#include <stdlib.h>

// The head of a block, and its flags for one on the heap and one without captures (clang's block ABI).
typedef struct {
    void *isa;
    int flags;
} block_head;
enum { ON_HEAP = 1 << 24, GLOBAL = 1 << 28 };

// libgnustep-base exports block functions that leave a block on the stack. In a program that links it before
// libBlocksRuntime they are the ones found, and a handler would run on a frame long gone.
void *sm_block_copy(const void *block) {
    void *copy = _Block_copy(block);
    if (copy != block || !block || ((const block_head *)block)->flags & (ON_HEAP | GLOBAL)) return copy;
    fprintf(stderr, "softmetal: blocks do not work in this program: link it with -lBlocksRuntime before "
                    "-lgnustep-base\n");
    abort();
}
