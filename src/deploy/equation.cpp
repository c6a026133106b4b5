// A linear model as a person would write it, in the units of the data, with the terms that move the sum most first:
//
//   price = 12.5 + 0.312 · area - 4 · [heating = none]
//
// A term moves the sum by |weight| · spread; without statistics terms are ordered by |weight| alone. One equation per
// output. O(n log n) in the terms.
#include "deploy/equation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quotes.h"
#include "deploy/text_limit.h"
#include "deploy/words.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {
namespace {

std::string name_of(const Model& model, const LinearTerm& term) {
  const Feature& feature = model.features[term.feature];
  if (feature.type == ColumnType::numeric) return printable(feature.name);
  return fmt::format("[{} = {}]", printable(feature.name), label_text(feature.labels[term.label]));
}

class EquationWriter {
 public:
  EquationWriter(const Model& model, const Linear& linear, const DrawOptions& options)
      : model_(model), linear_(linear), options_(options), limit_(model) {}

  void add_terms(std::size_t output, std::string& text) {
    text += fmt::format("    {}\n", short_text(linear_.intercept[output]));
    const std::vector<std::size_t> order = by_size(output);
    for (std::size_t i = 0; i < std::min(order.size(), options_.max_terms); ++i) {
      const double weight = weight_of(order[i], output);
      text += fmt::format("  {} {} {} {}\n", weight < 0 ? '-' : '+', short_text(std::fabs(weight)),
                          options_.unicode ? "·" : "*", name_of(model_, linear_.terms[order[i]]));
      limit_.check(text.size());
    }
    if (order.size() <= options_.max_terms) return;
    const std::size_t more = order.size() - options_.max_terms;
    text += fmt::format("  {} ({} smaller {})\n", options_.unicode ? "…" : "...", more, more == 1 ? "term" : "terms");
  }

 private:
  double weight_of(std::size_t term, std::size_t output) const {
    return linear_.weights[term * linear_.intercept.size() + output];
  }

  std::vector<std::size_t> by_size(std::size_t output) const {
    std::vector<std::size_t> order;
    for (std::size_t t = 0; t < linear_.terms.size(); ++t)
      if (weight_of(t, output) != 0) order.push_back(t);
    const auto size = [&](std::size_t t) {
      const double spread = linear_.statistics ? linear_.statistics->spread[t] : 1;
      return std::fabs(weight_of(t, output)) * spread;
    };
    std::ranges::stable_sort(order, std::ranges::greater(), size);
    return order;
  }

  const Model& model_;
  const Linear& linear_;
  const DrawOptions& options_;
  TextLimit limit_;
};

}  // namespace

std::string equation_text(const Model& model, const Linear& linear, const DrawOptions& options) {
  if (linear.terms.empty()) return constant_text(model, linear.intercept) + "\n";
  EquationWriter writer(model, linear, options);
  std::string text = score_text(model) + (model.task == Task::regression ? " =\n" : ":\n");
  const std::size_t outputs = linear.intercept.size();
  for (std::size_t k = 0; k < outputs; ++k) {
    if (outputs > 1) text += fmt::format("\n{}:\n", output_text(model, k));
    writer.add_terms(k, text);
  }
  const bool any_numeric =
      std::ranges::any_of(model.features, [](const Feature& feature) { return feature.type == ColumnType::numeric; });
  return text + (any_numeric ? "\nmissing numbers count as the mean of the training rows\n" : "");
}

}  // namespace espalier
