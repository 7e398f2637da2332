// Special functions of compiled functions.
#pragma once

#include "functions.h"
#include "special.h"
#include "generic_elementary.h"
