// exp, log, sin, cos and atan from additions, multiplications and divisions only, so that results which enter data or
// models have the same bits on every machine; those of the C library differ between versions and instruction sets.
// Within 2 ulp.
#pragma once

namespace espalier {

double exponential(double x) noexcept;  // 0 below -745, infinity above 709.78
double logarithm(double x) noexcept;    // NaN below 0, -infinity at 0
double sine(double x) noexcept;         // NaN unless |x| < 1e6
double cosine(double x) noexcept;       // NaN unless |x| < 1e6
double arctangent(double x) noexcept;

// x such that a standard normal variable is below it with probability p, 0 < p < 1 (Wichura 1988, algorithm AS 241).
double normal_quantile(double p) noexcept;

}  // namespace espalier
