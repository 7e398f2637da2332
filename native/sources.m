#import "sources.h"

#include "shader_sources.h"
#import "status.h"

static NSString *const head = @"#pragma METAL fp contract(off)\n#include <metal_stdlib>\nusing namespace metal;\n";

/* "real64/../real32.h" is "real32.h". */
static NSString *resolved(NSString *folder, NSString *name)
{
    NSMutableArray *parts = [NSMutableArray array];
    for (NSString *part in [[folder stringByAppendingPathComponent:name] pathComponents]) {
        if ([part isEqualToString:@".."]) {
            [parts removeLastObject];
        } else {
            [parts addObject:part];
        }
    }
    return [NSString pathWithComponents:parts];
}

static ml_status append_source(NSMutableString *out, NSString *text, NSString *folder, NSMutableSet *seen);

static ml_status append_header(NSMutableString *out, NSString *path, NSMutableSet *seen)
{
    if ([seen containsObject:path]) {
        return ML_OK;
    }
    [seen addObject:path];
    const char *text = ml_shader_source_named([path UTF8String]);
    if (text == NULL) {
        return ml_status_fail(ML_FUNCTION_ERROR, "the library has no header \"%s\"", [path UTF8String]);
    }
    return append_source(out, [NSString stringWithUTF8String:text], [path stringByDeletingLastPathComponent], seen);
}

static ml_status append_source(NSMutableString *out, NSString *text, NSString *folder, NSMutableSet *seen)
{
    for (NSString *line in [text componentsSeparatedByString:@"\n"]) {
        if ([line hasPrefix:@"#include \""]) {
            NSString *name = [[line componentsSeparatedByString:@"\""] objectAtIndex:1];
            ML_TRY(append_header(out, resolved(folder, name), seen));
        } else if (![line hasPrefix:@"#pragma once"]) {
            [out appendString:line];
            [out appendString:@"\n"];
        }
    }
    return ML_OK;
}

ml_status ml_sources_expand(const char *source, NSString **text)
{
    NSMutableString *out = [NSMutableString stringWithString:head];
    ML_TRY(append_source(out, [NSString stringWithUTF8String:source], @"", [NSMutableSet set]));
    *text = out;
    return ML_OK;
}
