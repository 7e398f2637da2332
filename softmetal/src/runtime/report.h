// Errors in words: NSError where Metal has one, else the command buffer's error, else a line on stderr.
#pragma once
#import <Metal/Metal.h>

#include "settings.h"

@class SMCommandBuffer;

NSError *sm_error(NSString *domain, NSInteger code, NSString *text);

// Sets *error, where the caller wants one, and returns nil.
id sm_fail(NSError **error, NSString *domain, NSInteger code, NSString *format, ...) NS_FORMAT_FUNCTION(4, 5);

// A rule of Metal broken by the program. The command buffer, where one is concerned, ends with status Error and this
// text and does not run; without one the text goes to stderr. SOFTMETAL_VALIDATION=abort ends the process instead.
void sm_violation(SMCommandBuffer *buffer, NSString *format, ...) NS_FORMAT_FUNCTION(2, 3);

// False with SOFTMETAL_VALIDATION=off: rules that only Apple's devices need are then not checked.
static inline bool sm_is_strict(void) { return sm_validation_mode() != SM_VALIDATION_OFF; }
