// A width of 1 goes by vectors of rows, a larger one by vectors of outputs. Pairs of columns are multiplied two by
// four, so that a vector that is loaded is used more than once.
#include "select/columns/column_kernels.h"

#include <algorithm>
#include <array>

#include "base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/columns/column_kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "base/each_vector-inl.h"

#ifndef ESPALIER_COLUMN_KERNELS
#define ESPALIER_COLUMN_KERNELS
namespace espalier {
constexpr std::size_t kSums = 16;  // separate sums over the rows i ≡ j (mod kSums)
constexpr std::size_t kFew = 4;    // columns or rows at once
constexpr std::size_t kStep = 4;   // widths are multiples of this

using FewColumns = std::array<const float*, kFew>;
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using ByRow = hn::CappedTag<float, kSums>;

// ---- one output -----------------------------------------------------------------------------------------------------

template <class D>
HWY_INLINE void add_few_scores(D d, const FewColumns& x, const float* HWY_RESTRICT w, std::size_t i,
                               float* HWY_RESTRICT scores) {
  auto sum = hn::LoadU(d, scores + i);
  sum = hn::Add(sum, hn::Mul(hn::Set(d, w[0]), hn::LoadU(d, x[0] + i)));
  sum = hn::Add(sum, hn::Mul(hn::Set(d, w[1]), hn::LoadU(d, x[1] + i)));
  sum = hn::Add(sum, hn::Mul(hn::Set(d, w[2]), hn::LoadU(d, x[2] + i)));
  sum = hn::Add(sum, hn::Mul(hn::Set(d, w[3]), hn::LoadU(d, x[3] + i)));
  hn::StoreU(sum, d, scores + i);
}

template <class D>
HWY_INLINE void add_one_score(D d, const float* x, float w, std::size_t i, float* HWY_RESTRICT scores) {
  hn::StoreU(hn::Add(hn::LoadU(d, scores + i), hn::Mul(hn::Set(d, w), hn::LoadU(d, x + i))), d, scores + i);
}

void add_scores_of_one(const ColumnRows& of, const float* weights, float* scores) {
  std::size_t c = 0;
  for (; c + kFew <= of.columns.size(); c += kFew) {
    const FewColumns x = {of.columns[c], of.columns[c + 1], of.columns[c + 2], of.columns[c + 3]};
    each_vector<float, kSums, 1>(of.rows, [&](auto d, std::size_t i) { add_few_scores(d, x, weights + c, i, scores); });
  }
  for (; c < of.columns.size(); ++c)
    each_vector<float, kSums, 1>(
        of.rows, [&](auto d, std::size_t i) { add_one_score(d, of.columns[c], weights[c], i, scores); });
}

// sums[a][b][j] = Σ over the rows i ≡ j (mod kSums): u_a[i] · x_b[i]. `rows` is a multiple of kSums.
struct PairSums {
  HWY_ALIGN float of[2][kFew][kSums];
};

HWY_INLINE void multiply(const std::array<const float*, 2>& u, const FewColumns& x, std::size_t rows, PairSums& sums) {
  const ByRow d;
  for (std::size_t lane = 0; lane < kSums; lane += hn::Lanes(d)) {
    auto a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    for (std::size_t i = lane; i < rows; i += kSums) {
      const auto a = hn::LoadU(d, u[0] + i), b = hn::LoadU(d, u[1] + i);
      const auto x0 = hn::LoadU(d, x[0] + i), x1 = hn::LoadU(d, x[1] + i);
      const auto x2 = hn::LoadU(d, x[2] + i), x3 = hn::LoadU(d, x[3] + i);
      a0 = hn::Add(a0, hn::Mul(a, x0));
      a1 = hn::Add(a1, hn::Mul(a, x1));
      a2 = hn::Add(a2, hn::Mul(a, x2));
      a3 = hn::Add(a3, hn::Mul(a, x3));
      b0 = hn::Add(b0, hn::Mul(b, x0));
      b1 = hn::Add(b1, hn::Mul(b, x1));
      b2 = hn::Add(b2, hn::Mul(b, x2));
      b3 = hn::Add(b3, hn::Mul(b, x3));
    }
    hn::Store(a0, d, sums.of[0][0] + lane);
    hn::Store(a1, d, sums.of[0][1] + lane);
    hn::Store(a2, d, sums.of[0][2] + lane);
    hn::Store(a3, d, sums.of[0][3] + lane);
    hn::Store(b0, d, sums.of[1][0] + lane);
    hn::Store(b1, d, sums.of[1][1] + lane);
    hn::Store(b2, d, sums.of[1][2] + lane);
    hn::Store(b3, d, sums.of[1][3] + lane);
  }
}

// The same for one u.
HWY_INLINE void multiply_one(const float* u, const FewColumns& x, std::size_t rows, PairSums& sums) {
  const ByRow d;
  for (std::size_t lane = 0; lane < kSums; lane += hn::Lanes(d)) {
    auto a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
    for (std::size_t i = lane; i < rows; i += kSums) {
      const auto a = hn::LoadU(d, u + i);
      a0 = hn::Add(a0, hn::Mul(a, hn::LoadU(d, x[0] + i)));
      a1 = hn::Add(a1, hn::Mul(a, hn::LoadU(d, x[1] + i)));
      a2 = hn::Add(a2, hn::Mul(a, hn::LoadU(d, x[2] + i)));
      a3 = hn::Add(a3, hn::Mul(a, hn::LoadU(d, x[3] + i)));
    }
    hn::Store(a0, d, sums.of[0][0] + lane);
    hn::Store(a1, d, sums.of[0][1] + lane);
    hn::Store(a2, d, sums.of[0][2] + lane);
    hn::Store(a3, d, sums.of[0][3] + lane);
  }
}

HWY_INLINE double total(const float* sums) {
  double sum = 0;
  for (std::size_t j = 0; j < kSums; ++j) sum += static_cast<double>(sums[j]);
  return sum;
}

// The columns c to c + kFew; beyond the last one it is repeated.
HWY_INLINE FewColumns few(const ColumnRows& of, std::size_t c) {
  FewColumns result;
  for (std::size_t j = 0; j < kFew; ++j) result[j] = of.columns[std::min(c + j, of.columns.size() - 1)];
  return result;
}

void add_products_of_one(const ColumnRows& of, const float* values, double* sums) {
  PairSums parts;
  for (std::size_t c = 0; c < of.columns.size(); c += kFew) {
    multiply_one(values, few(of, c), of.rows, parts);
    for (std::size_t j = 0; j < kFew && c + j < of.columns.size(); ++j) sums[c + j] += total(parts.of[0][j]);
  }
}

// out = weights · x
HWY_INLINE void weigh(const float* HWY_RESTRICT weights, const float* HWY_RESTRICT x, std::size_t rows,
                      float* HWY_RESTRICT out) {
  const ByRow d;
  for (std::size_t i = 0; i < rows; i += hn::Lanes(d))
    hn::StoreU(hn::Mul(hn::LoadU(d, weights + i), hn::LoadU(d, x + i)), d, out + i);
}

// `rows` is a multiple of kSums, and at most kRunRows.
void add_pairs(const ColumnRows& of, const float* weights, double* products) {
  const std::size_t count = of.columns.size();
  HWY_ALIGN float weighted[2][kRunRows];
  PairSums sums;
  for (std::size_t a = 0; a < count; a += 2) {
    const std::size_t both = std::min<std::size_t>(2, count - a);
    for (std::size_t j = 0; j < both; ++j) weigh(weights, of.columns[a + j], of.rows, weighted[j]);
    for (std::size_t b = 0; b < a + both; b += kFew) {
      multiply({weighted[0], weighted[both - 1]}, few(of, b), of.rows, sums);
      for (std::size_t j = 0; j < both; ++j)
        for (std::size_t l = 0; l < kFew && b + l <= a + j; ++l)
          products[(a + j) * count + b + l] += total(sums.of[j][l]);
    }
  }
}

// ---- several outputs ------------------------------------------------------------------------------------------------

void add_scores_of_many(const ColumnRows& of, const float* weights, std::size_t width, float* scores) {
  each_vector<float, kSums, kStep>(width, [&](auto d, std::size_t k) {
    for (std::size_t first = 0; first < of.rows; first += kFew) {
      // Beyond the last row it is repeated.
      const std::size_t last = of.rows - 1;
      const std::size_t i0 = first, i1 = std::min(first + 1, last), i2 = std::min(first + 2, last),
                        i3 = std::min(first + 3, last);
      auto s0 = hn::LoadU(d, scores + i0 * width + k), s1 = hn::LoadU(d, scores + i1 * width + k);
      auto s2 = hn::LoadU(d, scores + i2 * width + k), s3 = hn::LoadU(d, scores + i3 * width + k);
      for (std::size_t c = 0; c < of.columns.size(); ++c) {
        const float* x = of.columns[c];
        const auto w = hn::LoadU(d, weights + c * width + k);
        s0 = hn::Add(s0, hn::Mul(w, hn::Set(d, x[i0])));
        s1 = hn::Add(s1, hn::Mul(w, hn::Set(d, x[i1])));
        s2 = hn::Add(s2, hn::Mul(w, hn::Set(d, x[i2])));
        s3 = hn::Add(s3, hn::Mul(w, hn::Set(d, x[i3])));
      }
      hn::StoreU(s0, d, scores + i0 * width + k);
      hn::StoreU(s1, d, scores + i1 * width + k);
      hn::StoreU(s2, d, scores + i2 * width + k);
      hn::StoreU(s3, d, scores + i3 * width + k);
    }
  });
}

void add_products_of_many(const ColumnRows& of, const float* values, std::size_t width, double* sums) {
  HWY_ALIGN float out[kFew][kSums];
  each_vector<float, kSums, kStep>(width, [&](auto d, std::size_t k) {
    for (std::size_t c = 0; c < of.columns.size(); c += kFew) {
      const FewColumns x = few(of, c);
      auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
      for (std::size_t i = 0; i < of.rows; ++i) {
        const auto v = hn::LoadU(d, values + i * width + k);
        s0 = hn::Add(s0, hn::Mul(v, hn::Set(d, x[0][i])));
        s1 = hn::Add(s1, hn::Mul(v, hn::Set(d, x[1][i])));
        s2 = hn::Add(s2, hn::Mul(v, hn::Set(d, x[2][i])));
        s3 = hn::Add(s3, hn::Mul(v, hn::Set(d, x[3][i])));
      }
      hn::StoreU(s0, d, out[0]);
      hn::StoreU(s1, d, out[1]);
      hn::StoreU(s2, d, out[2]);
      hn::StoreU(s3, d, out[3]);
      for (std::size_t j = 0; j < kFew && c + j < of.columns.size(); ++j)
        for (std::size_t l = 0; l < hn::Lanes(d); ++l) sums[(c + j) * width + k + l] += static_cast<double>(out[j][l]);
    }
  });
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <vector>

namespace espalier {
namespace {

HWY_EXPORT(add_scores_of_one);
HWY_EXPORT(add_scores_of_many);
HWY_EXPORT(add_products_of_one);
HWY_EXPORT(add_products_of_many);
HWY_EXPORT(add_pairs);

// The columns of a run of rows. The last rows, if they are no multiple of kSums, are filled up with zeros.
class Runs {
 public:
  explicit Runs(const ColumnRows& all) : all_(all), at_(all.columns.begin(), all.columns.end()) {}

  template <class Body>
  void each(const float* values, Body&& body) {
    const std::size_t whole = all_.rows / kSums * kSums;
    for (std::size_t begin = 0; begin < whole; begin += kRunRows) {
      for (std::size_t c = 0; c < at_.size(); ++c) at_[c] = all_.columns[c] + begin;
      body(ColumnRows{at_, std::min(kRunRows, whole - begin)}, values + begin);
    }
    if (whole == all_.rows) return;
    const std::size_t rest = all_.rows - whole;
    std::vector<float> padded((at_.size() + 1) * kSums);
    for (std::size_t c = 0; c < at_.size(); ++c) {
      std::copy_n(all_.columns[c] + whole, rest, padded.data() + c * kSums);
      at_[c] = padded.data() + c * kSums;
    }
    float* last = padded.data() + at_.size() * kSums;
    std::copy_n(values + whole, rest, last);
    body(ColumnRows{at_, kSums}, last);
  }

 private:
  const ColumnRows all_;
  std::vector<const float*> at_;
};

}  // namespace

void add_column_scores(const ColumnRows& of, const float* weights, std::size_t width, float* scores) {
  if (of.rows == 0 || of.columns.empty()) return;
  ESPALIER_ASSERT(width == 1 || width % kStep == 0);
  if (width == 1)
    HWY_DYNAMIC_DISPATCH(add_scores_of_one)(of, weights, scores);
  else
    HWY_DYNAMIC_DISPATCH(add_scores_of_many)(of, weights, width, scores);
}

void add_column_products(const ColumnRows& of, const float* values, std::size_t width, double* sums) {
  if (of.rows == 0 || of.columns.empty()) return;
  ESPALIER_ASSERT(width == 1 || width % kStep == 0);
  if (width == 1) {
    Runs(of).each(values, [&](const ColumnRows& run, const float* of_run) {
      HWY_DYNAMIC_DISPATCH(add_products_of_one)(run, of_run, sums);
    });
    return;
  }
  std::vector<const float*> at(of.columns.size());
  for (std::size_t begin = 0; begin < of.rows; begin += kRunRows) {
    for (std::size_t c = 0; c < at.size(); ++c) at[c] = of.columns[c] + begin;
    HWY_DYNAMIC_DISPATCH(add_products_of_many)
    ({at, std::min(kRunRows, of.rows - begin)}, values + begin * width, width, sums);
  }
}

void add_column_pairs(const ColumnRows& of, const float* weights, double* products) {
  if (of.rows == 0 || of.columns.empty()) return;
  Runs(of).each(weights, [&](const ColumnRows& run, const float* of_run) {
    HWY_DYNAMIC_DISPATCH(add_pairs)(run, of_run, products);
  });
}

}  // namespace espalier
#endif
