// The pieces of text that drawings, rules and pictures of a model are composed of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/table.h"

namespace espalier {

// A leaf or an absent child, by the number that predict_terminals returns: "leaf 3".
std::string leaf_text(std::uint32_t terminal);

std::string rows_text(double rows);     // "412 rows"
std::string signed_text(double value);  // "+0.42"
std::string short_text(double value);   // four digits, but all digits before the point up to ten million

// The threshold of a split that separates present from missing values: every finite number is at most this.
inline constexpr float kAnyNumber = std::numeric_limits<float>::max();

// The labels of the codes, "{red, blue}"; labels beyond `most` are only counted.
std::string labels_text(const Feature& feature, std::span<const std::uint32_t> codes, std::size_t most);

// A label in the form for a list or after "=".
std::string label_text(const std::string& label);

// The name of an output: the class, or for several targets the target.
std::string output_text(const Model& model, std::size_t output);

// The targets: "price", "width, height"; if there are many, the first ones.
std::string targets_text(const Model& model);

// Numbers, one per output: "3.2", for several targets "width 3.2, height 1.1"; if there are many, the first ones.
std::string values_text(const Model& model, std::span<const double> values);

// The name of the sum of trees or terms: "the log-odds of risk = high".
std::string score_text(const Model& model);

// For a model that predicts the same for every row: "risk: always high 0.75".
std::string constant_text(const Model& model, std::span<const double> intercept);

// The condition of rows that go left: "age <= 5", "color in {red, blue}".
std::string condition_text(const Model& model, const Split& split);

// The additions to the outputs: "+0.42", "red +0.42, blue -0.1"; if there are many, the largest.
std::string additions_text(const Model& model, std::span<const float> values);

// The additions of a terminal to the sum, likewise.
std::string addition_text(const Model& model, const TreeSpan& tree, std::size_t terminal);

// The result of a row that ends here. With one tree this is the prediction: the values, or the class and its
// probability; with several trees it is what the tree adds.
std::string terminal_text(const Model& model, const TreeSpan& tree, std::size_t terminal);

// The name of the sum and its start: "price: 3.5 + ", followed by what is added.
std::string sum_text(const Model& model, std::string_view added);

// How predictions come about, in a line: where the sum starts, and what is added.
std::string summary_text(const Model& model, std::string_view added);

}  // namespace espalier
