#pragma once
#import <Foundation/Foundation.h>

#define MTL_EXPORT __attribute__((visibility("default")))
#ifdef __cplusplus
#define MTL_EXTERN extern "C" MTL_EXPORT
#else
#define MTL_EXTERN extern MTL_EXPORT
#endif

#ifndef __APPLE__
// Apple's nil is a null pointer of any type, as in `error:nil`; GCC's runtime has an id.
#undef nil
#define nil NULL
typedef double CFTimeInterval;  // CoreFoundation's, seconds
#endif
