// Polynomials over tables of doubles given as bits.
#pragma once

namespace ml {

inline real64 table_number(constant const ulong *table, int k) { return real64_from_bits(table[k]); }

inline twofold<real64> table_pair(constant const ulong *table, int k)
{
    return make_twofold(table_number(table, k), table_number(table, k + 1));
}

// Horner's rule: the sum of table[k] x^k for k < length.
inline real64 polynomial(constant const ulong *table, int length, real64 x)
{
    real64 sum = table_number(table, length - 1);
    for (int k = length - 2; k >= 0; --k) {
        sum = fma(sum, x, table_number(table, k));
    }
    return sum;
}

} // namespace ml
