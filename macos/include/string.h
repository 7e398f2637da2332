#pragma once
#include <stddef.h>
void *memchr(const void *memory, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *memory, int byte, size_t size);
char *strchr(const char *text, int character);
int strcmp(const char *left, const char *right);
char *strdup(const char *text);
size_t strlen(const char *text);
size_t strlcpy(char *to, const char *from, size_t size);
int strncmp(const char *left, const char *right, size_t size);
char *strrchr(const char *text, int character);
char *strstr(const char *text, const char *part);
