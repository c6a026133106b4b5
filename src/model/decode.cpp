// Bytes back to a model. Nothing is trusted: every count is checked against the bytes that are left before anything is
// allocated for it, and anything that encode() would write differently is an error that says what is wrong. Linear in
// the file, except for sorting names to find duplicates; memory is at most a fixed multiple of the file.
#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/forest_of.h"
#include "model/format.h"

namespace espalier {
namespace {

struct Section {
  std::uint8_t tag = 0;
  std::span<const std::byte> payload;
};

std::vector<Section> read_sections(ByteReader in) {
  std::vector<Section> sections;
  while (in.left() > 0) {
    Section section;
    section.tag = in.u8("a section's tag");
    if (!sections.empty() && section.tag <= sections.back().tag)
      in.fail(fmt::format("section {} comes after section {}", section.tag, sections.back().tag));
    const std::string what = fmt::format("section {}", section.tag);
    const std::uint32_t size = in.varint(what);
    section.payload = in.raw(size, what);
    sections.push_back(section);
  }
  return sections;
}

// A truncated file has a wrong checksum like a damaged one; its last section tells the two apart.
bool ends_early(ByteReader sections) {
  try {
    read_sections(sections);
    return false;
  } catch (const Error&) {
    return true;
  }
}

// The kind of model.
std::uint8_t check_header(ByteReader in) {
  const auto file = in.rest();
  const bool known =
      file.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), file.begin(),
                                                 [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
  if (!known) in.fail("not an Espalier model file");
  if (file.size() < kHeaderBytes) in.fail("the file is truncated");
  if (file.size() > kMaxFileBytes)
    in.fail(fmt::format("the file has {} bytes; a model file has at most {}", file.size(), kMaxFileBytes));
  in.raw(kMagic.size(), "the magic");
  const std::uint8_t version = in.u8("the version");
  if (version > kFormatVersion)
    in.fail(fmt::format("written in a newer version of the format ({}); this program reads up to {}", version,
                        kFormatVersion));
  if (version == 0) in.fail("the version of the format is 0, must be at least 1");
  const std::uint8_t kind = in.u8("the kind of model");
  const std::uint32_t written = in.u32("the checksum");
  if (const std::uint32_t found = checksum_of(file); written != found)
    in.fail(ends_early(in) ? "the file is truncated or damaged"
                           : fmt::format("the checksum differs ({:08x} written, {:08x} found): the file is damaged",
                                         written, found));
  if (kind < kForestKind || kind > kNeuralKind)
    in.fail(fmt::format(
        "holds a model of kind {}; this version reads 1, forests, 2, linear models, and 3, neural rules", kind));
  return kind;
}

void check_distinct(const ByteReader& in, std::vector<const std::string*> texts, const std::string& what) {
  if (const std::string* twice = first_duplicate(std::move(texts)))
    in.fail(fmt::format("{} \"{}\" appears twice", what, *twice));
}

std::vector<std::string> read_texts(ByteReader& in, const std::string& what) {
  std::vector<std::string> texts(in.count("the number of " + what + "s", 1));
  for (std::string& text : texts) text = in.text("a " + what);
  check_distinct(in, pointers_to(texts), "the " + what);
  return texts;
}

// Whether there are several targets.
bool read_link(ByteReader& in, Model& model) {
  const std::uint8_t task = in.u8("the task");
  if (task > kSeveralTargets) in.fail(fmt::format("unknown task {}", task));
  const std::uint8_t link = in.u8("the link");
  if (link > static_cast<std::uint8_t>(Link::probability)) in.fail(fmt::format("unknown link {}", link));
  model.task = task == kSeveralTargets ? Task::regression : static_cast<Task>(task);
  model.link = static_cast<Link>(link);
  if ((model.task == Task::regression) != (model.link == Link::identity))
    in.fail(fmt::format("link {} does not go with task {}", link, task));
  return task == kSeveralTargets;
}

void read_targets(ByteReader& in, Model& model) {
  model.targets = read_texts(in, "target");
  const std::size_t targets = model.targets.size();
  if (targets < 2) in.fail(fmt::format("a model of several targets needs at least 2, has {}", targets));
}

void read_schema(ByteReader in, Model& model) {
  if (read_link(in, model))
    read_targets(in, model);
  else
    model.targets = {in.text("the target's name")};
  if (model.task == Task::classification) {
    model.classes = read_texts(in, "class label");
    const std::size_t classes = model.classes.size();
    if (classes < 2) in.fail(fmt::format("classification needs at least 2 classes, has {}", classes));
    if (model.link == Link::logistic && classes != 2)
      in.fail(fmt::format("the logistic link needs 2 classes, has {}", classes));
  }
  model.features.resize(in.count("the number of features", 2));
  for (Feature& feature : model.features) {
    const std::uint8_t type = in.u8("a feature's type");
    if (type > static_cast<std::uint8_t>(ColumnType::categorical))
      in.fail(fmt::format("unknown type {} of a feature", type));
    feature.type = static_cast<ColumnType>(type);
    feature.name = in.text("a feature's name");
    if (feature.type == ColumnType::categorical) feature.labels = read_texts(in, "category label");
  }
  check_distinct(in, pointers_to_names(model.features), "the feature");
  if (in.left() > 0) in.fail(fmt::format("{} bytes too many in the schema section", in.left()));
}

Provenance read_provenance(ByteReader in) {
  Provenance provenance;
  provenance.method = in.text("the method's name");
  provenance.settings.resize(in.count("the number of settings", 2));
  for (auto& [name, value] : provenance.settings) {
    name = in.text("a setting's name");
    value = in.text("a setting's value");
  }
  if (in.left() > 0) in.fail(fmt::format("{} bytes too many in the provenance section", in.left()));
  return provenance;
}

void require_statistics(const ByteReader& in, std::size_t numbers) {
  const std::size_t bytes = 4 * numbers;
  if (in.left() != bytes) in.fail(fmt::format("the statistics section must have {} bytes, has {}", bytes, in.left()));
}

std::vector<float> read_not_negative(ByteReader& in, std::size_t count, std::string_view what) {
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    number = in.f32(what);
    if (number < 0) in.fail(fmt::format("{} must not be negative, is {}", what, number));
  }
  return numbers;
}

NodeStatistics read_statistics(ByteReader in, const Forest& forest) {
  const std::size_t splits = forest.splits.size();
  const std::size_t terminals = forest.absent.size();
  require_statistics(in, 2 * splits + terminals);
  const auto read = [&](std::size_t count, std::string_view what) {
    std::vector<float> values(count);
    for (float& value : values) value = in.f32(what);
    return values;
  };
  NodeStatistics statistics;
  statistics.split_rows = read(splits, "the rows of a split");
  statistics.split_gain = read(splits, "the gain of a split");
  statistics.terminal_rows = read(terminals, "the rows of a leaf");
  return statistics;
}

TermStatistics read_statistics(ByteReader in, const Linear& linear) {
  require_statistics(in, linear.terms.size());
  return {read_not_negative(in, linear.terms.size(), "the spread of a term")};
}

RuleStatistics read_statistics(ByteReader in, const NeuralRules& body) {
  const std::size_t rules = body.rules();
  require_statistics(in, 4 * rules);
  RuleStatistics statistics;
  statistics.rows = read_not_negative(in, rules, "the rows of a rule");
  statistics.leaf = read_not_negative(in, rules, "the rows of a rule's leaf");
  statistics.both = read_not_negative(in, rules, "the rows that a rule has in common with its leaf");
  statistics.spread = read_not_negative(in, rules, "the spread of a rule");
  return statistics;
}

void read_outcomes(ByteReader in, Model& model) {
  auto* const body = std::get_if<Forest>(&model.body);
  if (body == nullptr) in.fail(kind_text(model) + " has no outcomes section");
  Forest& forest = *body;
  if (!forest.statistics) in.fail("section 130, the outcomes, needs section 129, the statistics");
  const std::size_t count = forest.absent.size() * outcome_width(model);
  if (count == 0) in.fail("a constant model has no outcomes section");
  if (in.left() != 4 * count)
    in.fail(fmt::format("the outcomes section must have {} bytes, has {}", 4 * count, in.left()));
  std::vector<float> outcomes(count);
  for (float& outcome : outcomes) {
    outcome = in.f32("an outcome");
    if (model.task == Task::classification && !(outcome >= 0 && outcome <= 1))
      in.fail(fmt::format("the share of a class must be in [0, 1], is {}", outcome));
  }
  forest.statistics->outcomes = std::move(outcomes);
}

void read_stages(ByteReader in, Model& model) {
  auto* const forest = std::get_if<Forest>(&model.body);
  if (forest == nullptr) in.fail(kind_text(model) + " has no stages section");
  forest->stages = decode_stages(model, in);
}

void require_body(const ByteReader& file, std::uint8_t kind, std::span<const Section> sections) {
  const auto require = [&](std::uint8_t tag, std::string_view what) {
    if (sections.size() < 2 || sections[1].tag != tag)
      file.fail(fmt::format("section {}, {}, must come second", tag, what));
  };
  if (kind == kForestKind) require(kForestTag, "the forest");
  if (kind == kLinearKind) require(kLinearTag, "the linear model");
  if (kind == kNeuralKind) require(kNeuralTag, "the neural rules");
}

void read_body(ByteReader in, std::uint8_t kind, Model& model) {
  if (kind == kForestKind) model.body = decode_forest(model, in);
  if (kind == kLinearKind) model.body = decode_linear(model, in);
  if (kind == kNeuralKind) model.body = decode_neural(model, in);
}

}  // namespace

Model decode(std::span<const std::byte> bytes, const std::string& name) {
  const ByteReader file(bytes, name);
  const std::uint8_t kind = check_header(file);
  const std::vector<Section> sections = read_sections(ByteReader(bytes.subspan(kHeaderBytes), name));
  if (sections.empty() || sections[0].tag != kSchemaTag) file.fail("section 1, the schema, must come first");
  require_body(file, kind, sections);
  Model model;
  read_schema(ByteReader(sections[0].payload, name), model);
  read_body(ByteReader(sections[1].payload, name), kind, model);
  for (const Section& section : std::span(sections).subspan(2)) {
    const ByteReader in(section.payload, name);
    if (section.tag == kProvenanceTag) model.provenance = read_provenance(in);
    if (section.tag == kStatisticsTag)
      std::visit([&](auto& body) { body.statistics = read_statistics(in, body); }, model.body);
    if (section.tag == kOutcomesTag) read_outcomes(in, model);
    if (section.tag == kStagesTag) read_stages(in, model);
    if (section.tag < kFirstOptionalTag)
      in.fail(fmt::format("section {} is unknown, and needed to understand the model", section.tag));
  }
  return model;
}

}  // namespace espalier
