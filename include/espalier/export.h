// Models in other formats.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "espalier/model.h"

namespace espalier {

std::string export_dot(const Model& model);   // an error if the model has no trees
std::string export_json(const Model& model);  // everything that prediction needs, and the statistics

struct ExportFormat {
  std::string_view name;
  std::string_view summary;
  std::string (*write)(const Model&);
};

// What the command line and the Python package offer.
std::span<const ExportFormat> export_formats();

}  // namespace espalier
