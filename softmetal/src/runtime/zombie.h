// Objects past their last release. They stay in memory for a while, so that a program that releases one too often, or
// uses it, is told which one it was.
#pragma once
#import <Foundation/Foundation.h>

#include "live.h"

// In place of the object's [super dealloc]. Takes over the caller's reference to the label.
void sm_make_zombie(id object, sm_live_kind kind, NSString *label);

BOOL sm_is_zombie(id object);
// For an object that nobody has kept: looked for among those deallocated of late, and not touched.
BOOL sm_is_known_zombie(id object);
NSString *sm_zombie_text(id zombie);  // which one it was, and what happened to it
