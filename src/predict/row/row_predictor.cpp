// One row at a time, by the engine of the model's kind.
#include <fmt/format.h>

#include <variant>

#include "espalier/error.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/row_predictor.h"
#include "predict/linear/linear_scores.h"
#include "predict/neural/neural_scores.h"
#include "predict/row/forest_row.h"

namespace espalier {
namespace {

void require_length(const char* what, std::size_t must, std::size_t is) {
  if (must != is) throw Error(ErrorCode::usage, fmt::format("{} must have {} entries, has {}", what, must, is));
}

using EngineOfKind = std::variant<ForestRow, LinearScores, NeuralScores>;

EngineOfKind engine_of(const Model& model) {
  if (const auto* linear = std::get_if<Linear>(&model.body))
    return EngineOfKind(std::in_place_type<LinearScores>, model.features, *linear);
  if (const auto* rules = std::get_if<NeuralRules>(&model.body))
    return EngineOfKind(std::in_place_type<NeuralScores>, model.features, *rules);
  return EngineOfKind(std::in_place_type<ForestRow>, model);
}

}  // namespace

class RowPredictor::Engine {
 public:
  explicit Engine(const Model& model) : features_(model.features.size()), of_kind_(engine_of(model)) {}

  std::size_t features() const noexcept { return features_; }
  std::size_t outputs() const noexcept {
    return std::visit([](const auto& engine) { return engine.outputs(); }, of_kind_);
  }
  void scores(std::span<const float> row, std::span<double> out) const {
    require_length("row", features(), row.size());
    require_length("out", outputs(), out.size());
    std::visit([&](const auto& engine) { engine.scores(row, out); }, of_kind_);
  }

 private:
  std::size_t features_;
  EngineOfKind of_kind_;
};

RowPredictor::RowPredictor(const Model& model) : engine_(std::make_unique<Engine>(model)) {}
RowPredictor::~RowPredictor() = default;
RowPredictor::RowPredictor(RowPredictor&&) noexcept = default;
RowPredictor& RowPredictor::operator=(RowPredictor&&) noexcept = default;

std::size_t RowPredictor::features() const noexcept { return engine_->features(); }
std::size_t RowPredictor::outputs() const noexcept { return engine_->outputs(); }

void RowPredictor::scores(std::span<const float> row, std::span<double> out) const { engine_->scores(row, out); }

}  // namespace espalier
