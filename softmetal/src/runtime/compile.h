// Compiles dialect source, or loads the binary that an earlier process compiled.
#pragma once
#include "device.h"

sm_program *sm_compile(sm_device *device, const char *source, const char *options, char **log);
