// The one idea: a model is a sparse linear model over node indicators, f(x) = b + Σ_j w_j · 1[x reaches node j].
// Growing makes a Pool, selecting a Selection, and make_forest() the Forest that is saved and deployed. A Linear model
// is the same sum over the features themselves; NeuralRules are such a sum over rules whose supports were trained.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {

struct Pool;

struct Provenance {
  std::string method;
  std::vector<std::pair<std::string, std::string>> settings;  // options and seed, in order
  bool operator==(const Provenance&) const = default;
};

// The result of every fit, and the input of save, load, predict and export.
struct Model {
  Task task = Task::regression;
  Link link = Link::identity;
  std::vector<std::string> targets = {""};  // their names; several for regression only, with one output each
  std::vector<std::string> classes;         // classification: the label of class 0, 1, …
  std::vector<Feature> features;            // the features that the body uses, and no others
  std::variant<Forest, Linear, NeuralRules> body;
  std::optional<Provenance> provenance;

  bool operator==(const Model&) const = default;
};

// The trees of the forest; an error for other models.
Pool to_pool(const Model& model);

// The model without the parts that prediction does not need: statistics, stages and provenance.
Model stripped(Model model);

// The model as it was when it last had at most this many nodes, roots included; an error if the model has no stages.
// The last stage is the model itself, with the weights of its refit if there was one.
Model at_stage(const Model& model, std::size_t nodes);

// The forest's features are columns of `features`; unused ones are left out and the indices renumbered.
Model make_model(const Target& target, Link link, const std::vector<Feature>& features, Forest forest);

// The same for a linear model, whose terms may come in any order. Terms of weight 0 are removed, and so are labels
// without a term: they add as much as unknown labels, nothing.
Model make_model(const Target& target, Link link, const std::vector<Feature>& features, Linear linear);

// The same for neural rules. Rules of value 0 are removed, and so are nets without rules, inputs that no net uses, and
// features without an input. Labels are kept, so that their codes stay the same.
Model make_model(const Target& target, Link link, const std::vector<Feature>& features, NeuralRules rules);

// The target of `table` in the terms of the model: its class codes. A class that the model does not know is an error.
// For several targets, columns with the name of a target of the model are matched by name, and the others follow in
// their order.
Target target_for(const Model& model, const Table& table);

// ---- file ----------------------------------------------------------------------------------------------------------

// docs/format.md specifies the format byte by byte.
std::vector<std::byte> encode(const Model& model);
// Validates everything before use; `name` stands for the file in messages.
Model decode(std::span<const std::byte> bytes, const std::string& name);

// Written under a temporary name and renamed, so that there is never half a file. "-" is stdout and stdin.
void save(const Model& model, const std::string& path);
Model load(const std::string& path);

}  // namespace espalier
