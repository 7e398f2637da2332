// Work that descends with its input needs a stack of known size: the caller's may be small.
#pragma once

void sm_on_deep_stack(void (*work)(void *), void *argument);  // returns when the work is done
