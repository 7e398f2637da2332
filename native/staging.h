/* Buffers of our own, for what is copied. Small ones are kept from call to call: making one costs more than a small call. */
#ifndef ML_STAGING_H
#define ML_STAGING_H

#import "device.h"

/* A buffer of at least so many bytes, of unknown contents. */
ml_status ml_staging_take(const ml_device *device, size_t bytes, id<MTLBuffer> *buffer);
void ml_staging_give_back(const ml_device *device, id<MTLBuffer> buffer);

#endif
