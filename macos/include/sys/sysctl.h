#pragma once
#include <stddef.h>
int sysctlbyname(const char *name, void *old_value, size_t *old_length, void *new_value, size_t new_length);
