/* Host memory under Metal buffers, without a copy where that is possible. */
#ifndef ML_MEMORY_H
#define ML_MEMORY_H

#import <Metal/Metal.h>

#include "metallink.h"

/* Whether the pages around [data, data + bytes) can become a buffer: enough bytes to be worth wiring pages, aligned elements, one
 * region of virtual memory that may be read (and written, for a result). METALLINK_ZERO_COPY=0 says no to all. */
int ml_memory_adoptable(const void *data, size_t bytes, size_t alignment, int writable);

/* A buffer over the pages around [data, data + bytes), which must be adoptable; offset is the place of data in it. nil if Metal
 * refuses. The caller owns the buffer, and the memory must outlive it. */
id<MTLBuffer> ml_memory_adopt(id<MTLDevice> device, void *data, size_t bytes, size_t *offset);

size_t ml_memory_page(void);

#endif
