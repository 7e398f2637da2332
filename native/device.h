/* Metal devices: found at the first call, the first of them chosen unless another is selected. */
#ifndef ML_DEVICE_H
#define ML_DEVICE_H

#import <Metal/Metal.h>

#include "metallink.h"

typedef struct {
    id<MTLDevice> metal;
    id<MTLCommandQueue> queue;
    int emulate_double; /* METALLINK_EMULATE_DOUBLE=1 when the device was set up */
    int native_double;  /* its compiler knows double, and is allowed to use it */
} ml_device;

/* Devices live as long as the process. */
ml_status ml_device_current(const ml_device **device);
ml_status ml_device_at(int64_t index, const ml_device **device); /* from 1 */
ml_status ml_device_select(int64_t index);
ml_status ml_device_count(int64_t *count);

/* Compiles MSL as all code of the library is compiled: no fast math, the emulation of doubles as the device needs it. Of
 * sources with many kernels only `kernel` (the macro ML_KERNEL_<kernel>). nil with an NSError where Metal refuses. The caller owns the
 * result. */
id<MTLLibrary> ml_device_new_library(const ml_device *device, const char *msl, const char *kernel, NSError **error);

#endif
