#pragma once
#include <stddef.h>
typedef long ssize_t;
typedef long long off_t;
