#pragma once
#import <Metal/Metal.h>

@interface MTLFunctionConstantValues (SMLookup)
// The value set for a constant by its name, else by its index: NSData of the value's bytes, nil if there is none.
// *type is the type it was set with.
- (NSData *)valueOfConstantNamed:(NSString *)name index:(NSUInteger)index type:(MTLDataType *)type;
@end
