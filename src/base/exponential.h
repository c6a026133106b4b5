// The constants of e^x = 2^n · e^r, |r| <= ½ log 2, for the scalar function and its vector twin.
#pragma once

namespace espalier {

inline constexpr double kPerLn2 = 0x1.71547652b82fep+0;         // 1 / log 2
inline constexpr double kLn2Head = 6.93147180369123816490e-01;  // products with small integers are exact
inline constexpr double kLn2Tail = 1.90821492927058770002e-10;

inline constexpr double kInverseFactorials[] = {
    1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
    1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};

}  // namespace espalier
