// Argument reduction to a small interval, then a Taylor series long enough for double precision.
#include "base/math.h"
#include "base/exponential.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace espalier {
namespace {

// π/2 in 32-bit pieces, so that products with integers below 2^20 are exact, and the remainder.
constexpr double kHalfPiPieces[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};
constexpr double kHalfPi = 0x1.921fb54442d18p+0;
constexpr double kHalfPiTail = 0x1.1a62633145c07p-54;

// A number as an unevaluated sum: value is the nearest double, tail is the rounding error.
struct Pair {
  double value;
  double tail;
};

// atan(k / 8), k = 0 … 8. The entry of 1/8 is never used: next to 0 the series alone is more accurate.
constexpr Pair kArctangents[] = {{0, 0},
                                 {0, 0},
                                 {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                 {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                 {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                 {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                 {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                 {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                 {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

// a - b with the rounding error (Knuth's two-sum).
Pair subtract(double a, double b) noexcept {
  const double difference = a - b;
  const double b_used = a - difference;
  const double a_used = difference + b_used;
  return {difference, (a - a_used) + (b_used - b)};
}

double sine_series(Pair r) noexcept {
  const double r2 = r.value * r.value;
  double term = r.value, sum = 0;
  for (int k = 2; k <= 16; k += 2) {
    term *= -r2 / (k * (k + 1.0));
    sum += term;
  }
  return r.value + (sum + r.tail * (1 - 0.5 * r2));
}

double cosine_series(Pair r) noexcept {
  const double r2 = r.value * r.value;
  double term = -0.5 * r2, sum = 0;
  for (int k = 3; k <= 17; k += 2) {
    term *= -r2 / (k * (k + 1.0));
    sum += term;
  }
  return 1 + (-0.5 * r2 + (sum - r.tail * r.value));
}

// x - turns · π/2, to full precision even next to a multiple of π/2, where nearly all digits cancel.
Pair reduce(double x, double turns) noexcept {
  const Pair first = subtract(x - turns * kHalfPiPieces[0], turns * kHalfPiPieces[1]);
  const Pair second = subtract(first.value, turns * kHalfPiPieces[2]);
  const double tail = first.tail + second.tail - turns * kHalfPiPieces[3];
  const double value = second.value + tail;
  return {value, (second.value - value) + tail};
}

// sin(x + quarter_turns · π/2)
double sine_shifted(double x, int quarter_turns) noexcept {
  if (!(std::fabs(x) < 1e6)) return std::numeric_limits<double>::quiet_NaN();
  const double turns = std::nearbyint(x / kHalfPi);
  const Pair r = reduce(x, turns);
  const auto quadrant = static_cast<unsigned>(static_cast<std::int64_t>(turns) + quarter_turns) & 3U;
  const double value = (quadrant & 1U) ? cosine_series(r) : sine_series(r);
  return quadrant < 2 ? value : -value;
}

double scale_by_power_of_two(double x, int exponent) noexcept { return std::ldexp(x, exponent); }

}  // namespace

double exponential(double x) noexcept {
  if (std::isnan(x)) return x;
  if (x > 709.782712893384) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  const double turns = std::nearbyint(x * kPerLn2);
  const double head = x - turns * kLn2Head;
  const double tail = turns * kLn2Tail;
  const double r = head - tail;
  // e^r - 1 - r by Horner's rule, |r| <= 0.35
  double sum = kInverseFactorials[13];
  for (std::size_t k = 12; k >= 2; --k) sum = sum * r + kInverseFactorials[k];
  const double lost = (head - r) - tail;
  return scale_by_power_of_two(1 + (r + (r * r * sum + lost)), static_cast<int>(turns));
}

double logarithm(double x) noexcept {
  if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return -std::numeric_limits<double>::infinity();
  if (std::isinf(x)) return x;
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // [0.5, 1)
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  // log(1 + f) = f - f²/2 + s (f²/2 + R), s = f / (2 + f), R = Σ 2 s^2k / (2k + 1)
  const double f = m - 1;
  const double s = f / (2 + f);
  const double s2 = s * s;
  double series = 0;
  for (int k = 25; k >= 3; k -= 2) series = (series + 2.0 / k) * s2;
  const double half_square = 0.5 * f * f;
  const double e = exponent;
  return e * kLn2Head + (f - (half_square - (s * (half_square + series) + e * kLn2Tail)));
}

double sine(double x) noexcept { return sine_shifted(x, 0); }

double cosine(double x) noexcept { return sine_shifted(x, 1); }

double arctangent(double x) noexcept {
  if (std::isnan(x)) return x;
  if (x < 0) return -arctangent(-x);
  // atan x = atan c + atan((x - c) / (1 + x c)) with c = k/8 near x; above 1 the same for 1/x, without rounding it.
  const double small = x > 1 ? 1 / x : x;
  const int k = small < 0.1875 ? 0 : static_cast<int>(8 * small + 0.5);
  const double c = k / 8.0;
  const double t = k == 0 ? small : x > 1 ? (1 - c * x) / (x + c) : (x - c) / (1 + x * c);
  const double t2 = t * t;
  double sum = 0;
  for (int n = 23; n >= 3; n -= 2) sum = ((n & 2) != 0 ? -1.0 / n + sum : 1.0 / n + sum) * t2;
  const auto [head, tail] = kArctangents[k];
  if (x <= 1) return head + (t + (t * sum + tail));
  return kHalfPi - (head + (t + (t * sum + (tail - kHalfPiTail))));
}

double normal_quantile(double p) noexcept {
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q *
           (((((((2509.0809287301226727 * r + 33430.575583588128105) * r + 67265.770927008700853) * r +
                45921.953931549871457) *
                   r +
               13731.693765509461125) *
                  r +
              1971.5909503065514427) *
                 r +
             133.14166789178437745) *
                r +
            3.387132872796366608) /
           (((((((5226.495278852545925 * r + 28729.085735721942674) * r + 39307.89580009271061) * r +
                21213.794301586595867) *
                   r +
               5394.1960214247511077) *
                  r +
              687.1870074920579083) *
                 r +
             42.313330701600911252) *
                r +
            1.0);
  }
  double r = std::sqrt(-logarithm(q < 0 ? p : 1 - p));
  double value = 0;
  if (r <= 5) {
    r -= 1.6;
    value = (((((((7.7454501427834140764e-4 * r + 0.0227238449892691845833) * r + 0.24178072517745061177) * r +
                 1.27045825245236838258) *
                    r +
                3.64784832476320460504) *
                   r +
               5.7694972214606914055) *
                  r +
              4.6303378461565452959) *
                 r +
             1.42343711074968357734) /
            (((((((1.05075007164441684324e-9 * r + 5.475938084995344946e-4) * r + 0.0151986665636164571966) * r +
                 0.14810397642748007459) *
                    r +
                0.68976733498510000455) *
                   r +
               1.6763848301838038494) *
                  r +
              2.05319162663775882187) *
                 r +
             1.0);
  } else {
    r -= 5;
    value = (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 0.0012426609473880784386) * r +
                 0.026532189526576123093) *
                    r +
                0.29656057182850489123) *
                   r +
               1.7848265399172913358) *
                  r +
              5.4637849111641143699) *
                 r +
             6.6579046435011037772) /
            (((((((2.04426310338993978564e-15 * r + 1.4215117583164458887e-7) * r + 1.8463183175100546818e-5) * r +
                 7.868691311456132591e-4) *
                    r +
                0.0148753612908506148525) *
                   r +
               0.13692988092273580531) *
                  r +
              0.59983220655588793769) *
                 r +
             1.0);
  }
  return q < 0 ? -value : value;
}

}  // namespace espalier
