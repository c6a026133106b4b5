// The pieces of text that drawings, rules and pictures of a model are put together from.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/table.h"

namespace espalier {

std::string number_text(float value);   // the shortest that reads back the same
std::string rows_text(double rows);     // "412 rows"
std::string signed_text(double value);  // "+0.42"
std::string short_text(double value);   // four digits, and all of them before the point up to ten million

// The threshold of a split of what is present from what is missing: every finite number is at most this.
inline constexpr float kAnyNumber = std::numeric_limits<float>::max();

// The labels of the codes, "{red, blue}"; those beyond `most` are counted only.
std::string labels_text(const Feature& feature, std::span<const std::uint32_t> codes, std::size_t most);

// A label as it can stand in a list or after "=".
std::string label_text(const std::string& label);

// What an output is called: the class, or of several targets the target.
std::string output_text(const Model& model, std::size_t output);

// The targets: "price", "width, height"; of many the first.
std::string targets_text(const Model& model);

// Numbers, one an output, "3.2", of several targets "width 3.2, height 1.1"; of many the first.
std::string values_text(const Model& model, std::span<const double> values);

// What the sum of trees or terms is: "the log-odds of risk = high".
std::string score_text(const Model& model);

// Of a model that says the same of every row: "risk: always high 0.75".
std::string constant_text(const Model& model, std::span<const double> intercept);

// What holds for rows that go left: "age <= 5", "color in {red, blue}".
std::string condition_text(const Model& model, const Split& split);

// What is added to the outputs: "+0.42", "red +0.42, blue -0.1"; of many the largest.
std::string additions_text(const Model& model, std::span<const float> values);

// What a terminal adds to the sum, likewise.
std::string addition_text(const Model& model, const TreeSpan& tree, std::size_t terminal);

// What a row that ends here gets. With one tree this is the prediction: the values, or the class and its probability;
// with several it is what the tree adds.
std::string terminal_text(const Model& model, const TreeSpan& tree, std::size_t terminal);

// What the sum is and where it starts: "price: 3.5 + " and what is added.
std::string sum_text(const Model& model, std::string_view added);

// How predictions come about, in a line: where the sum starts, and what is added.
std::string summary_text(const Model& model, std::string_view added);

}  // namespace espalier
