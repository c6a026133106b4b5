// The numbers of the file format that its writer and its reader share; docs/format.md has them in prose.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/bits.h"
#include "model/bytes.h"
#include "model/outputs.h"

namespace espalier {

inline constexpr std::array<char, 4> kMagic = {'E', 'S', 'P', 'L'};
inline constexpr std::uint8_t kFormatVersion = 1;
inline constexpr std::uint8_t kForestKind = 1;
inline constexpr std::uint8_t kLinearKind = 2;
inline constexpr std::uint8_t kNeuralKind = 3;
inline constexpr std::size_t kChecksumAt = 6;
inline constexpr std::size_t kHeaderBytes = 10;

// Every node takes at least three bits and every set of categories at least one, so that within this size all counts
// and offsets of a Forest fit into their 32 bits.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 29;

// The number of the task if there are several targets; otherwise it is the Task's own number.
inline constexpr std::uint8_t kSeveralTargets = 2;

inline constexpr std::uint8_t kSchemaTag = 1;
inline constexpr std::uint8_t kForestTag = 2;
inline constexpr std::uint8_t kLinearTag = 3;
inline constexpr std::uint8_t kNeuralTag = 4;
inline constexpr std::uint8_t kFirstOptionalTag = 128;
inline constexpr std::uint8_t kProvenanceTag = 128;
inline constexpr std::uint8_t kStatisticsTag = 129;
inline constexpr std::uint8_t kOutcomesTag = 130;
inline constexpr std::uint8_t kStagesTag = 131;

enum class NodeKind : std::uint8_t { leaf, both, left_only, right_only };
enum class ValueCoding : std::uint8_t { raw, table };
enum class StageCoding : std::uint8_t { as_they_stand, of_their_own };

// The inputs of a numeric feature: its value, with centre and spread or with knots, and whether it is missing.
inline constexpr std::uint8_t kPlainValue = 1;
inline constexpr std::uint8_t kKnottedValue = 2;
inline constexpr std::uint8_t kMissingness = 4;

inline constexpr int kNodeKindBits = 2;
inline constexpr int kFloatBits = 32;

inline int value_index_bits(std::size_t distinct) noexcept { return std::max(1, bits_for(distinct)); }

// Statistics are for people; values that overflow float32 are clipped to its largest.
inline float saturated(double value) noexcept {
  constexpr double kMost = std::numeric_limits<float>::max();
  return std::isnan(value) ? 0.0F : static_cast<float>(std::clamp(value, -kMost, kMost));
}

// Numbers per terminal in NodeStatistics::outcomes.
inline std::size_t outcome_width(const Model& model) noexcept {
  if (model.task == Task::regression) return model.targets.size();
  return model.classes.size() > 2 ? model.classes.size() : 1;
}

// Words per set of this feature's categories.
inline std::size_t words_of(const Feature& feature) noexcept { return (feature.labels.size() + 63) / 64; }

// Terms of this feature in the linear model that uses it.
inline std::size_t terms_of(const Feature& feature) noexcept {
  return feature.type == ColumnType::numeric ? 1 : feature.labels.size();
}

// The first text that occurs twice, or null. Sorting rather than hashing: nobody can choose texts that make it take
// quadratic time.
const std::string* first_duplicate(std::vector<const std::string*> texts);
std::vector<const std::string*> pointers_to(const std::vector<std::string>& texts);
std::vector<const std::string*> pointers_to_names(const std::vector<Feature>& features);

// CRC-32 of everything but the checksum itself; the file has at least kHeaderBytes.
std::uint32_t checksum_of(std::span<const std::byte> file) noexcept;

// The forest section, payload only.
std::vector<std::byte> encode_forest(const Model& model, const Forest& forest);
// `schema` has everything of the model but its body.
Forest decode_forest(const Model& schema, ByteReader& in);

// The stages section of a forest that has stages, likewise; the model is otherwise complete.
std::vector<std::byte> encode_stages(const Model& model);
Stages decode_stages(const Model& model, ByteReader& in);

// The linear section, likewise.
std::vector<std::byte> encode_linear(const Model& model, const Linear& linear);
Linear decode_linear(const Model& schema, ByteReader& in);

// The section of neural rules, likewise.
std::vector<std::byte> encode_neural(const Model& model, const NeuralRules& rules);
NeuralRules decode_neural(const Model& schema, ByteReader& in);

}  // namespace espalier
