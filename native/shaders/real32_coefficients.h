// Computed by python/metallink_build/metallink_build/coefficients.py, doubles as their bits.
#pragma once

namespace ml {

// Log[2], the first part of 16 binary places, and its inverse.
constant float float_log_two[3] = {
    0.693145752f, 1.42860677e-06f, 1.44269502f};

// (Exp[r] - 1 - r)/r^2, |r| < 0.35.
constant float float_exp_tail[7] = {
    0.5f, 0.166666672f, 0.0416666679f, 0.00833329745f, 0.00138888368f, 0.000199004309f,
    2.48691904e-05f};
constant int float_exp_tail_length = 7;

// (Log[(1 + s)/(1 - s)] - 2 s)/s^3 in powers of s^2, |s| < 0.1716: the first in two parts.
constant float float_log_first[2] = {
    0.666666687f, -1.98610071e-08f};

// The others.
constant float float_log_tail[4] = {
    0.399999976f, 0.285717577f, 0.22191219f, 0.193660736f};
constant int float_log_tail_length = 4;

// 1/Log[2] in two parts.
constant float float_inverse_log_two[2] = {
    1.44269502f, 1.92596303e-08f};

// Log[10] in two parts.
constant float float_log_ten[2] = {
    2.30258512f, -3.19754356e-08f};

// Log[2] in two parts.
constant float float_log_two_pair[2] = {
    0.693147182f, -1.90465421e-09f};

} // namespace ml
