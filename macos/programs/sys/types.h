#pragma once
#include_next <sys/types.h>
typedef unsigned short ushort;
