// SOFTMETAL_CHECK=bounds: runs a dispatch with all that is bound standing against guards, waits for it, and says what
// it reached beyond.
#pragma once
#include "commands.h"

typedef enum { SM_RUN_DONE, SM_RUN_REFUSED, SM_RUN_OUT_OF_BOUNDS } sm_run_result;

// *text, where the result is not DONE: released with free.
sm_run_result sm_run_checked(sm_device *device, sm_stream *stream, const sm_command *command, sm_fence **first,
                             sm_fence **last, char **text);
