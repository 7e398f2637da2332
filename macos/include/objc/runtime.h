#pragma once
#include <objc/objc.h>
Class object_getClass(id object);
const char *class_getName(Class aClass);
const char *class_getImageName(Class aClass);
Class class_getSuperclass(Class aClass);
BOOL class_respondsToSelector(Class aClass, SEL selector);
const char *sel_getName(SEL selector);
