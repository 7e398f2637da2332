#pragma once
#import "SMCommandEncoder.h"

@interface SMBlitEncoder : SMCommandEncoder <MTLBlitCommandEncoder>
@end
