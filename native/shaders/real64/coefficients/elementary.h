// Computed by python/metallink_build/metallink_build/coefficients.py, doubles as their bits.
#pragma once

namespace ml {

// (sin(r) - r) / r^3 in r^2, |r| <= Pi/4.
// Relative error of the function 2^-57.9.
constant ulong sin_rest[6] = {
    0xbfc5555555555548ul, 0x3f8111111110f75eul, 0xbf2a01a019bf2621ul, 0x3ec71de355f53fc1ul, 0xbe5ae5e54bfd6d2bul, 0x3de5d8e4fd0e2f8aul};
constant int sin_rest_length = 6;

// (cos(r) - 1 + r^2 / 2) / r^4 in r^2, |r| <= Pi/4.
// Relative error of the function 2^-63.8.
constant ulong cos_rest[6] = {
    0x3fa555555555554aul, 0xbf56c16c16c14e4bul, 0x3efa01a019c68c82ul, 0xbe927e4f7d92871bul, 0x3e21ee9ccea7f442ul, 0xbda8f9f7f320bed9ul};
constant int cos_rest_length = 6;

// (exp(r) - 1 - r) / r^2, |r| <= Log[2]/2.
// Relative error of the function 2^-61.5.
constant ulong exp_rest[11] = {
    0x3fe0000000000000ul, 0x3fc5555555555559ul, 0x3fa555555555554cul, 0x3f8111111110f65bul, 0x3f56c16c16c1b325ul, 0x3f2a01a01afff406ul,
    0x3efa01a018b42992ul, 0x3ec71ddf81dc16bbul, 0x3e927e5198d2f157ul, 0x3e5af5f0dedded80ul, 0x3e21f1017eaef034ul};
constant int exp_rest_length = 11;

// (sinh(x) - x) / x^3 in x^2, |x| <= Log[2]/2.
// Relative error of the function 2^-61.7.
constant ulong sinh_rest[5] = {
    0x3fc5555555555559ul, 0x3f8111111110f657ul, 0x3f2a01a01b001ae8ul, 0x3ec71ddf81664dd2ul, 0x3e5af5f1c144052dul};
constant int sinh_rest_length = 5;

// (log(1 + f) / s - 2) / s^2 with s = f / (2 + f) in s^2, 1 + f from Sqrt[1/2] to Sqrt[2].
// Relative error of the function 2^-59.4.
constant ulong log_rest[7] = {
    0x3fe5555555555594ul, 0x3fd999999997f73ful, 0x3fd249249423ac79ul, 0x3fcc71c51d6d7e76ul, 0x3fc746647f14b159ul, 0x3fc39a0eaea502f7ul,
    0x3fc2f0ccd19fb262ul};
constant int log_rest_length = 7;

// (asin(x) - x) / x^3 in x^2, |x| <= 1/2.
// Relative error of the function 2^-59.8.
constant ulong asin_rest[13] = {
    0x3fc5555555555576ul, 0x3fb333333332e3cdul, 0x3fa6db6db71f042dul, 0x3f9f1c71aa268624ul, 0x3f96e8bdd59f3cecul, 0x3f91c4a0c33dcb7eul,
    0x3f8ca1cec27f0751ul, 0x3f8759b222ddbf0eul, 0x3f860c37c53569f8ul, 0x3f6ed16b9d7001d8ul, 0x3f961736be6b58eaul, 0xbf954f2adff088c8ul,
    0x3fa0a5498ba841a0ul};
constant int asin_rest_length = 13;

// (atan(x) - x) / x^3 in x^2, |x| <= Sqrt[2] - 1.
// Relative error of the function 2^-59.3.
constant ulong atan_rest[11] = {
    0xbfd555555555553bul, 0x3fc99999999954aaul, 0xbfc24924922989d7ul, 0x3fbc71c70deb7baeul, 0xbfb745cf819de871ul, 0x3fb3b110c83648ccul,
    0xbfb10eb31c52198ful, 0x3fadf0811757e3d1ul, 0xbfa9cb3d30c1f2dcul, 0x3fa378ac686b4edbul, 0xbf924cd891f84280ul};
constant int atan_rest_length = 11;

// m^(-1/3), m from 1 to 2.
// Relative error of the function 2^-11.7.
constant ulong cbrt_start[4] = {
    0x3ff89dd0899b2222ul, 0xbfe9b140c0f151f0ul, 0x3fd4073a2c60c1fbul, 0xbfa905f81a4e93a7ul};
constant int cbrt_start_length = 4;

} // namespace ml
