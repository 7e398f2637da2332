/* Basic types of the Objective-C runtime on Apple silicon. */
#pragma once
#include <stdbool.h>
typedef bool BOOL;
#define YES __objc_yes
#define NO __objc_no
#define nil ((void *)0)
#define Nil ((Class)0)
