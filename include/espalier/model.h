// The one idea: a model is a sparse linear model over node indicators, f(x) = b + Σ_j w_j · 1[x reaches node j].
// Growing makes a Pool, selecting a Selection, compact() the Forest that is saved and deployed. A Linear model is the
// same sum over the features themselves, NeuralRules are one over rules whose supports were trained.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "espalier/data.h"
#include "espalier/loss.h"

namespace espalier {

enum class Task : std::uint8_t { regression, classification };

// ---- target --------------------------------------------------------------------------------------------------------

// Regression: `values`. Classification: `classes`, codes into `labels`. Several targets at once are always regression.
struct Target {
  Task task = Task::regression;
  std::vector<std::string> names = {""};  // one or more, all different
  std::vector<double> values;             // rows × names
  std::vector<std::int32_t> classes;
  std::vector<std::string> labels;
  std::vector<double> weights;  // empty: every row counts 1

  std::size_t width() const noexcept { return names.empty() ? 1 : names.size(); }  // how many targets there are
  std::size_t rows() const noexcept { return task == Task::regression ? values.size() / width() : classes.size(); }
  double weight(std::size_t row) const noexcept { return weights.empty() ? 1 : weights[row]; }
};

// Classification if the target is not numeric or has at most 20 distinct values, all integers; `task` overrides.
// Numeric labels are in order of value, others in order of their bytes. One class only, a target that is not finite,
// and weights that are negative or all zero are errors. Several target columns must be numbers; classification of them
// is an error.
Target make_target(const Table& table, std::optional<Task> task = {});

Target take_rows(const Target& target, std::span<const std::uint32_t> rows);

// An error, after `place`, if the weights add up to nothing, or to more or less than sums of squares can hold.
void check_total_weight(std::span<const double> weights, const std::string& place = "");

// An error, after `place`, unless a model can be fitted to it: finite numbers that float32 leaves can hold, or codes of
// at least two classes; a weight for every row, or none.
void check_target(const Target& target, const std::string& place = "");

// ---- pool ----------------------------------------------------------------------------------------------------------

inline constexpr std::int32_t kNone = -1;

struct TreeNode {
  std::int32_t feature = kNone;  // kNone: a leaf
  float threshold = 0;           // numeric: left if value <= threshold
  std::uint32_t categories = 0;  // categorical: where in Tree::category_words the set that goes left begins
  std::int32_t left = kNone;     // kNone in a split: the child is absent, rows that would go there stop here
  std::int32_t right = kNone;
  bool missing_left = false;  // missing values and unknown categories
  double rows = 0;            // total weight of the training rows that reached it
  double gain = 0;            // how much the split lowered the criterion
};

// Nodes in any order with children after parents; nodes[0] is the root. Every node may have weights: what it adds.
struct Tree {
  std::vector<TreeNode> nodes;
  std::vector<std::uint64_t> category_words;  // ⌈labels / 64⌉ words a set, bit c of the set is code c
  std::int32_t output = kNone;                // the one output that the weights add to; kNone: all of them
  std::vector<double> weights;                // nodes × width, width 1 or the number of outputs
};

// Sparse weights over nodes. A node that is named stays even if its weight is 0; subtrees without any named node go.
struct Selection {
  struct Part {
    std::uint32_t tree = 0;
    std::vector<std::uint32_t> nodes;  // ascending
    std::vector<double> weights;       // nodes × the tree's width
  };
  std::vector<double> intercept;
  std::vector<Part> parts;  // ascending by tree
};

struct Pool {
  std::vector<Feature> features;
  std::vector<double> intercept;  // one entry an output
  std::vector<Tree> trees;

  int outputs() const noexcept { return static_cast<int>(intercept.size()); }
  std::size_t width(const Tree& tree) const noexcept { return tree.output == kNone ? intercept.size() : 1; }
  // All leaves, and the inner nodes with a weight that is not zero.
  Selection grown_weights() const;
};

// ---- forest --------------------------------------------------------------------------------------------------------

struct Split {
  std::uint32_t feature = 0;
  float threshold = 0;           // numeric
  std::uint32_t categories = 0;  // categorical: where in Forest::category_words the left set begins
  std::int32_t left = 0;         // >= 0: a split, < 0: terminal ~left; both counted from 0 within the tree
  std::int32_t right = 0;
  bool missing_left = false;
  bool operator==(const Split&) const = default;
};

// A tree's part of the forest's arrays. Splits are in preorder; terminals from left to right.
struct TreeSpan {
  std::uint32_t first_split = 0;
  std::uint32_t splits = 0;
  std::uint32_t first_terminal = 0;  // a tree has splits + 1 terminals
  std::uint64_t first_value = 0;
  std::int32_t output = kNone;  // kNone: a value for every output at each terminal, otherwise one
  bool operator==(const TreeSpan&) const = default;
};

// What is known about nodes beyond what prediction needs.
struct NodeStatistics {
  std::vector<float> split_rows;     // one a split: total training weight
  std::vector<float> split_gain;     // one a split
  std::vector<float> terminal_rows;  // one a terminal
  // How the target came out in the rows of each terminal: its mean; the share of class 1; of more than two classes the
  // share of each, so terminals × classes; of several targets the mean of each, so terminals × targets. Where a
  // terminal has no rows it says 0. Empty if it is not known.
  std::vector<float> outcomes;
  bool operator==(const NodeStatistics&) const = default;
};

// How a forest came about, of methods that take one node after the other. For every node but the roots, tree by tree in
// preorder: as which it was taken, and what its rows got then, before any refit.
struct Stages {
  std::vector<std::uint32_t> taken;  // 1, 2, …; a node comes after its parent
  std::vector<float> values;         // nodes × the tree's width: the sum of the weights on the path
  bool operator==(const Stages&) const = default;
};

// The compact model. A terminal is a leaf or an absent child; its value is the sum of the weights on its path.
// Every tree has at least one split: constants are part of the intercept.
struct Forest {
  std::vector<double> intercept;  // one entry an output
  std::vector<TreeSpan> trees;
  std::vector<Split> splits;
  std::vector<float> values;
  std::vector<std::uint8_t> absent;  // one a terminal: 1 if it is an absent child
  std::vector<std::uint64_t> category_words;
  std::optional<NodeStatistics> statistics;
  std::optional<Stages> stages;

  int outputs() const noexcept { return static_cast<int>(intercept.size()); }
  std::size_t width(const TreeSpan& tree) const noexcept { return tree.output == kNone ? intercept.size() : 1; }
  bool operator==(const Forest&) const = default;
};

Forest compact(const Pool& pool, const Selection& selection);

// ---- linear --------------------------------------------------------------------------------------------------------

// What a term is of a row: the value of a numeric feature, or `fill` where it is missing; 1 if a categorical feature
// has the label, else 0, so that missing and unknown labels add nothing. An infinite value counts as missing: it says
// nothing about how far out it is, and infinities of two terms would cancel to NaN.
struct LinearTerm {
  std::uint32_t feature = 0;
  std::uint32_t label = 0;  // categorical: the code; numeric: 0
  float fill = 0;           // numeric: the mean over the training rows; categorical: 0
  bool operator==(const LinearTerm&) const = default;
};

// What is known about terms beyond what prediction needs.
struct TermStatistics {
  std::vector<float> spread;  // one a term: its standard deviation over the training rows
  bool operator==(const TermStatistics&) const = default;
};

// f_k(x) = intercept_k + Σ_t weight_tk · v_t(x), in double, term by term. The weights are float32 like leaf values:
// half the bytes, and the sum of any finite ones is finite in double. Rounding them costs next to nothing if the
// intercept is computed from the rounded ones, so that the error is in proportion to the distance from the mean and not
// from 0.
struct Linear {
  std::vector<double> intercept;  // one entry an output
  std::vector<LinearTerm> terms;  // ascending by feature and label, no two alike
  std::vector<float> weights;     // terms × outputs; no term has all 0
  std::optional<TermStatistics> statistics;

  int outputs() const noexcept { return static_cast<int>(intercept.size()); }
  bool operator==(const Linear&) const = default;
};

// ---- neural rules --------------------------------------------------------------------------------------------------

// A number that networks see of a row: the value of a numeric feature, `fill` where that is missing or infinite; 1 if
// it is missing or infinite, else 0; 1 if a categorical feature has the label, else 0. It is then scaled: by
// (v - centre) / spread, or where there are knots, by the straight line between those on either side of v, flat beyond
// the first and the last. What comes out is held within ±kMostInput.
struct NeuralInput {
  enum class Kind : std::uint8_t { value, missing, label };
  Kind kind = Kind::value;
  std::uint32_t feature = 0;
  std::uint32_t label = 0;    // of a label: its code
  float fill = 0;             // of a value: the median of the training rows
  float centre = 0;           // without knots
  float spread = 1;           // without knots; above 0
  std::vector<float> knots;   // of a value: ascending, none or at least two
  std::vector<float> levels;  // one a knot, never falling
  bool operator==(const NeuralInput&) const = default;
};
inline constexpr float kMostInput = 1e6F;

// The rules that came from one tree. Rule r has planes[r] hyperplanes over the inputs, p_j(x) = w_j·x + a_j, and is
// min_j relu(p_j(x)); a deep one, with its own V and β, is min_k relu(Σ_j V_kj relu(p_j(x)) + β_k).
struct NeuralNet {
  std::vector<std::uint32_t> inputs;  // ascending, of those of the model
  std::vector<std::uint32_t> planes;  // one a rule: how many it has, 1 … kMostPlanes
  std::vector<float> weights;         // rule by rule, plane by plane: w_j, then a_j; within ±kMostWeight
  std::vector<float> mixing;          // deep: rule by rule, V row by row, then β; likewise
  std::vector<float> values;          // rules × outputs: what a rule adds for each unit of it
  bool operator==(const NeuralNet&) const = default;
};
inline constexpr std::size_t kMostPlanes = 64;
// Of weights and mixing, so that no sum of a rule can overflow float32: 2^27 weights fill a file, and
// 1e9 · (64 · 1e9 · 2^27 · 1e6) is below 1e34.
inline constexpr float kMostWeight = 1e9F;

// What is known about rules beyond what prediction needs, net by net.
struct RuleStatistics {
  std::vector<float> rows;    // total training weight that the rule covers: where it is above 0
  std::vector<float> leaf;    // the same of the leaf that it came from
  std::vector<float> both;    // and of what both have in common
  std::vector<float> spread;  // its standard deviation over the training rows
  bool operator==(const RuleStatistics&) const = default;
};

// f_k(x) = intercept_k + Σ_r value_rk · r(x) over the rules of all nets. A rule's sums are float32, those over rules
// double.
struct NeuralRules {
  std::vector<double> intercept;  // one entry an output
  bool deep = false;
  std::vector<NeuralInput> inputs;  // ascending by feature, kind and label, no two alike; all are used by some net
  std::vector<NeuralNet> nets;
  std::optional<RuleStatistics> statistics;

  int outputs() const noexcept { return static_cast<int>(intercept.size()); }
  std::size_t rules() const noexcept {
    std::size_t count = 0;
    for (const NeuralNet& net : nets) count += net.planes.size();
    return count;
  }
  bool operator==(const NeuralRules&) const = default;
};

// ---- model ---------------------------------------------------------------------------------------------------------

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

// ---- size and budget -----------------------------------------------------------------------------------------------

struct Size {
  std::size_t trees = 0;
  std::size_t nodes = 0;     // existing nodes, roots included; absent children are none
  std::size_t leaves = 0;    // terminals; a vector leaf is one; the constant model has none
  std::size_t rules = 0;     // root-to-leaf paths, and to absent children that have a value; neural rules
  std::size_t features = 0;  // columns that the model uses
  std::size_t bytes = 0;     // of the saved file
};

Size size_of(const Model& model);

enum class Unit : std::uint8_t { trees, nodes, leaves, rules, features, bytes };

// An upper limit, never exceeded.
struct Budget {
  std::size_t amount = 0;
  Unit unit = Unit::leaves;
};

Budget parse_budget(std::string_view text);  // "16KB" (1024 bytes each), "900bytes", "200nodes", "64leaves", …
std::string to_string(const Budget& budget);
std::string unit_name(Unit unit);  // "leaves"
bool fits(const Size& size, const Budget& budget);

// ---- file ----------------------------------------------------------------------------------------------------------

// docs/format.md has the format byte by byte.
std::vector<std::byte> encode(const Model& model);
// Validates everything before it is used; `name` stands for the file in messages.
Model decode(std::span<const std::byte> bytes, const std::string& name);

// Written to a temporary name and renamed: there is never half a file. "-" is stdout and stdin.
void save(const Model& model, const std::string& path);
Model load(const std::string& path);

}  // namespace espalier
