// GNUstep's headers include this file of other Objective-C runtimes; GCC's lacks it.
#pragma once
#include <Block.h>
