// Runs a block on a thread of its own, inside an autorelease pool.
#pragma once

void sm_in_background(void (^block)(void));
