#pragma once
#include_next <stdio.h>
typedef struct __sFILE FILE;
extern FILE *__stdinp, *__stdoutp, *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
size_t fread(void *memory, size_t size, size_t count, FILE *file);
size_t fwrite(const void *memory, size_t size, size_t count, FILE *file);
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
int puts(const char *text);
