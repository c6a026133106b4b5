// Two classes in the plane: the chessboard of four fields, as it is and turned by 45 degrees. A tree of depth 2
// separates the first; the boundaries of the second are oblique to every tree. The class is computed from the inputs
// as they are stored, so both are free of noise.
// Tested by tests/data/generate/generators_classes_test.cpp.
#include <cmath>

#include "data/generate/generators.h"

namespace espalier {
namespace {

constexpr std::string_view kFlipped = "share of labels flipped";
constexpr double kHalfSqrt2 = 0.70710678118654752440;

double draw_xor(Random& random, std::span<float> x) {
  for (float& input : x) input = static_cast<float>(uniform_between(random, -1, 1));
  return (x[0] > 0) != (x[1] > 0) ? 1 : 0;
}

double draw_rotated_xor(Random& random, std::span<float> x) {
  const double u = uniform_between(random, -1, 1);
  const double v = uniform_between(random, -1, 1);
  x[0] = static_cast<float>((u - v) * kHalfSqrt2);
  x[1] = static_cast<float>((u + v) * kHalfSqrt2);
  // u and v differ in sign just where x2² < x1².
  return std::fabs(x[0]) > std::fabs(x[1]) ? 1 : 0;
}

}  // namespace

std::vector<Recipe> plane_recipes() {
  return {
      {{"xor", "four fields of a chessboard, a tree of depth 2; 2 inputs, 2 classes",
        "x ~ U(-1, 1); class 1 where x1 and x2 differ in sign", kFlipped, 0, "error 0 without noise"},
       2,
       2,
       each_row(draw_xor)},
      {{"rotated-xor", "the chessboard turned by 45 degrees; 2 inputs, 2 classes",
        "u, v ~ U(-1, 1); x1 = (u - v)/√2, x2 = (u + v)/√2; class 1 where u and v differ in sign, |x1| > |x2|",
        kFlipped, 0, "error 0 without noise"},
       2,
       2,
       each_row(draw_rotated_xor)},
  };
}

}  // namespace espalier
