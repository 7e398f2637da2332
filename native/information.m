/* The device, the last error and the last call. */
#define _GNU_SOURCE /* dladdr */
#import <Foundation/Foundation.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "call.h"
#import "device.h"
#import "kernels.h"
#include "metallink.h"
#import "status.h"

static _Thread_local char information_text[1024];

ml_status ml_information_last_error(const char **text)
{
    *text = ml_status_text();
    return ML_OK;
}

ml_status ml_information_last_call(ml_integers *numbers)
{
    *numbers = (ml_integers){ml_call_record(), ML_RECORD_FIELDS};
    return ML_OK;
}

/* No device is an answer, not a failure; the error text says why. */
ml_status ml_information_device_count(int64_t *count)
{
    ml_device_count(count);
    return ML_OK;
}

ml_status ml_information_device_select(int64_t device) { return ml_device_select(device); }

static NSString *families(id<MTLDevice> metal)
{
    static const struct {
        MTLGPUFamily family;
        const char *name;
    } known[] = {
        {MTLGPUFamilyApple4, "Apple4"}, {MTLGPUFamilyApple5, "Apple5"}, {MTLGPUFamilyApple6, "Apple6"},
        {MTLGPUFamilyApple7, "Apple7"}, {MTLGPUFamilyApple8, "Apple8"}, {MTLGPUFamilyApple9, "Apple9"},
        {MTLGPUFamilyMac2, "Mac2"},     {MTLGPUFamilyMetal3, "Metal3"},
    };
    NSMutableArray *names = [NSMutableArray array];
    for (size_t k = 0; k < sizeof known / sizeof known[0]; ++k) {
        if ([metal supportsFamily:known[k].family]) {
            [names addObject:[NSString stringWithUTF8String:known[k].name]];
        }
    }
    return [names componentsJoinedByString:@", "];
}

/* The framework or library that Metal comes from: "Metal", "softmetal". */
static NSString *metal_library(void)
{
    Dl_info info;
    if (dladdr((const void *)MTLCopyAllDevices, &info) == 0 || info.dli_fname == NULL) {
        return @"Unknown";
    }
    const char *slash = strrchr(info.dli_fname, '/');
    NSString *file = [NSString stringWithUTF8String:slash != NULL ? slash + 1 : info.dli_fname];
    NSString *name = [[file componentsSeparatedByString:@"."] objectAtIndex:0];
    return [name hasPrefix:@"lib"] ? [name substringFromIndex:3] : name;
}

ml_status ml_information_device_string(int64_t index, const char *property, const char **text)
{
    const ml_device *device;
    ML_TRY(ml_device_at(index, &device));
    NSString *value = nil;
    if (strcmp(property, "Name") == 0) {
        value = device->metal.name;
    } else if (strcmp(property, "Library") == 0) {
        value = metal_library();
    } else if (strcmp(property, "DoublePrecision") == 0) {
        value = device->native_double ? @"Native" : @"Emulated";
    } else if (strcmp(property, "Families") == 0) {
        value = families(device->metal);
    } else {
        return ml_status_fail(ML_FUNCTION_ERROR, "there is no text property \"%s\"", property);
    }
    snprintf(information_text, sizeof information_text, "%s", [value UTF8String]);
    *text = information_text;
    return ML_OK;
}

/* What a pipeline of this device can do, asked of the smallest kernel. */
static ml_status pipeline_integer(const ml_device *device, int width, int64_t *number)
{
    ml_kernel kernel = {.source = "device", .function = device->native_double ? "native_double" : "emulated_double"};
    ml_pipeline *pipeline;
    ML_TRY(ml_kernels_pipeline(device, &kernel, &pipeline));
    *number = (int64_t)(width ? pipeline->state.threadExecutionWidth : pipeline->most_threads);
    return ML_OK;
}

ml_status ml_information_device_integer(int64_t index, const char *property, int64_t *number)
{
    const ml_device *device;
    ML_TRY(ml_device_at(index, &device));
    id<MTLDevice> metal = device->metal;
    if (strcmp(property, "UnifiedMemory") == 0) {
        *number = metal.hasUnifiedMemory ? 1 : 0;
    } else if (strcmp(property, "MaxBufferLength") == 0) {
        *number = (int64_t)metal.maxBufferLength;
    } else if (strcmp(property, "RecommendedMaxWorkingSetSize") == 0) {
        *number = (int64_t)metal.recommendedMaxWorkingSetSize;
    } else if (strcmp(property, "CurrentAllocatedSize") == 0) {
        *number = (int64_t)metal.currentAllocatedSize;
    } else if (strcmp(property, "MaxThreadsPerThreadgroup") == 0) {
        *number = (int64_t)metal.maxThreadsPerThreadgroup.width;
    } else if (strcmp(property, "MaxThreadgroupMemoryLength") == 0) {
        *number = (int64_t)metal.maxThreadgroupMemoryLength;
    } else if (strcmp(property, "ThreadExecutionWidth") == 0) {
        return pipeline_integer(device, 1, number);
    } else if (strcmp(property, "MaxTotalThreadsPerThreadgroup") == 0) {
        return pipeline_integer(device, 0, number);
    } else {
        return ml_status_fail(ML_FUNCTION_ERROR, "there is no integer property \"%s\"", property);
    }
    return ML_OK;
}
