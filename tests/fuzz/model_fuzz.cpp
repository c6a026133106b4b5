// Throws files at decode(). Whatever it takes must be a valid model that is written again, predicts and is shown
// without complaint; whatever it does not take must be an Error{model}. Random bytes would fail at the checksum, so the
// mutator knows the format as far as it must: it starts from real models, edits their sections and repairs the frame.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/draw.h"
#include "espalier/error.h"
#include "espalier/export.h"
#include "espalier/forest.h"
#include "espalier/importance.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/row_predictor.h"
#include "espalier/rules.h"
#include "espalier/table.h"
#include "model/craft.h"
#include "predict/batch/batch.h"
#include "predict/reference/reference.h"
#include "support/samples.h"
#include "support/validate.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace espalier {
namespace {

using samples::Crafted;
using samples::FileBytes;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

std::vector<float> values_of(const BoundTable& table, std::size_t row) {
  std::vector<float> values;
  for (const ColumnView& column : table.columns())
    values.push_back(column.numeric() ? column.value(row) : static_cast<float>(column.code(row)));
  return values;
}

// Single rows have the bits of batches.
template <class Body>
void check_engines(const Model& model, const Body& body, const TableView& rows) {
  const std::size_t outputs = body.intercept.size();
  const BoundTable bound(model.features, rows);
  const std::vector<double> batch = predict_scores(model, rows);
  std::vector<double> single(outputs);
  const RowPredictor predictor(model);
  for (std::size_t row = 0; row < rows.rows; ++row) {
    predictor.scores(values_of(bound, row), single);
    require(std::memcmp(single.data(), batch.data() + row * outputs, outputs * sizeof(double)) == 0,
            "single rows are as batches");
  }
}

// The batch engine and the one for single rows give the bits of the reference.
void check_engines(const Model& model, const Forest& forest, const TableView& rows) {
  const std::size_t outputs = forest.intercept.size();
  const BoundTable bound(model.features, rows);
  std::vector<double> batch(rows.rows * outputs), expected(outputs), single(outputs);
  Batch(model.features, forest).scores(bound, 0, rows.rows, batch.data());
  const RowPredictor predictor(model);
  for (std::size_t row = 0; row < rows.rows; ++row) {
    scores_of(forest, bound, row, expected);
    predictor.scores(values_of(bound, row), single);
    require(std::memcmp(single.data(), expected.data(), outputs * sizeof(double)) == 0, "single rows are as expected");
    require(std::memcmp(batch.data() + row * outputs, expected.data(), outputs * sizeof(double)) == 0,
            "batches are as expected");
  }
}

// Every format writes every forest; it may refuse the other kinds of models, with a message.
void check_exports(const Model& model) {
  for (const ExportFormat& format : export_formats()) {
    try {
      require(!format.write(model).empty(), "the model can be exported");
    } catch (const Error& error) {
      require(error.code() == ErrorCode::usage && !std::holds_alternative<Forest>(model.body), error.what());
    }
  }
}

void check_accepted(const Model& model) {
  const std::string problem = samples::problem_of(model);
  require(problem.empty(), problem.c_str());
  const FileBytes bytes = encode(model);
  const Model again = decode(bytes, "again");
  require(again == model, "decode(encode(model)) is the model");
  require(encode(again) == bytes, "the model has one file");
  Random random(1, "rows");
  const Table rows = samples::random_rows(model, 3, random);
  for (const double score : predict_scores(model, samples::view_of(rows)))
    require(std::isfinite(score), "scores are finite");
  std::visit([&](const auto& body) { check_engines(model, body, samples::view_of(rows)); }, model.body);
  constexpr std::size_t kMostShown = 200;
  if (size_of(model).leaves > kMostShown) return;
  require(!draw(model).empty(), "the model can be shown");
  check_exports(model);
  require(importances(model).size() == model.features.size(), "every feature has an importance");
  const auto* forest = std::get_if<Forest>(&model.body);
  if (std::holds_alternative<NeuralRules>(model.body)) require(!draw_rules(model).empty(), "the rules can be shown");
  if (forest == nullptr) return;
  const Pool pool = to_pool(model);
  require(make_forest(pool, pool.grown_weights()).splits.size() == forest->splits.size(),
          "the pool has the forest's splits");
  require(!draw_rules(model).empty(), "the rules can be shown");
}

// The sections of a file as far as they can be made out.
Crafted take_apart(std::span<const std::byte> file) {
  Crafted parts;
  if (file.size() < 10) return parts;
  parts.version = static_cast<std::uint8_t>(file[4]);
  parts.kind = static_cast<std::uint8_t>(file[5]);
  const std::string name;
  ByteReader in(file.subspan(10), name);
  try {
    while (in.left() > 0) {
      const std::uint8_t tag = in.u8("");
      const std::size_t size = std::min<std::size_t>(in.varint(""), in.left());
      const auto payload = in.raw(size, "");
      parts.sections.emplace_back(tag, FileBytes(payload.begin(), payload.end()));
    }
  } catch (const Error&) {
  }
  return parts;
}

void let_libfuzzer_mutate(FileBytes& bytes) {
  const std::size_t size = bytes.size();
  bytes.resize(size + 16);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size()));
}

// Counts and lengths are varints: puts another number where one may stand.
void replace_varint(FileBytes& bytes, Random& random) {
  if (bytes.empty()) return;
  const std::uint32_t numbers[] = {0, 1, 2, 3, 127, 128, 16384, 0x7fffffff, 0xffffffff};
  ByteWriter number;
  number.varint(random.below(2) ? numbers[random.below(9)] : static_cast<std::uint32_t>(random.below(300)));
  const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(random.below(bytes.size()));
  bytes.insert(bytes.erase(at), number.bytes().begin(), number.bytes().end());
}

// The bit stream is the end of the forest section.
void flip_bits_near_the_end(FileBytes& bytes, Random& random) {
  if (bytes.empty()) return;
  for (std::uint64_t flips = 1 + random.below(4); flips > 0; --flips) {
    const std::size_t back = random.below(std::min<std::size_t>(bytes.size(), 64));
    bytes[bytes.size() - 1 - back] ^= static_cast<std::byte>(1U << random.below(8));
  }
}

void copy_or_cut_a_piece(FileBytes& bytes, Random& random) {
  if (bytes.empty()) return;
  const std::size_t from = random.below(bytes.size());
  const std::size_t size = 1 + random.below(std::min<std::size_t>(bytes.size() - from, 16));
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  const FileBytes piece(first, first + static_cast<std::ptrdiff_t>(size));
  if (random.below(2))
    bytes.erase(first, first + static_cast<std::ptrdiff_t>(size));
  else
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(random.below(bytes.size() + 1)), piece.begin(),
                 piece.end());
}

void edit_sections(Crafted& parts, Random& random) {
  if (parts.sections.empty()) return;
  auto& [tag, payload] = parts.sections[random.below(parts.sections.size())];
  switch (random.below(8)) {
    case 0:
      return let_libfuzzer_mutate(payload);
    case 1:
    case 2:
      return replace_varint(payload, random);
    case 3:
    case 4:
      return flip_bits_near_the_end(payload, random);
    case 5:
      return copy_or_cut_a_piece(payload, random);
    case 6:
      tag = static_cast<std::uint8_t>(random.below(2) ? random.below(4) : 127 + random.below(4));
      return;
    default:
      parts.sections.push_back(parts.sections[random.below(parts.sections.size())]);
      std::swap(parts.sections.back(), parts.sections[random.below(parts.sections.size())]);
  }
}

// A model that is right but odd: other labels, extreme numbers.
void edit_model(Model& model, Random& random) {
  const float odd[] = {0.0F, -0.0F, 1e-45F, -3.4e38F, 3.4e38F, 1.0F};
  const auto text = [&] { return std::string(random.below(40), static_cast<char>(random.below(256))); };
  if (!model.features.empty()) {
    Feature& feature = model.features[random.below(model.features.size())];
    if (random.below(2)) feature.name = text();
    if (!feature.labels.empty() && random.below(2)) feature.labels[random.below(feature.labels.size())] = text();
  }
  if (random.below(4) == 0) model.targets[random.below(model.targets.size())] = text();
  if (!model.classes.empty() && random.below(2)) model.classes[random.below(model.classes.size())] = text();
  if (auto* linear = std::get_if<Linear>(&model.body)) {
    if (!linear->weights.empty()) linear->weights[random.below(linear->weights.size())] = odd[random.below(6)];
    return;
  }
  if (auto* rules = std::get_if<NeuralRules>(&model.body)) {
    if (rules->nets.empty()) return;
    NeuralNet& net = rules->nets[random.below(rules->nets.size())];
    net.weights[random.below(net.weights.size())] = std::clamp(odd[random.below(6)], -kMostWeight, kMostWeight);
    net.values[random.below(net.values.size())] = odd[2 + random.below(4)];  // a rule without value is none
    return;
  }
  auto& forest = std::get<Forest>(model.body);
  if (!forest.splits.empty()) forest.splits[random.below(forest.splits.size())].threshold = odd[random.below(6)];
  if (!forest.values.empty()) forest.values[random.below(forest.values.size())] = odd[random.below(6)];
}

FileBytes mutate(std::span<const std::byte> file, Random& random) {
  if (file.size() < 10 || random.below(50) == 0) {
    const std::uint64_t seed = random.below(1000);
    if (random.below(3) == 0) return encode(seed == 0 ? samples::lines() : samples::random_linear(seed));
    if (random.below(3) == 0) return encode(seed == 0 ? samples::planes() : samples::random_neural(seed));
    if (seed == 1) return encode(samples::several());
    return encode(seed == 0 ? samples::mixed() : samples::random_model(seed));
  }
  if (random.below(8) == 0) {
    try {
      Model model = decode(file, "file");
      edit_model(model, random);
      return encode(model);
    } catch (const Error&) {
    }
  }
  Crafted parts = take_apart(file);
  for (std::uint64_t edits = 1 + random.below(3); edits > 0; --edits) edit_sections(parts, random);
  FileBytes edited = parts.file();
  if (random.below(20) == 0) {  // now and then the frame itself, lengths of sections included
    let_libfuzzer_mutate(edited);
    if (random.below(2)) samples::repair_checksum(edited);
  }
  return edited;
}

}  // namespace
}  // namespace espalier

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  espalier::Random random(seed, "mutation");
  const auto edited = espalier::mutate(std::as_bytes(std::span(data, size)), random);
  const std::size_t kept = std::min(edited.size(), max_size);
  std::memcpy(data, edited.data(), kept);
  return kept;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace espalier;
  Model model;
  try {
    model = decode(std::as_bytes(std::span(data, size)), "file");
  } catch (const Error& error) {
    require(error.code() == ErrorCode::model, "a wrong file is Error{model}");
    return 0;
  }
  check_accepted(model);
  return 0;
}
