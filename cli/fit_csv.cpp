#include "cli/fit_csv.h"

#include <optional>

#include <fmt/format.h>

namespace espalier::cli {

void write_path(std::ostream& out, std::span<const PathPoint> path) {
  const auto text = [](std::optional<double> number) { return number ? fmt::format("{}", *number) : ""; };
  const bool losses = !path.empty() && path[0].train_loss;
  out << "trees,nodes,leaves,rules,features,bytes,train_error,validation_error"
      << (losses ? ",train_loss,validation_loss\n" : "\n");
  for (const PathPoint& point : path) {
    const Size& size = point.size;
    out << fmt::format("{},{},{},{},{},{},{},{}", size.trees, size.nodes, size.leaves, size.rules, size.features,
                       size.bytes, point.train_error, text(point.validation_error));
    out << (losses ? fmt::format(",{},{}\n", text(point.train_loss), text(point.validation_loss)) : "\n");
  }
}

void write_trace(std::ostream& out, std::span<const TracePoint> trace) {
  out << "shrinkage,phase,epoch,survivors,objective\n";
  for (const TracePoint& point : trace) {
    out << fmt::format("{},{},{},{},{}\n", point.shrinkage, point.phase, point.epoch, point.survivors, point.objective);
  }
}

}  // namespace espalier::cli
