// make_model(): a forest over the columns of a table becomes a model that names only what it uses. Linear in the
// splits.
#include <fmt/format.h>

#include "base/assert.h"
#include "espalier/model.h"
#include "model/format.h"

namespace espalier {
namespace {

void require_distinct(std::vector<const std::string*> texts, const std::string& what) {
  if (const std::string* twice = first_duplicate(std::move(texts)))
    throw Error(ErrorCode::data, fmt::format("{} \"{}\" is there twice; names must differ", what, *twice));
}

}  // namespace

Model make_model(const Target& target, Link link, const std::vector<Feature>& features, Forest forest) {
  ESPALIER_ASSERT((target.task == Task::regression) == (link == Link::identity));
  ESPALIER_ASSERT(link != Link::logistic || target.labels.size() == 2);
  ESPALIER_ASSERT(forest.intercept.size() == outputs_of(link, target.labels.size()));
  std::vector<bool> used(features.size());
  for (const Split& split : forest.splits) used.at(split.feature) = true;
  std::vector<std::uint32_t> number(features.size());
  Model model;
  model.task = target.task;
  model.link = link;
  model.target = target.name;
  if (target.task == Task::classification) model.classes = target.labels;
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (!used[f]) continue;
    number[f] = static_cast<std::uint32_t>(model.features.size());
    model.features.push_back(features[f]);
    require_distinct(pointers_to(features[f].labels), fmt::format("the category of column \"{}\"", features[f].name));
  }
  require_distinct(pointers_to(model.classes), "the class");
  require_distinct(pointers_to_names(model.features), "the column");
  for (Split& split : forest.splits) split.feature = number[split.feature];
  model.body = std::move(forest);
  return model;
}

Model stripped(Model model) {
  model.provenance.reset();
  std::get<Forest>(model.body).statistics.reset();
  return model;
}

}  // namespace espalier
