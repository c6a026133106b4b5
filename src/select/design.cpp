#include "select/design.h"

#include <array>

#include "basis/scores/exact_scores.h"
#include "basis/scores/vector_scores.h"
#include "basis/sums/exact_sums.h"
#include "basis/sums/pair_sums.h"
#include "basis/sums/vector_sums.h"
#include "select/columns/column_kernels.h"

namespace espalier {
namespace {

class TreeBlock : public Block {
 public:
  explicit TreeBlock(Basis basis) : basis_(std::move(basis)) {}

  void add_sums(RowRange rows, const Derivatives& of, std::size_t width, DerivativeSums& sums) const override {
    if (width == 1) {
      add_pair_sums(basis_, rows, {{of.gradients, rows.size()}, {of.hessians, rows.size()}},
                    {sums.gradients, sums.hessians});
      return;
    }
    add_vector_sums(basis_, rows, {of.gradients, of.hessians, width}, {sums.gradients, sums.hessians});
  }

  void add_products(RowRange rows, const float* values, std::size_t width, std::span<double> sums) const override {
    if (width == 1) {
      espalier::add_sums(basis_, rows, {values, rows.size()}, sums);
      return;
    }
    add_exact_vector_sums(basis_, rows, values, width, sums);
  }

  void add_scores(RowRange rows, const float* weights, std::size_t width, float* scores) const override {
    if (width == 1) {
      espalier::add_scores(basis_, rows, {weights, basis_.terminals()}, std::span(scores, rows.size()));
      return;
    }
    add_vector_scores(basis_, rows, {weights, basis_.terminals() * width}, width, scores);
  }

 protected:
  const Basis basis_;
};

// Trees of which each has weights in one output alone: all else stays 0.
class OwnOutputBlock final : public TreeBlock {
 public:
  OwnOutputBlock(Basis basis, std::vector<std::int32_t> outputs)
      : TreeBlock(std::move(basis)), outputs_(outputs.begin(), outputs.end()) {}

  void add_sums(RowRange rows, const Derivatives& of, std::size_t width, DerivativeSums& sums) const override {
    add_products(rows, of.gradients, width, sums.gradients);
    add_products(rows, of.hessians, width, sums.hessians);
  }

  void add_products(RowRange rows, const float* values, std::size_t width, std::span<double> sums) const override {
    each(rows, [&]<std::size_t trees>(const auto& ids, std::size_t tree) {
      std::array<double*, trees> of_tree;
      std::array<const float*, trees> value;
      for (std::size_t j = 0; j < trees; ++j) {
        of_tree[j] = sums.data() + basis_.offset(tree + j) * width + outputs_[tree + j];
        value[j] = values + outputs_[tree + j];
      }
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < trees; ++j)
          of_tree[j][ids[j][i] * width] += static_cast<double>(value[j][i * width]);
    });
  }

  void add_scores(RowRange rows, const float* weights, std::size_t width, float* scores) const override {
    each(rows, [&]<std::size_t trees>(const auto& ids, std::size_t tree) {
      std::array<const float*, trees> of_tree;
      std::array<float*, trees> score;
      for (std::size_t j = 0; j < trees; ++j) {
        of_tree[j] = weights + basis_.offset(tree + j) * width + outputs_[tree + j];
        score[j] = scores + outputs_[tree + j];
      }
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < trees; ++j) score[j][i * width] += of_tree[j][ids[j][i] * width];
    });
  }

 private:
  // An addition in memory waits for the one before it in the same place: several trees side by side keep several under
  // way.
  static constexpr std::size_t kTreesAtOnce = 8;

  // body(ids of the rows in each tree, first tree) for a few trees at a time, if their ids are bytes, or for one.
  template <class Body>
  void each(RowRange rows, Body&& body) const {
    for (std::size_t t = 0; t < basis_.trees();) {
      if (are_bytes(t)) {
        std::array<const std::uint8_t*, kTreesAtOnce> ids;
        for (std::size_t j = 0; j < kTreesAtOnce; ++j) ids[j] = basis_.byte_ids(t + j) + rows.begin;
        body.template operator()<kTreesAtOnce>(ids, t);
        t += kTreesAtOnce;
      } else {
        basis_.read(t, [&](auto ids) { body.template operator()<1>(std::array{ids.data() + rows.begin}, t); });
        ++t;
      }
    }
  }

  bool are_bytes(std::size_t first) const {
    if (first + kTreesAtOnce > basis_.trees()) return false;
    for (std::size_t t = first; t < first + kTreesAtOnce; ++t)
      if (basis_.id_bytes(t) != 1) return false;
    return true;
  }

  const std::vector<std::size_t> outputs_;
};

class ColumnBlock final : public Block {
 public:
  ColumnBlock(const ColumnDesign& design, std::span<const std::uint32_t> members) {
    for (const std::uint32_t member : members) columns_.push_back(design.column(member));
  }

  void add_sums(RowRange rows, const Derivatives& of, std::size_t width, DerivativeSums& sums) const override {
    for (std::size_t p = 0; p < columns_.size(); ++p) {
      double* gradients = sums.gradients.data() + p * width;
      double* hessians = sums.hessians.data() + p * width;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double x = columns_[p][rows.begin + i];
        for (std::size_t k = 0; k < width; ++k) gradients[k] += x * static_cast<double>(of.gradients[i * width + k]);
        for (std::size_t k = 0; k < width; ++k) hessians[k] += x * x * static_cast<double>(of.hessians[i * width + k]);
      }
    }
  }

  void add_products(RowRange rows, const float* values, std::size_t width, std::span<double> sums) const override {
    add_column_products({from(rows.begin), rows.size()}, values, width, sums.data());
  }

  void add_scores(RowRange rows, const float* weights, std::size_t width, float* scores) const override {
    add_column_scores({from(rows.begin), rows.size()}, weights, width, scores);
  }

 private:
  std::vector<const float*> from(std::size_t row) const {
    std::vector<const float*> columns;
    for (const std::span<const float> column : columns_) columns.push_back(column.data() + row);
    return columns;
  }

  std::vector<std::span<const float>> columns_;
};

}  // namespace

TreeDesign::TreeDesign(Basis basis, std::vector<std::int32_t> outputs)
    : basis_(std::move(basis)), outputs_(std::move(outputs)) {
  ESPALIER_ASSERT(outputs_.empty() || outputs_.size() == basis_.trees());
  outputs_.resize(basis_.trees(), kNone);
}

std::unique_ptr<Block> TreeDesign::block(std::span<const std::uint32_t> members) const {
  std::vector<std::int32_t> outputs;
  for (const std::uint32_t member : members) outputs.push_back(outputs_[member]);
  if (std::ranges::find(outputs, kNone) != outputs.end()) return std::make_unique<TreeBlock>(basis_.subset(members));
  return std::make_unique<OwnOutputBlock>(basis_.subset(members), std::move(outputs));
}

std::vector<double> TreeDesign::gradient_sums(std::span<const std::uint32_t> members, std::span<const float> weights,
                                              std::size_t width, std::size_t outputs, const GradientRule& rule,
                                              Threads& threads) const {
  const Basis basis = basis_.subset(members);
  std::vector<float> by_output(basis.terminals() * outputs);
  for (std::size_t m = 0; m < members.size(); ++m) {
    for (std::size_t p = 0; p < count(members[m]); ++p) {
      for (std::size_t k = 0; k < outputs; ++k) {
        by_output[k * basis.terminals() + basis.offset(m) + p] = weights[(first(members[m]) + p) * width + k];
      }
    }
  }
  const std::vector<double> sums = espalier::gradient_sums(basis, by_output, rule, threads, {outputs});
  std::vector<double> result(sums.size());
  for (std::size_t p = 0; p < basis.terminals(); ++p) {
    for (std::size_t k = 0; k < outputs; ++k) result[p * outputs + k] = sums[k * basis.terminals() + p];
  }
  return result;
}

void TreeDesign::lay_out(std::span<const std::uint32_t> members, RowRange rows, std::uint32_t* parameters,
                         float*) const {
  for (std::size_t m = 0; m < members.size(); ++m) {
    const auto offset = static_cast<std::uint32_t>(basis_.offset(members[m]));
    basis_.read(members[m], [&](auto ids) {
      for (std::size_t i = 0; i < rows.size(); ++i) parameters[i * members.size() + m] = offset + ids[rows.begin + i];
    });
  }
}

std::unique_ptr<Block> ColumnDesign::block(std::span<const std::uint32_t> members) const {
  return std::make_unique<ColumnBlock>(*this, members);
}

std::vector<double> ColumnDesign::gradient_sums(std::span<const std::uint32_t> members, std::span<const float> weights,
                                                std::size_t width, std::size_t outputs, const GradientRule& rule,
                                                Threads& threads) const {
  constexpr std::size_t kRowsAtOnce = 1024;
  using Sums = std::vector<double>;
  const auto sum_rows = [&](std::size_t begin, std::size_t end) {
    const std::size_t n = end - begin;
    std::vector<float> scores(outputs * n), gradients(outputs * n);
    Sums sums(members.size() * outputs);
    for (const std::uint32_t member : members) {
      const float* x = column(member).data() + begin;
      for (std::size_t k = 0; k < outputs; ++k) {
        for (std::size_t i = 0; i < n; ++i) scores[k * n + i] += weights[member * width + k] * x[i];
      }
    }
    rule({begin, end}, scores, gradients);
    for (std::size_t m = 0; m < members.size(); ++m) {
      const float* x = column(members[m]).data() + begin;
      for (std::size_t k = 0; k < outputs; ++k) {
        double& sum = sums[m * outputs + k];
        for (std::size_t i = 0; i < n; ++i)
          sum += static_cast<double>(x[i]) * static_cast<double>(gradients[k * n + i]);
      }
    }
    return sums;
  };
  return threads.reduce(rows_, kRowsAtOnce, Sums(members.size() * outputs), sum_rows, [](Sums a, const Sums& b) {
    for (std::size_t j = 0; j < a.size(); ++j) a[j] += b[j];
    return a;
  });
}

void ColumnDesign::lay_out(std::span<const std::uint32_t> members, RowRange rows, std::uint32_t* parameters,
                           float* values) const {
  for (std::size_t m = 0; m < members.size(); ++m) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      parameters[i * members.size() + m] = members[m];
      values[i * members.size() + m] = column(members[m])[rows.begin + i];
    }
  }
}

}  // namespace espalier
