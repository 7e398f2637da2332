#pragma once
#include <sys/types.h>
#define _SC_PAGESIZE 29
long sysconf(int name);
