// Special functions of compiled functions.
#pragma once

#include "functions.h"
#include "real32_special.h"
#include "generic_elementary.h"
