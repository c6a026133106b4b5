// A rule's conditions and what is known of its rows, in words.
#pragma once

#include <string>

#include "espalier/model.h"
#include "espalier/rules.h"

namespace espalier {

// "2 < age <= 5", "(color in {red, blue} or is missing)"; exactly what passes, with numbers that read back as the same
// float32. "age is present" lets all numbers pass but +inf, which goes where missing values go in such splits;
// "color is present" every label that the model knows.
std::string condition_text(const Model& model, const RuleCondition& condition);

// "93% versicolor", "mean 3.2", of several targets "mean a 3.2, b 1"; the class is the most frequent one. Of 0 and 1,
// no and yes and the like it is the share of the second, "7% positive".
std::string outcome_text(const Model& model, std::span<const double> outcome);

}  // namespace espalier
