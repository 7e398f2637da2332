#pragma once
#import <Metal/MTLDefines.h>

typedef struct {
    NSUInteger x, y, z;
} MTLOrigin;

typedef struct {
    NSUInteger width, height, depth;
} MTLSize;

typedef struct {
    MTLOrigin origin;
    MTLSize size;
} MTLRegion;

typedef struct {
    NSUInteger size, align;
} MTLSizeAndAlign;

static inline MTLOrigin MTLOriginMake(NSUInteger x, NSUInteger y, NSUInteger z) {
    MTLOrigin origin = {x, y, z};
    return origin;
}

static inline MTLSize MTLSizeMake(NSUInteger width, NSUInteger height, NSUInteger depth) {
    MTLSize size = {width, height, depth};
    return size;
}

static inline MTLRegion MTLRegionMake1D(NSUInteger x, NSUInteger width) {
    MTLRegion region = {{x, 0, 0}, {width, 1, 1}};
    return region;
}

static inline MTLRegion MTLRegionMake2D(NSUInteger x, NSUInteger y, NSUInteger width, NSUInteger height) {
    MTLRegion region = {{x, y, 0}, {width, height, 1}};
    return region;
}

static inline MTLRegion MTLRegionMake3D(NSUInteger x, NSUInteger y, NSUInteger z, NSUInteger width, NSUInteger height,
                                        NSUInteger depth) {
    MTLRegion region = {{x, y, z}, {width, height, depth}};
    return region;
}
