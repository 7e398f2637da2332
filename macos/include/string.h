#pragma once
#include <stddef.h>
int memcmp(const void *left, const void *right, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *memory, int byte, size_t size);
char *strchr(const char *text, int character);
int strcmp(const char *left, const char *right);
size_t strlen(const char *text);
int strncmp(const char *left, const char *right, size_t size);
char *strrchr(const char *text, int character);
