#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quotes.h"
#include "espalier/neural_rules.h"

namespace espalier::cli {

NamedNumbers named(const RegressionMetrics& metrics) {
  return {{"mse", metrics.mse}, {"mae", metrics.mae}, {"r2", metrics.r2}};
}

std::span<const RegressionMetrics> of_targets(const Metrics& metrics) {
  const auto* regression = std::get_if<RegressionMetrics>(&metrics);
  return regression ? std::span<const RegressionMetrics>(regression->targets) : std::span<const RegressionMetrics>();
}

NamedNumbers named(const Metrics& metrics) {
  if (const auto* regression = std::get_if<RegressionMetrics>(&metrics)) return named(*regression);
  const auto& classes = std::get<ClassificationMetrics>(metrics);
  return {{"error", classes.error},
          {"log_loss", classes.log_loss},
          {"auc", classes.auc},
          {"balanced_accuracy", classes.balanced_accuracy}};
}

NamedNumbers named(const Size& size) {
  return {{"trees", size.trees}, {"nodes", size.nodes},       {"leaves", size.leaves},
          {"rules", size.rules}, {"features", size.features}, {"bytes", size.bytes}};
}

Json to_json(const NamedNumbers& numbers) {
  Json json = Json::object();
  for (const auto& [name, value] : numbers) json[name] = value ? Json(*value) : Json();
  return json;
}

Json to_json(const Metrics& metrics, std::span<const std::string> targets) {
  Json json = to_json(named(metrics));
  const auto each = of_targets(metrics);
  for (std::size_t k = 0; k < each.size(); ++k) json["targets"][targets[k]] = to_json(named(each[k]));
  return json;
}

Json model_json(const Model& model, const Size& size) {
  return {{"method", model.provenance ? Json(model.provenance->method) : Json()},
          {"trees", size.trees},
          {"nodes", size.nodes},
          {"leaves", size.leaves},
          {"rules", size.rules},
          {"features", size.features},
          {"bytes", size.bytes}};
}

std::string to_string(Task task) { return task == Task::regression ? "regression" : "classification"; }

std::string dump(const Json& json) {
  // A name in the data need not be UTF-8; a report about it must.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string short_text(const std::string& name, std::optional<double> value) {
  if (!value) return "undefined";
  return name == "error" ? fmt::format("{:.4g}%", 100 * *value) : fmt::format("{:.4g}", *value);
}

std::string quoted_targets(std::span<const std::string> names) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kShown)))
    text += (text.empty() ? "" : ", ") + in_quotes(name);
  return names.size() > kShown ? fmt::format("{}, … ({} targets)", text, names.size()) : text;
}

std::string printable_list(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + printable(name);
  return text;
}

std::string counted(std::size_t count, const std::string& singular, const std::string& plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string size_text(const Model& model, const Size& size) {
  const std::string bytes = counted(size.bytes, "byte", "bytes");
  const std::string features = counted(size.features, "feature", "features");
  if (const auto* neural = std::get_if<NeuralRules>(&model.body))
    return fmt::format("{} in {}, {}, {}", counted(size.rules, "rule", "rules"),
                       counted(neural->nets.size(), "network", "networks"), features, bytes);
  if (size.trees == 0 && size.features > 0) return fmt::format("{}, {}", features, bytes);
  return fmt::format("{}, {}, {}, {}", counted(size.trees, "tree", "trees"), counted(size.nodes, "node", "nodes"),
                     counted(size.leaves, "leaf", "leaves"), bytes);
}

std::string metrics_text(const Metrics& metrics, std::span<const std::string> targets) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (const auto& [name, value] : named(metrics)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, short_text(name, value));
  }
  const auto each = of_targets(metrics);
  for (std::size_t k = 0; k < std::min(each.size(), kShown); ++k) {
    text += fmt::format("{}{} {}", k == 0 ? " (" : ", ", printable(targets[k]), short_text("r2", each[k].r2));
  }
  if (!each.empty()) text += each.size() > kShown ? ", …)" : ")";
  return text;
}

}  // namespace espalier::cli
