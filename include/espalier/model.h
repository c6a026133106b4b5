// The one idea: a model is a sparse linear model over node indicators, f(x) = b + Σ_j w_j · 1[x reaches node j].
// Growing makes a Pool, selecting a Selection, make_forest() the Forest that is saved and deployed. A Linear model is
// the same sum over the features themselves, NeuralRules are one over rules whose supports were trained.
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

// What every fit returns, and save, load, predict and export take.
struct Model {
  Task task = Task::regression;
  Link link = Link::identity;
  std::vector<std::string> targets = {""};  // their names; several of regression only, an output each
  std::vector<std::string> classes;         // classification: the label of class 0, 1, …
  std::vector<Feature> features;            // those that the body uses, and no others
  std::variant<Forest, Linear, NeuralRules> body;
  std::optional<Provenance> provenance;

  bool operator==(const Model&) const = default;
};

// The trees that the forest is made of; of another model, an error.
Pool to_pool(const Model& model);

// Without what prediction does not need: statistics, stages and provenance.
Model stripped(Model model);

// The model as it was when it had no more than so many nodes, roots included; an error if it does not know. The last
// stage is the model itself, with the weights of its refit if there was one.
Model at_stage(const Model& model, std::size_t nodes);

// The forest's features as columns of `features`; those that it does not use are left out and the indices renumbered.
Model make_model(const Target& target, Link link, const std::vector<Feature>& features, Forest forest);

// The same of a linear model, whose terms may come in any order. Terms of weight 0 go, and so do labels without a term:
// they add as much as unknown ones.
Model make_model(const Target& target, Link link, const std::vector<Feature>& features, Linear linear);

// The same of neural rules. Rules of value 0 go, and so do nets without rules, inputs that no net has, and features
// without an input. Labels stay as they are, so that their codes do.
Model make_model(const Target& target, Link link, const std::vector<Feature>& features, NeuralRules rules);

// The target of `table` in the terms of the model: its class codes. A class that the model does not know is an error.
// Of several targets, each column that is called like one of the model's is that one, the others follow in their order.
Target target_for(const Model& model, const Table& table);

// ---- file ----------------------------------------------------------------------------------------------------------

// docs/format.md has the format byte by byte.
std::vector<std::byte> encode(const Model& model);
// Validates everything before it is used; `name` stands for the file in messages.
Model decode(std::span<const std::byte> bytes, const std::string& name);

// Written to a temporary name and renamed: there is never half a file. "-" is stdout and stdin.
void save(const Model& model, const std::string& path);
Model load(const std::string& path);

}  // namespace espalier
