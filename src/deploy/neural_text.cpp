// Neural rules in readable form, those that move the sum most first, with their hyperplanes in the units of the data:
//
//   price: 12.5 + the value of each of 2 rules, times the smallest of its sums where all of them are above 0
//
//   +0.42  (covers 412 rows, 12% off its leaf of 380)
//     0.31 · area - 1.2 · rooms + 4.2 > 0
//     scaled(age) - 0.5 · [heating = none] > 0
//
// An input (v - centre) / spread with weight w contributes w / spread to the weight of v, and -w · centre / spread to
// the offset; an input with knots stays as it is. Weights have four digits, and more where values are large beside
// their spread (years, say), and offsets where they are large beside the weights, so that rounding moves a hyperplane
// by some thousandths of a spread at most. A rule moves the sum by ‖value‖ · spread; without statistics rules are
// ordered by ‖value‖ alone. The sums of deep rules are over h1, h2, …, the hyperplanes cut off at 0. O(n log n) in the
// weights.
#include "deploy/neural_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/quotes.h"
#include "deploy/text_limit.h"
#include "deploy/words.h"
#include "espalier/table.h"
#include "model/rule_view.h"

namespace espalier {
namespace {

struct SumTerm {
  double size = 0;  // by which terms are sorted: the weight of the input
  double weight = 0;
  double values = 0;  // the size of the values that it is multiplied by, in spreads
  std::string name;
};

// The number, with four digits and those that it loses when something `times` as large as usual depends on it.
std::string precise_text(double number, double times) {
  if (!(times > 1)) return short_text(number);
  return fmt::format("{:.{}g}", number, std::min(4 + static_cast<int>(std::ceil(std::log10(times))), 17));
}

class SumWriter {
 public:
  explicit SumWriter(const DrawOptions& options) : options_(options) {}

  // "0.31 · area - 1.2 · rooms + 4.2"
  std::string text(std::vector<SumTerm> terms, double offset) const {
    std::ranges::stable_sort(terms, std::ranges::greater(), &SumTerm::size);
    const std::size_t shown = std::min(terms.size(), options_.max_weights);
    std::string text;
    for (const SumTerm& term : std::span(terms).first(shown))
      text += sign(term.weight, text) + fmt::format("{} {} {}", precise_text(std::fabs(term.weight), term.values),
                                                    options_.unicode ? "·" : "*", term.name);
    if (const std::size_t more = terms.size() - shown; more > 0)
      text += fmt::format("{}{} ({} smaller {})", text.empty() ? "" : " + ", options_.unicode ? "…" : "...", more,
                          more == 1 ? "term" : "terms");
    const double largest = terms.empty() ? 0 : terms[0].size;
    if (offset != 0 || text.empty())
      text += sign(offset, text) + precise_text(std::fabs(offset), largest > 0 ? std::fabs(offset) / largest : 0);
    return text;
  }

 private:
  static std::string sign(double number, const std::string& before) {
    if (before.empty()) return number < 0 ? "-" : "";
    return number < 0 ? " - " : " + ";
  }

  const DrawOptions& options_;
};

class RuleWriter {
 public:
  RuleWriter(const Model& model, const NeuralRules& rules, const DrawOptions& options)
      : model_(model), rules_(rules), sums_(options) {}

  // "+0.42  (covers 412 rows, 12% off its leaf of 380)"
  std::string head(const RuleView& rule) const {
    std::string text = additions_text(model_, rule.values);
    if (!rules_.statistics) return text;
    const double rows = rules_.statistics->rows[rule.number];
    const double leaf = rules_.statistics->leaf[rule.number];
    const double both = rules_.statistics->both[rule.number];
    text += "  (covers " + rows_text(rows);
    if (const double either = rows + leaf - both; either > 0)
      text +=
          fmt::format(", {:.0f}% off its leaf of {}", 100 * std::clamp(1 - both / either, 0.0, 1.0), short_text(leaf));
    return text + ")";
  }

  // The sums that must be above 0.
  std::vector<std::string> conditions(const NeuralNet& net, const RuleView& rule) const {
    std::vector<std::string> texts;
    for (std::size_t j = 0; j < rule.planes; ++j)
      texts.push_back((rules_.deep ? mix_text(rule, j) : plane_text(net, rule, j)) + " > 0");
    return texts;
  }

  // For a deep rule: "h1 = relu(0.31 · area + 4.2)".
  std::vector<std::string> definitions(const NeuralNet& net, const RuleView& rule) const {
    std::vector<std::string> texts;
    for (std::size_t j = 0; rules_.deep && j < rule.planes; ++j)
      texts.push_back(fmt::format("h{} = relu({})", j + 1, plane_text(net, rule, j)));
    return texts;
  }

 private:
  std::string name_of(const NeuralInput& input) const {
    const Feature& feature = model_.features[input.feature];
    const std::string name = printable(feature.name);
    switch (input.kind) {
      case NeuralInput::Kind::missing:
        return fmt::format("[{} missing]", name);
      case NeuralInput::Kind::label:
        return fmt::format("[{} = {}]", name, label_text(feature.labels[input.label]));
      case NeuralInput::Kind::value:
        break;
    }
    return input.knots.empty() ? name : fmt::format("scaled({})", name);
  }

  std::string plane_text(const NeuralNet& net, const RuleView& rule, std::size_t j) const {
    double offset = rule.offset(j);
    std::vector<SumTerm> terms;
    for (std::size_t i = 0; i < net.inputs.size(); ++i) {
      const double weight = rule.plane(j)[i];
      if (weight == 0) continue;
      const NeuralInput& input = rules_.inputs[net.inputs[i]];
      const double centre = input.centre, spread = input.spread;  // 0 and 1 with knots
      const double in_units = weight / spread;
      offset -= in_units * centre;
      terms.push_back({std::fabs(weight), in_units, std::fabs(centre) / spread, name_of(input)});
    }
    return sums_.text(std::move(terms), offset);
  }

  std::string mix_text(const RuleView& rule, std::size_t k) const {
    std::vector<SumTerm> terms;
    for (std::size_t j = 0; j < rule.planes; ++j)
      if (const double weight = rule.mix(k)[j]; weight != 0)
        terms.push_back({std::fabs(weight), weight, 0, fmt::format("h{}", j + 1)});
    return sums_.text(std::move(terms), rule.mix_offset(k));
  }

  const Model& model_;
  const NeuralRules& rules_;
  const SumWriter sums_;
};

struct PlacedRule {
  const NeuralNet* net;
  RuleView rule;
  double size;
};

std::vector<PlacedRule> by_size(const NeuralRules& rules) {
  std::vector<PlacedRule> order;
  each_rule(rules, [&](const NeuralNet& net, const RuleView& rule) {
    const double spread = rules.statistics ? rules.statistics->spread[rule.number] : 1;
    order.push_back({&net, rule, norm_of(rule.values) * spread});
  });
  std::ranges::stable_sort(order, std::ranges::greater(), &PlacedRule::size);
  return order;
}

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}

std::string first_line(const Model& model, std::size_t rules) {
  return sum_text(model, rules == 1 ? "the value of a rule, times the smallest of its sums where all are above 0"
                                    : fmt::format("the value of each of {} rules, times the smallest of its sums where "
                                                  "all are above 0",
                                                  rules)) +
         "\n\n";
}

// "scaled(area) is -1.2 at 20, 0.1 at 65, 1.4 at 240": some of its knots.
std::string scale_text(const Model& model, const NeuralInput& input) {
  constexpr std::size_t kShown = 5;
  const std::size_t knots = input.knots.size(), shown = std::min(kShown, knots);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t at = i * (knots - 1) / (shown - 1);
    texts.push_back(fmt::format("{} at {}", short_text(input.levels[at]), short_text(input.knots[at])));
  }
  return fmt::format("scaled({}) is {}\n", printable(model.features[input.feature].name), fmt::join(texts, ", "));
}

std::string notes(const Model& model, const NeuralRules& rules) {
  const auto any = [&](auto&& holds) { return std::ranges::any_of(rules.inputs, holds); };
  std::string text;
  if (any([](const NeuralInput& input) { return input.kind == NeuralInput::Kind::value; }))
    text += "missing numbers count as the median of the training rows\n";
  for (const NeuralInput& input : rules.inputs)
    if (!input.knots.empty()) text += scale_text(model, input);
  if (any([](const NeuralInput& input) { return !input.knots.empty(); }))
    text += "between these points scaled(x) is nearly linear, beyond them constant; the JSON export has all knots\n";
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string neural_text(const Model& model, const NeuralRules& rules, const DrawOptions& options) {
  if (rules.nets.empty()) return constant_text(model, rules.intercept) + "\n";
  const RuleWriter writer(model, rules, options);
  const std::vector<PlacedRule> order = by_size(rules);
  const std::size_t shown = std::min(order.size(), options.max_terms);
  TextLimit limit(model);
  std::string text = first_line(model, order.size());
  for (const auto& [net, rule, size] : std::span(order).first(shown)) {
    limit.check(text.size());
    text += writer.head(rule) + "\n";
    for (const std::string& line : writer.conditions(*net, rule)) text += "  " + line + "\n";
    for (const std::string& line : writer.definitions(*net, rule)) text += "    " + line + "\n";
  }
  if (const std::size_t more = order.size() - shown; more > 0)
    text += fmt::format("{} ({} smaller {})\n", options.unicode ? "…" : "...", more, more == 1 ? "rule" : "rules");
  return text + notes(model, rules);
}

std::string neural_lines(const Model& model, const NeuralRules& rules) {
  if (rules.nets.empty()) return constant_text(model, rules.intercept) + "\n";
  DrawOptions options;
  options.unicode = false;
  options.max_weights = std::numeric_limits<std::size_t>::max();
  const RuleWriter writer(model, rules, options);
  const std::vector<PlacedRule> order = by_size(rules);
  TextLimit limit(model);
  std::string text = first_line(model, order.size());
  for (const auto& [net, rule, size] : order) {
    limit.check(text.size());
    text += writer.head(rule) + " where " + joined(writer.conditions(*net, rule), " and ");
    if (rules.deep) text += "; " + joined(writer.definitions(*net, rule), ", ");
    text += "\n";
  }
  return text;
}

}  // namespace espalier
