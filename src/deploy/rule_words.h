// A rule's conditions, and the statistics of its rows, in words.
#pragma once

#include <string>

#include "espalier/model.h"
#include "espalier/rules.h"

namespace espalier {

// "2 < age <= 5", "(color in {red, blue} or is missing)"; exactly the values that pass, with numbers that read back as
// the same float32. "age is present" lets all numbers pass except +inf, which goes where missing values go in such
// splits; "color is present" lets every label pass that the model knows.
std::string condition_text(const Model& model, const RuleCondition& condition);

// "93% versicolor", "mean 3.2", for several targets "mean a 3.2, b 1"; the class is the most frequent one. For labels
// like 0 and 1 or no and yes it is the share of the second, "7% positive".
std::string outcome_text(const Model& model, std::span<const double> outcome);

}  // namespace espalier
