// Runs a block on a thread of its own, inside an autorelease pool.
#pragma once
#include <stdbool.h>

void sm_in_background(void (^block)(void));

// False where the program gave no block to call, which is told.
bool sm_has_handler(const char *method, const void *handler);
