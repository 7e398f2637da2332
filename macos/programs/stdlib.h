#pragma once
#include_next <stdlib.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 0x7fffffff
void exit(int status) __attribute__((noreturn));
int abs(int x);
int atoi(const char *text);
unsigned long strtoul(const char *text, char **end, int base);
int rand(void);
void srand(unsigned seed);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
