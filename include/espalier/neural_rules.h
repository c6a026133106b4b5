// Rules whose supports were trained, as sums over hyperplanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace espalier {

// A number that networks get from a row: the value of a numeric feature, or `fill` if that is missing or infinite; 1 if
// it is missing or infinite, else 0; 1 if a categorical feature has the label, else 0. It is then scaled: by (v -
// centre) / spread, or if there are knots, by linear interpolation between the knots on either side of v, constant
// beyond the first and the last. The result is clipped to ±kMostInput.
struct NeuralInput {
  enum class Kind : std::uint8_t { value, missing, label };
  Kind kind = Kind::value;
  std::uint32_t feature = 0;
  std::uint32_t label = 0;    // label: its code
  float fill = 0;             // value: the median of the training rows
  float centre = 0;           // without knots
  float spread = 1;           // without knots; above 0
  std::vector<float> knots;   // value: ascending, none or at least two
  std::vector<float> levels;  // one per knot, never falling
  bool operator==(const NeuralInput&) const = default;
};
inline constexpr float kMostInput = 1e6F;

// The rules that came from one tree. Rule r has planes[r] hyperplanes over the inputs, p_j(x) = w_j·x + a_j, and is
// min_j relu(p_j(x)); a deep one, with its own V and β, is min_k relu(Σ_j V_kj relu(p_j(x)) + β_k).
struct NeuralNet {
  std::vector<std::uint32_t> inputs;  // ascending, indices into the model's inputs
  std::vector<std::uint32_t> planes;  // the number of planes of each rule, 1 … kMostPlanes
  std::vector<float> weights;         // rule by rule, plane by plane: w_j, then a_j; within ±kMostWeight
  std::vector<float> mixing;          // deep: rule by rule, V row by row, then β; likewise
  std::vector<float> values;          // rules × outputs: what a rule adds, per unit of the rule
  bool operator==(const NeuralNet&) const = default;
};
inline constexpr std::size_t kMostPlanes = 64;
// The bound of weights and mixing, so that no sum of a rule can overflow float32: a file holds at most 2^27 weights,
// and 1e9 · (64 · 1e9 · 2^27 · 1e6) is below 1e34.
inline constexpr float kMostWeight = 1e9F;

// Rule properties that prediction does not need, net by net.
struct RuleStatistics {
  std::vector<float> rows;    // total weight of the training rows that the rule covers, where it is above 0
  std::vector<float> leaf;    // the same for the leaf that it came from
  std::vector<float> both;    // the same for the rows that both cover
  std::vector<float> spread;  // its standard deviation over the training rows
  bool operator==(const RuleStatistics&) const = default;
};

// f_k(x) = intercept_k + Σ_r value_rk · r(x) over the rules of all nets. The sums within a rule are float32, the sums
// over rules double.
struct NeuralRules {
  std::vector<double> intercept;  // one entry per output
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

}  // namespace espalier
