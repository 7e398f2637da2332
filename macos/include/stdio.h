#pragma once
#include <stdarg.h>
#include <stddef.h>
typedef struct __sFILE FILE;
extern FILE *__stderrp;
#define stderr __stderrp
int fprintf(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *text, size_t size, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));
