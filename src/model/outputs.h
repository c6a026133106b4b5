// How many scores there are per row.
#pragma once

#include <cstddef>

#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/target.h"

namespace espalier {

// The number of scores that the link needs.
inline std::size_t outputs_of(Link link, std::size_t classes, std::size_t targets) noexcept {
  if (link == Link::identity) return targets;
  const bool one_score = link == Link::logistic || (link == Link::probability && classes == 2);
  return one_score ? 1 : classes;
}

// The same for everything of a model but its body.
inline std::size_t outputs_of(const Model& schema) noexcept {
  return outputs_of(schema.link, schema.classes.size(), schema.targets.size());
}

inline std::size_t outputs_of(const Loss& loss, const Target& target) {
  return outputs_of(link_of(loss), target.labels.size(), target.width());
}

}  // namespace espalier
