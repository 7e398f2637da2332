// The elementary functions of real64, the same source over both kinds of arithmetic.
#pragma once

#include "cube_root.h"
#include "exponential.h"
#include "hyperbolic.h"
#include "inverse_trigonometric.h"
#include "logarithm.h"
#include "power.h"
#include "trigonometric.h"
