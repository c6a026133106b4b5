// A model as bytes: header, then sections of tag, length and payload. Linear in the model, except for sorting
// thresholds and names; docs/format.md describes the bytes.
#include <fmt/format.h>

#include "base/assert.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/format.h"

namespace espalier {
namespace {

void write_texts(const std::vector<std::string>& texts, ByteWriter& out) {
  out.varint(static_cast<std::uint32_t>(texts.size()));
  for (const std::string& text : texts) out.text(text);
}

std::vector<std::byte> encode_schema(const Model& model) {
  ESPALIER_ASSERT(!model.targets.empty() && (model.task == Task::regression || model.targets.size() == 1));
  const bool several = model.targets.size() > 1;
  ByteWriter out;
  out.u8(several ? kSeveralTargets : static_cast<std::uint8_t>(model.task));
  out.u8(static_cast<std::uint8_t>(model.link));
  if (several)
    write_texts(model.targets, out);
  else
    out.text(model.targets[0]);
  if (model.task == Task::classification) write_texts(model.classes, out);
  out.varint(static_cast<std::uint32_t>(model.features.size()));
  for (const Feature& feature : model.features) {
    out.u8(static_cast<std::uint8_t>(feature.type));
    out.text(feature.name);
    if (feature.type == ColumnType::numeric) continue;
    write_texts(feature.labels, out);
  }
  return out.take();
}

std::vector<std::byte> encode_provenance(const Provenance& provenance) {
  ByteWriter out;
  out.text(provenance.method);
  out.varint(static_cast<std::uint32_t>(provenance.settings.size()));
  for (const auto& [name, value] : provenance.settings) {
    out.text(name);
    out.text(value);
  }
  return out.take();
}

std::vector<std::byte> encode_statistics(const TermStatistics& statistics) {
  ByteWriter out;
  for (const float spread : statistics.spread) out.f32(spread);
  return out.take();
}

std::vector<std::byte> encode_statistics(const RuleStatistics& statistics) {
  ByteWriter out;
  for (const auto* numbers : {&statistics.rows, &statistics.leaf, &statistics.both, &statistics.spread})
    for (const float number : *numbers) out.f32(number);
  return out.take();
}

std::vector<std::byte> encode_statistics(const NodeStatistics& statistics) {
  ByteWriter out;
  for (const float rows : statistics.split_rows) out.f32(rows);
  for (const float gain : statistics.split_gain) out.f32(gain);
  for (const float rows : statistics.terminal_rows) out.f32(rows);
  return out.take();
}

std::vector<std::byte> encode_outcomes(const NodeStatistics& statistics) {
  ByteWriter out;
  for (const float outcome : statistics.outcomes) out.f32(outcome);
  return out.take();
}

struct BodySection {
  std::uint8_t kind;
  std::uint8_t tag;
  std::vector<std::byte> payload;
};

BodySection encode_body(const Model& model, const Forest& forest) {
  return {kForestKind, kForestTag, encode_forest(model, forest)};
}

BodySection encode_body(const Model& model, const Linear& linear) {
  return {kLinearKind, kLinearTag, encode_linear(model, linear)};
}

BodySection encode_body(const Model& model, const NeuralRules& rules) {
  return {kNeuralKind, kNeuralTag, encode_neural(model, rules)};
}

void write_section(std::uint8_t tag, std::span<const std::byte> payload, ByteWriter& out) {
  if (payload.size() > kMaxFileBytes)
    throw Error(ErrorCode::data, fmt::format("the model takes more than the {} bytes of a model file", kMaxFileBytes));
  out.u8(tag);
  out.varint(static_cast<std::uint32_t>(payload.size()));
  out.raw(payload);
}

}  // namespace

std::vector<std::byte> encode(const Model& model) {
  const BodySection section = std::visit([&](const auto& body) { return encode_body(model, body); }, model.body);
  ByteWriter out;
  for (const char c : kMagic) out.u8(static_cast<std::uint8_t>(c));
  out.u8(kFormatVersion);
  out.u8(section.kind);
  out.u32(0);  // the checksum, known at the end
  write_section(kSchemaTag, encode_schema(model), out);
  write_section(section.tag, section.payload, out);
  if (model.provenance) write_section(kProvenanceTag, encode_provenance(*model.provenance), out);
  std::visit(
      [&](const auto& body) {
        ESPALIER_ASSERT(body.intercept.size() == outputs_of(model));
        if (body.statistics) write_section(kStatisticsTag, encode_statistics(*body.statistics), out);
      },
      model.body);
  if (const auto* forest = std::get_if<Forest>(&model.body);
      forest && forest->statistics && !forest->statistics->outcomes.empty())
    write_section(kOutcomesTag, encode_outcomes(*forest->statistics), out);
  if (const auto* forest = std::get_if<Forest>(&model.body); forest && forest->stages)
    write_section(kStagesTag, encode_stages(model), out);
  std::vector<std::byte> file = out.take();
  if (file.size() > kMaxFileBytes)
    throw Error(ErrorCode::data,
                fmt::format("the model takes {} bytes; a model file has at most {}", file.size(), kMaxFileBytes));
  const std::uint32_t checksum = checksum_of(file);
  for (std::size_t i = 0; i < 4; ++i) file[kChecksumAt + i] = static_cast<std::byte>(checksum >> (8 * i));
  return file;
}

}  // namespace espalier
