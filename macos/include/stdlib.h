#pragma once
#include <stddef.h>
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
int posix_memalign(void **memory, size_t alignment, size_t size);
void abort(void) __attribute__((noreturn));
char *getenv(const char *name);
int atoi(const char *text);
long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));
