/* Host memory under Metal buffers, without a copy where that is possible. */
#ifndef ML_MEMORY_H
#define ML_MEMORY_H

#import <Metal/Metal.h>

#include "metallink.h"

/* The part of [data, data + bytes) whose pages can become buffers, in bytes from data: first to end, empty (0 to 0) if none can.
 * It takes enough bytes to be worth wiring pages, aligned elements, and one region of virtual memory that may be read (and
 * written, for a result); where the data begins or ends amid pages that reach out of the region, these are left out.
 * METALLINK_ZERO_COPY=0 says no to all. */
void ml_memory_adoptable(const void *data, size_t bytes, size_t alignment, int writable, size_t *first, size_t *end);

/* A buffer over the pages around [data, data + bytes), all of it adoptable; offset is the place of data in it. nil if Metal
 * refuses. The caller owns the buffer, and the memory must outlive it. */
id<MTLBuffer> ml_memory_adopt(id<MTLDevice> device, void *data, size_t bytes, size_t *offset);

size_t ml_memory_page(void);

#endif
