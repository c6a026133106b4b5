// Columns of which some are labels, a member for each: x of a label is one number on the rows that have it, and another
// on all others. Such a column is kept as the label of every row, four bytes per row however many labels it has, and
// passes cost O(rows + labels) per column. Numeric columns are kept as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "select/design.h"

namespace espalier {

struct CodedColumn {
  struct Label {
    float with = 1;
    float without = 0;
  };
  std::vector<float> numbers;       // of a numeric column, by row
  std::vector<Label> labels;        // of a column of labels; empty for a numeric one
  std::vector<std::int32_t> codes;  // by row, the place of its label in `labels`; kNone for none of them

  std::size_t members() const noexcept { return labels.empty() ? 1 : labels.size(); }
};

class CodedDesign final : public Design {
 public:
  CodedDesign(std::vector<CodedColumn> columns, std::size_t rows);

  std::size_t rows() const noexcept override { return rows_; }
  std::size_t members() const noexcept override { return first_.back(); }
  std::size_t parameters() const noexcept override { return members(); }
  std::size_t first(std::size_t member) const noexcept override { return member; }
  std::size_t count(std::size_t) const noexcept override { return 1; }
  std::int32_t output(std::size_t) const noexcept override { return kNone; }
  std::unique_ptr<Block> block(std::span<const std::uint32_t> members) const override;
  std::vector<double> gradient_sums(std::span<const std::uint32_t> members, std::span<const float> weights,
                                    std::size_t width, std::size_t outputs, const GradientRule& rule,
                                    Threads& threads) const override;
  bool all_ones() const noexcept override { return false; }
  bool is_coded() const noexcept override { return true; }
  std::span<const float> column(std::size_t) const noexcept override { return {}; }
  // Never asked for: it would write the columns out.
  void lay_out(std::span<const std::uint32_t> members, RowRange rows, std::uint32_t* parameters,
               float* values) const override;

  const std::vector<CodedColumn>& columns() const noexcept { return columns_; }
  std::size_t first_member(std::size_t column) const noexcept { return first_[column]; }

 private:
  std::vector<CodedColumn> columns_;
  std::vector<std::size_t> first_;  // the first member of every column, then the number of all
  std::size_t rows_;
};

}  // namespace espalier
