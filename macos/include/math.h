#pragma once
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
double ceil(double);
double fabs(double);
double floor(double);
double fmax(double, double);
double fmin(double, double);
double fmod(double, double);
double ldexp(double, int);
double log2(double);
double pow(double, double);
double rint(double);
double sqrt(double);
float ceilf(float);
float fabsf(float);
float floorf(float);
float rintf(float);
float sqrtf(float);
