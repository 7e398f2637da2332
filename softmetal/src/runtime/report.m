#import "report.h"

#import "SMCommandBuffer.h"
#include <stdio.h>
#include <stdlib.h>

NSError *sm_error(NSString *domain, NSInteger code, NSString *text) {
    NSDictionary *info = [NSDictionary dictionaryWithObject:text forKey:NSLocalizedDescriptionKey];
    return [NSError errorWithDomain:domain code:code userInfo:info];
}

id sm_fail(NSError **error, NSString *domain, NSInteger code, NSString *format, ...) {
    if (!error) return nil;
    va_list arguments;
    va_start(arguments, format);
    NSString *text = [[[NSString alloc] initWithFormat:format arguments:arguments] autorelease];
    va_end(arguments);
    *error = sm_error(domain, code, text);
    return nil;
}

void sm_violation(SMCommandBuffer *buffer, NSString *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    NSString *text = [[[NSString alloc] initWithFormat:format arguments:arguments] autorelease];
    va_end(arguments);
    if (sm_validation_mode() == SM_VALIDATION_ABORT) {
        fprintf(stderr, "softmetal: %s\n", [text UTF8String]);
        abort();
    }
    if (!buffer) {
        fprintf(stderr, "softmetal: %s\n", [text UTF8String]);
        return;
    }
    [buffer failWithError:sm_error(MTLCommandBufferErrorDomain, MTLCommandBufferErrorInvalidResource, text)];
}
