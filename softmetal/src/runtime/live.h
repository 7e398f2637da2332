// Counts the objects alive, by kind; with SOFTMETAL_LEAKS=1 the ones left at exit are listed with their labels.
#pragma once
#import <Foundation/Foundation.h>
#include <softmetal.h>

typedef enum {
    SM_LIVE_BUFFER,
    SM_LIVE_LIBRARY,
    SM_LIVE_FUNCTION,
    SM_LIVE_PIPELINE,
    SM_LIVE_QUEUE,
    SM_LIVE_COMMAND_BUFFER,
    SM_LIVE_ENCODER,
    SM_LIVE_COUNT
} sm_live_kind;

const char *sm_live_name(sm_live_kind kind);  // of its protocol
void sm_object_begins(id object, sm_live_kind kind);
void sm_object_ends(id object, sm_live_kind kind);
