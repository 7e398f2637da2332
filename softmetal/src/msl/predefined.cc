#include "predefined.h"

namespace sm::msl {
namespace {

constexpr int kNewestVersion = 3 << 16 | 1;

const Definitions kConstants = {
    {"__METAL__", "1"}, {"__METAL_MACOS__", "1"}, {"__cplusplus", "201402L"}, {"__FILE__", "\"program_source\""},
    {"METAL_FUNC", "inline __attribute__((__always_inline__))"},
    {"ATOMIC_VAR_INIT", "{}"},
    {"INFINITY", "__builtin_inff()"}, {"NAN", "__builtin_nanf(\"\")"}, {"HUGE_VALF", "__builtin_inff()"},
    {"MAXFLOAT", "0x1.fffffep127f"}, {"MAXHALF", "65504.0h"}, {"HUGE_VALH", "half(__builtin_inff())"},
    // Limits, as <float.h> and <limits.h> have them for these types.
    {"FLT_DIG", "6"}, {"FLT_MANT_DIG", "24"}, {"FLT_MAX_10_EXP", "38"}, {"FLT_MAX_EXP", "128"},
    {"FLT_MIN_10_EXP", "(-37)"}, {"FLT_MIN_EXP", "(-125)"}, {"FLT_RADIX", "2"}, {"FLT_MAX", "0x1.fffffep127f"},
    {"FLT_MIN", "0x1p-126f"}, {"FLT_EPSILON", "0x1p-23f"}, {"FLT_DECIMAL_DIG", "9"},
    {"FP_ILOGB0", "(-2147483647 - 1)"}, {"FP_ILOGBNAN", "2147483647"},
    {"HALF_DIG", "3"}, {"HALF_MANT_DIG", "11"}, {"HALF_MAX_10_EXP", "4"}, {"HALF_MAX_EXP", "16"},
    {"HALF_MIN_10_EXP", "(-4)"}, {"HALF_MIN_EXP", "(-13)"}, {"HALF_RADIX", "2"}, {"HALF_MAX", "65504.0h"},
    {"HALF_MIN", "0x1p-14h"}, {"HALF_EPSILON", "0x1p-10h"},
    {"CHAR_BIT", "8"}, {"SCHAR_MIN", "(-128)"}, {"SCHAR_MAX", "127"}, {"UCHAR_MAX", "255"}, {"CHAR_MIN", "(-128)"},
    {"CHAR_MAX", "127"}, {"SHRT_MIN", "(-32768)"}, {"SHRT_MAX", "32767"}, {"USHRT_MAX", "65535"},
    {"INT_MIN", "(-2147483647 - 1)"}, {"INT_MAX", "2147483647"}, {"UINT_MAX", "4294967295U"},
    {"LONG_MIN", "(-9223372036854775807L - 1)"}, {"LONG_MAX", "9223372036854775807L"},
    {"ULONG_MAX", "18446744073709551615UL"},
    // Mathematical constants to 17 digits.
    {"M_E_F", "2.7182818284590452f"}, {"M_LOG2E_F", "1.4426950408889634f"}, {"M_LOG10E_F", "0.43429448190325183f"},
    {"M_LN2_F", "0.69314718055994531f"}, {"M_LN10_F", "2.3025850929940457f"}, {"M_PI_F", "3.1415926535897932f"},
    {"M_PI_2_F", "1.5707963267948966f"}, {"M_PI_4_F", "0.78539816339744831f"}, {"M_1_PI_F", "0.31830988618379067f"},
    {"M_2_PI_F", "0.63661977236758134f"}, {"M_2_SQRTPI_F", "1.1283791670955126f"},
    {"M_SQRT2_F", "1.4142135623730950f"}, {"M_SQRT1_2_F", "0.70710678118654752f"},
    {"M_E_H", "half(2.7182818284590452f)"}, {"M_LOG2E_H", "half(1.4426950408889634f)"},
    {"M_LOG10E_H", "half(0.43429448190325183f)"}, {"M_LN2_H", "half(0.69314718055994531f)"},
    {"M_LN10_H", "half(2.3025850929940457f)"}, {"M_PI_H", "half(3.1415926535897932f)"},
    {"M_PI_2_H", "half(1.5707963267948966f)"}, {"M_PI_4_H", "half(0.78539816339744831f)"},
    {"M_1_PI_H", "half(0.31830988618379067f)"}, {"M_2_PI_H", "half(0.63661977236758134f)"},
    {"M_2_SQRTPI_H", "half(1.1283791670955126f)"}, {"M_SQRT2_H", "half(1.4142135623730950f)"},
    {"M_SQRT1_2_H", "half(0.70710678118654752f)"},
};

}  // namespace

int language_version(int asked) { return asked > 0 ? asked : kNewestVersion; }

Definitions predefined_macros(int asked, bool has_double, bool fast_math) {
    Definitions result = kConstants;
    const int version = language_version(asked);
    if (version >= kBfloatVersion) result.emplace_back("__HAVE_BFLOAT__", "1");
    result.emplace_back("__METAL_VERSION__", std::to_string((version >> 16) * 100 + (version & 0xffff) * 10));
    if (has_double) result.emplace_back("__HAVE_DOUBLE__", "1");
    if (fast_math) result.emplace_back("__FAST_MATH__", "1");
    return result;
}

}  // namespace sm::msl
