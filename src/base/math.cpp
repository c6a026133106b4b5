// Argument reduction to a small interval, then a Taylor series long enough for double precision. About 10 ns a call.
#include "base/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace espalier {
namespace {

constexpr double kPi = 3.141592653589793238463;
// π/2 and ln 2, each as a sum of a short head (products with small integers are exact) and a tail.
constexpr double kHalfPiHead = 1.57079632673412561417e+00;
constexpr double kHalfPiTail = 6.07710050650619224932e-11;
constexpr double kLn2Head = 6.93147180369123816490e-01;
constexpr double kLn2Tail = 1.90821492927058770002e-10;

double sine_series(double r) noexcept {
  const double r2 = r * r;
  double term = r, sum = 0;
  for (int k = 2; k <= 16; k += 2) {
    term *= -r2 / (k * (k + 1.0));
    sum += term;
  }
  return r + sum;
}

double cosine_series(double r) noexcept {
  const double r2 = r * r;
  double term = -0.5 * r2, sum = 0;
  for (int k = 3; k <= 17; k += 2) {
    term *= -r2 / (k * (k + 1.0));
    sum += term;
  }
  return 1 + (-0.5 * r2 + sum);
}

// sin(x + quarter_turns · π/2)
double sine_shifted(double x, int quarter_turns) noexcept {
  const double turns = std::nearbyint(x / (kPi / 2));
  const double r = (x - turns * kHalfPiHead) - turns * kHalfPiTail;
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
  const double turns = std::nearbyint(x / (kLn2Head + kLn2Tail));
  const double head = x - turns * kLn2Head;
  const double tail = turns * kLn2Tail;
  const double r = head - tail;
  // e^r - 1 by Horner's rule, |r| <= 0.35
  double sum = 0;
  for (int k = 14; k >= 2; --k) sum = (sum + 1) * r / k;
  const double lost = (head - r) - tail;
  return scale_by_power_of_two(1 + (r + (r * sum + lost)), static_cast<int>(turns));
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
  if (x > 1) return kPi / 2 - arctangent(1 / x);
  // Two halvings of the angle, atan x = 2 atan(x / (1 + √(1 + x²))), bring x below 0.2.
  const double y = x / (1 + std::sqrt(1 + x * x));
  const double z = y / (1 + std::sqrt(1 + y * y));
  const double z2 = z * z;
  double sum = 0;
  for (int k = 25; k >= 3; k -= 2) sum = (sum + ((k / 2) % 2 ? -1.0 : 1.0) / k) * z2;
  return 4 * (z + z * sum);
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
