// Names, numbers, conditions and leaves in words. A model of one tree is shown with its predictions, since the one leaf
// is all there is; for several trees, each leaf is shown with what it adds to the sum.
#include "deploy/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quotes.h"
#include "base/text.h"
#include "espalier/draw.h"
#include "espalier/loss.h"
#include "espalier/target.h"

namespace espalier {
namespace {

constexpr std::size_t kLabelsInACondition = 8;
constexpr std::size_t kOutputsInALeaf = 4;

// The number of outputs that are named.
std::size_t shown_of(std::size_t outputs) { return outputs > kOutputsInALeaf ? kOutputsInALeaf - 1 : outputs; }

std::string more_text(std::size_t more) { return more == 0 ? "" : fmt::format(" and {} more", more); }

std::string prediction_text(const Model& model, std::span<const double> scores) {
  if (model.task == Task::regression) return values_text(model, scores);
  std::vector<double> probabilities(model.classes.size());
  to_probabilities(model.link, scores, probabilities);
  const auto best = std::ranges::max_element(probabilities);
  return fmt::format("{} {:.2f}", printable(model.classes[static_cast<std::size_t>(best - probabilities.begin())]),
                     *best);
}

std::string intercept_text(const Model& model) {
  const std::vector<double>& intercept =
      std::visit([](const auto& body) -> const std::vector<double>& { return body.intercept; }, model.body);
  if (intercept.size() == 1) return short_text(intercept[0]);
  if (model.task == Task::regression) return "(" + values_text(model, intercept) + ")";
  std::string text;
  for (std::size_t k = 0; k < intercept.size(); ++k)
    text += fmt::format("{}{} {}", k == 0 ? "" : ", ", output_text(model, k), short_text(intercept[k]));
  return "(" + text + ")";
}

std::span<const float> values_of(const Forest& forest, const TreeSpan& tree, std::size_t terminal) {
  const std::size_t width = forest.width(tree);
  return std::span(forest.values).subspan(tree.first_value + terminal * width, width);
}

}  // namespace

std::string threshold_text(float threshold) { return fmt::format("{}", threshold + 0.0F); }  // no -0

std::string leaf_text(std::uint32_t terminal) { return fmt::format("leaf {}", terminal); }

std::string rows_text(double rows) {
  const std::string count = rows == std::floor(rows) ? fmt::format("{:.0f}", rows) : fmt::format("{:.1f}", rows);
  return count + (rows == 1 ? " row" : " rows");
}

std::string signed_text(double value) { return fmt::format("{:+.4g}", value + 0.0); }

std::string short_text(double value) {
  const double size = std::fabs(value);
  return size >= 1e4 && size < 1e7 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value + 0.0);
}

std::string label_text(const std::string& label) {
  const bool unclear = label.empty() || label.find_first_of(",{}") != std::string::npos;
  return unclear ? in_quotes(label) : printable(label);
}

std::string output_text(const Model& model, std::size_t output) {
  return printable(model.task == Task::regression ? model.targets[output] : model.classes[output]);
}

std::string targets_text(const Model& model) {
  const std::size_t shown = shown_of(model.targets.size());
  std::string text = printable(model.targets[0]);
  for (std::size_t k = 1; k < shown; ++k) text += ", " + printable(model.targets[k]);
  return text + more_text(model.targets.size() - shown);
}

std::string values_text(const Model& model, std::span<const double> values) {
  if (values.size() == 1) return short_text(values[0]);
  const std::size_t shown = shown_of(values.size());
  std::string text;
  for (std::size_t k = 0; k < shown; ++k)
    text += fmt::format("{}{} {}", k == 0 ? "" : ", ", output_text(model, k), short_text(values[k]));
  return text + more_text(values.size() - shown);
}

std::string score_text(const Model& model) {
  const std::string target = targets_text(model);
  switch (model.link) {
    case Link::identity:
      return target;
    case Link::logistic:
      return fmt::format("the log-odds of {} = {}", target, printable(model.classes[1]));
    case Link::softmax:
      return fmt::format("the log-probabilities of {}, up to a constant", target);
    case Link::probability:
      break;
  }
  return model.classes.size() == 2 ? fmt::format("the probability of {} = {}", target, printable(model.classes[1]))
                                   : fmt::format("the probabilities of {}", target);
}

std::string constant_text(const Model& model, std::span<const double> intercept) {
  return fmt::format("{}: always {}", targets_text(model), prediction_text(model, intercept));
}

std::string labels_text(const Feature& feature, std::span<const std::uint32_t> codes, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(codes.size(), most); ++i)
    text += (i > 0 ? ", " : "") + label_text(feature.labels[codes[i]]);
  if (codes.size() > most) text += fmt::format(" and {} more", codes.size() - most);
  return "{" + text + "}";
}

std::string condition_text(const Model& model, const Split& split) {
  const Feature& feature = model.features[split.feature];
  const std::string name = printable(feature.name);
  if (feature.type == ColumnType::numeric) {
    if (split.threshold == kAnyNumber) return name + " is present";
    return fmt::format("{} <= {}", name, threshold_text(split.threshold));
  }
  const std::uint64_t* words = std::get<Forest>(model.body).category_words.data() + split.categories;
  std::vector<std::uint32_t> codes;
  for (std::uint32_t c = 0; c < feature.labels.size(); ++c)
    if ((words[c / 64] >> (c % 64)) & 1) codes.push_back(c);
  return fmt::format("{} in {}", name, labels_text(feature, codes, kLabelsInACondition));
}

std::string additions_text(const Model& model, std::span<const float> values) {
  if (values.size() == 1) return signed_text(values[0]);
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (values[k] != 0) shown.push_back(k);
  if (shown.empty()) return signed_text(0);
  const std::size_t added = shown.size();
  if (added > kOutputsInALeaf) {
    std::ranges::stable_sort(shown, [&](auto a, auto b) { return std::fabs(values[a]) > std::fabs(values[b]); });
    shown.resize(kOutputsInALeaf - 1);
    std::ranges::sort(shown);
  }
  std::string text;
  for (const std::size_t k : shown)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", output_text(model, k), signed_text(values[k]));
  if (shown.size() < added) text += fmt::format(" and {} smaller", added - shown.size());
  return text;
}

std::string addition_text(const Model& model, const TreeSpan& tree, std::size_t terminal) {
  const auto& forest = std::get<Forest>(model.body);
  const auto values = values_of(forest, tree, terminal);
  if (tree.output == kNone || forest.intercept.size() == 1) return additions_text(model, values);
  return fmt::format("{} {}", output_text(model, static_cast<std::size_t>(tree.output)), signed_text(values[0]));
}

std::string terminal_text(const Model& model, const TreeSpan& tree, std::size_t terminal) {
  const auto& forest = std::get<Forest>(model.body);
  if (forest.trees.size() > 1) return addition_text(model, tree, terminal);
  const auto values = values_of(forest, tree, terminal);
  const std::size_t first = tree.output == kNone ? 0 : static_cast<std::size_t>(tree.output);
  std::vector<double> scores = forest.intercept;
  for (std::size_t k = 0; k < values.size(); ++k) scores[first + k] += static_cast<double>(values[k]);
  return prediction_text(model, scores);
}

std::string sum_text(const Model& model, std::string_view added) {
  return fmt::format("{}: {} + {}", score_text(model), intercept_text(model), added);
}

std::string summary_text(const Model& model, std::string_view added) {
  const auto& forest = std::get<Forest>(model.body);
  const std::string target = targets_text(model);
  if (forest.trees.empty()) return constant_text(model, forest.intercept);
  if (forest.trees.size() > 1) return sum_text(model, added);
  if (model.task == Task::regression) return fmt::format("{}: one tree", target);
  std::vector<std::string> classes;
  for (const std::string& label : model.classes) classes.push_back(printable(label));
  return fmt::format("{}: {}, with its probability; one tree", target, listed(classes, "or"));
}

}  // namespace espalier
