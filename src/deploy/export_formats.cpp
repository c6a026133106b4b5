#include "espalier/export.h"

namespace espalier {

std::span<const ExportFormat> export_formats() {
  static constexpr ExportFormat kFormats[] = {
      {"dot", "a drawing for Graphviz", export_dot},
      {"json", "everything that prediction needs", export_json},
  };
  return kFormats;
}

}  // namespace espalier
