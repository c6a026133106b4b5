#include "module/rules.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "espalier/model.h"
#include "espalier/rules.h"
#include "espalier/table.h"
#include "module/text.h"

namespace nb = nanobind;

namespace espalier::python {
namespace {

nb::dict condition_dict(const Model& model, const RuleCondition& condition) {
  const Feature& feature = model.features[condition.feature];
  nb::dict dict;
  dict["feature"] = feature.name;
  if (feature.type == ColumnType::numeric) {
    dict["above"] = condition.above;
    dict["at_most"] = condition.at_most;
  } else {
    nb::list labels;
    for (const std::uint32_t code : condition.labels) labels.append(feature.labels[code]);
    dict["labels"] = labels;
  }
  dict["present"] = condition.present;
  dict["missing"] = condition.missing;
  return dict;
}

// A single number as it is, several as a list, none as None.
nb::object number_or_list(const std::vector<double>& numbers) {
  if (numbers.empty()) return nb::none();
  return numbers.size() == 1 ? nb::cast(numbers[0]) : nb::cast(numbers);
}

}  // namespace

nb::list rule_list(const Model& model) {
  nb::list list;
  for (const Rule& rule : rules_of(model)) {
    nb::dict dict;
    nb::list conditions;
    for (const RuleCondition& condition : rule.conditions) conditions.append(condition_dict(model, condition));
    dict["text"] = rule.text;
    dict["weight"] = number_or_list(rule.weights);
    dict["rows"] = rule.rows;
    dict["outcome"] = number_or_list(rule.outcome);
    dict["conditions"] = conditions;
    dict["tree"] = rule.tree;
    dict["leaf"] = rule.terminal;
    list.append(dict);
  }
  return list;
}

}  // namespace espalier::python
