// Functions of real numbers, float and real64 under the same names.
#pragma once

#include "real.h"
#include "real32_elementary.h"
#include "real64/elementary.h"
