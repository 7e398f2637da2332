#pragma once
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
float fabsf(float x);
float fmaf(float x, float y, float z);
float fmaxf(float x, float y);
float sinf(float x);
float cosf(float x);
double fabs(double x);
double fmax(double x, double y);
double fmin(double x, double y);
double sqrt(double x);
