// Metrics and sizes as named numbers, so that tables, JSON and averages name and order them alike.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/target.h"

namespace espalier::cli {

using Json = nlohmann::ordered_json;
using NamedNumbers = std::vector<std::pair<std::string, std::optional<double>>>;  // none: undefined, null in JSON

NamedNumbers named(const Metrics& metrics);
NamedNumbers named(const RegressionMetrics& metrics);
// For each of several targets; empty for a single one.
std::span<const RegressionMetrics> of_targets(const Metrics& metrics);
NamedNumbers named(const Size& size);

Json to_json(const NamedNumbers& numbers);
// For several targets, with these names, an object "targets" has the metrics of each by its name.
Json to_json(const Metrics& metrics, std::span<const std::string> targets);

// {method, trees, nodes, leaves, rules, features, bytes}; the method is null if the file does not record it.
Json model_json(const Model& model, const Size& size);

std::string to_string(Task task);
std::string dump(const Json& json);

// Four significant digits; "undefined" if there is no value. Errors as percentages.
std::string short_text(const std::string& name, std::optional<double> value);

// "1 tree, 7 nodes, 4 leaves, 216 bytes"; for a linear model "3 features, 90 bytes"; for neural rules "12 rules in 5
// networks, 3 features, 4321 bytes"
std::string size_text(const Model& model, const Size& size);

// "error 2.5%, log_loss 0.1023, …"; for several targets the means, followed by the metric that can be compared between
// targets: "mse 2, mae 1, r2 0.8 (a 0.7, b 0.9)"
std::string metrics_text(const Metrics& metrics, std::span<const std::string> targets);

// The targets in a title: "price" in quotes; for several targets each of them, for many the first ones and their
// number.
std::string quoted_targets(std::span<const std::string> names);

std::string printable_list(std::span<const std::string> names);  // "a, b, c"

std::string counted(std::size_t count, const std::string& singular, const std::string& plural);

}  // namespace espalier::cli
