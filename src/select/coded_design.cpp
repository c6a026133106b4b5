// Over the rows, Σ x_p g = without · Σ g + (with - without) · Σ of g over the rows with the label, so that a pass adds
// every row once to its label and, at the end, the common part to every label. The sums are those of the columns
// written out, up to rounding.
#include "select/coded_design.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"

namespace espalier {
namespace {

constexpr std::uint32_t kAbsent = UINT32_MAX;
constexpr std::size_t kLeastRows = 1024;
constexpr std::size_t kMostParts = 16;  // of the rows, each with sums of all members

class CodedBlock final : public Block {
 public:
  CodedBlock(const CodedDesign& design, std::span<const std::uint32_t> members) {
    auto member = members.begin();
    std::uint32_t place = 0;
    for (std::size_t c = 0; c < design.columns().size(); ++c) {
      const CodedColumn& column = design.columns()[c];
      const std::size_t first = design.first_member(c), end = first + column.members();
      Part part{&column, place, {}};
      if (!column.labels.empty()) part.places.assign(column.labels.size(), kAbsent);
      for (; member != members.end() && *member < end; ++member, ++place) {
        ESPALIER_ASSERT(*member >= first);  // they ascend
        if (!column.labels.empty()) part.places[*member - first] = place;
      }
      if (place > part.first) parts_.push_back(std::move(part));
    }
    ESPALIER_ASSERT(member == members.end());
  }

  void add_sums(RowRange rows, const Derivatives& of, std::size_t width, DerivativeSums& sums) const override {
    add(rows, of.gradients, width, sums.gradients, [](float x) { return static_cast<double>(x); });
    add(rows, of.hessians, width, sums.hessians,
        [](float x) { return static_cast<double>(x) * static_cast<double>(x); });
  }

  void add_products(RowRange rows, const float* values, std::size_t width, std::span<double> sums) const override {
    add(rows, values, width, sums, [](float x) { return static_cast<double>(x); });
  }

  void add_scores(RowRange rows, const float* weights, std::size_t width, float* scores) const override {
    std::vector<double> common(width);
    for (const Part& part : parts_) {
      const CodedColumn& column = *part.column;
      if (column.labels.empty()) {
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t k = 0; k < width; ++k)
            scores[i * width + k] += weights[part.first * width + k] * column.numbers[rows.begin + i];
        continue;
      }
      part.each_label([&](std::size_t label, std::size_t place) {
        for (std::size_t k = 0; k < width; ++k)
          common[k] +=
              static_cast<double>(weights[place * width + k]) * static_cast<double>(column.labels[label].without);
      });
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int32_t label = column.codes[rows.begin + i];
        if (label < 0 || part.place_of(label) == kAbsent) continue;
        const float* of_label = weights + part.place_of(label) * width;
        const auto& [with, without] = column.labels[static_cast<std::size_t>(label)];
        for (std::size_t k = 0; k < width; ++k) scores[i * width + k] += of_label[k] * (with - without);
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < width; ++k) scores[i * width + k] += static_cast<float>(common[k]);
  }

 private:
  // The members of a column that are in, numbered from `first` on.
  struct Part {
    const CodedColumn* column;
    std::uint32_t first;
    std::vector<std::uint32_t> places;  // by label; kAbsent for those that are not in

    std::uint32_t place_of(std::int32_t label) const noexcept { return places[static_cast<std::size_t>(label)]; }
    template <class Body>
    void each_label(Body&& body) const {
      for (std::size_t label = 0; label < places.size(); ++label)
        if (places[label] != kAbsent) body(label, places[label]);
    }
  };

  // sums[p] += Σ over the rows of factor(x_p) · value.
  template <class Factor>
  void add(RowRange rows, const float* values, std::size_t width, std::span<double> sums, Factor&& factor) const {
    std::vector<double> total(width);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < width; ++k) total[k] += static_cast<double>(values[i * width + k]);
    for (const Part& part : parts_) {
      const CodedColumn& column = *part.column;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        double of_row = 0;
        std::size_t place = part.first;
        if (column.labels.empty()) {
          of_row = factor(column.numbers[rows.begin + i]);
        } else {
          const std::int32_t label = column.codes[rows.begin + i];
          if (label < 0 || part.place_of(label) == kAbsent) continue;
          place = part.place_of(label);
          const auto& [with, without] = column.labels[static_cast<std::size_t>(label)];
          of_row = factor(with) - factor(without);
        }
        for (std::size_t k = 0; k < width; ++k)
          sums[place * width + k] += of_row * static_cast<double>(values[i * width + k]);
      }
      part.each_label([&](std::size_t label, std::size_t place) {
        for (std::size_t k = 0; k < width; ++k)
          sums[place * width + k] += factor(column.labels[label].without) * total[k];
      });
    }
  }

  std::vector<Part> parts_;
};

}  // namespace

CodedDesign::CodedDesign(std::vector<CodedColumn> columns, std::size_t rows)
    : columns_(std::move(columns)), first_{0}, rows_(rows) {
  for (const CodedColumn& column : columns_) {
    ESPALIER_ASSERT((column.labels.empty() ? column.numbers.size() : column.codes.size()) == rows);
    first_.push_back(first_.back() + column.members());
  }
}

std::unique_ptr<Block> CodedDesign::block(std::span<const std::uint32_t> members) const {
  return std::make_unique<CodedBlock>(*this, members);
}

std::vector<double> CodedDesign::gradient_sums(std::span<const std::uint32_t> members, std::span<const float> weights,
                                               std::size_t width, std::size_t outputs, const GradientRule& rule,
                                               Threads& threads) const {
  using Sums = std::vector<double>;
  const CodedBlock block(*this, members);
  std::vector<float> of_members;
  for (const std::uint32_t member : members)
    of_members.insert(of_members.end(), weights.begin() + static_cast<std::ptrdiff_t>(member * width),
                      weights.begin() + static_cast<std::ptrdiff_t>((member + 1) * width));
  const auto sum_rows = [&](std::size_t begin, std::size_t end) {
    Sums sums(members.size() * outputs);
    std::vector<float> scores, by_output, slopes, gradients;
    for (std::size_t first = begin; first < end; first += kLeastRows) {
      const RowRange rows{first, std::min(end, first + kLeastRows)};
      const std::size_t n = rows.size();
      scores.assign(n * width, 0.0F);
      by_output.assign(n * outputs, 0.0F);
      block.add_scores(rows, of_members.data(), width, scores.data());
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < outputs; ++k) by_output[k * n + i] = scores[i * width + k];
      slopes.assign(n * outputs, 0.0F);
      rule(rows, by_output, slopes);
      gradients.resize(n * outputs);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < outputs; ++k) gradients[i * outputs + k] = slopes[k * n + i];
      block.add_products(rows, gradients.data(), outputs, sums);
    }
    return sums;
  };
  const std::size_t part = std::max(kLeastRows, (rows_ + kMostParts - 1) / kMostParts);
  return threads.reduce(rows_, part, Sums(members.size() * outputs), sum_rows, [](Sums a, const Sums& b) {
    for (std::size_t j = 0; j < a.size(); ++j) a[j] += b[j];
    return a;
  });
}

void CodedDesign::lay_out(std::span<const std::uint32_t>, RowRange, std::uint32_t*, float*) const {
  ESPALIER_ASSERT(false);
}

}  // namespace espalier
