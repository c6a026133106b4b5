// The trees as one Graphviz graph, one cluster per tree; solid arrows go left, dashed ones right. Linear in the nodes.
#include <fmt/format.h>

#include <utility>

#include "deploy/text_limit.h"
#include "deploy/words.h"
#include "espalier/export.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "model/forest_of.h"

namespace espalier {
namespace {

// Inside double quotes, quotes and backslashes have a meaning in Graphviz.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

class DotWriter {
 public:
  DotWriter(const Model& model, std::string& out)
      : model_(model), forest_(std::get<Forest>(model.body)), limit_(model), out_(out) {}

  void write_tree(std::size_t t) {
    const TreeSpan& tree = forest_.trees[t];
    line("  subgraph cluster_{} {{\n    label=\"tree {}\";\n", t, t + 1);
    for (std::uint32_t s = 0; s < tree.splits; ++s) write_split(t, s);
    for (std::uint32_t i = 0; i <= tree.splits; ++i) write_terminal(t, i);
    line("  }}\n");
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    limit_.check(out_.size());
  }

  static std::string id_of(std::size_t t, std::int32_t node) {
    return node >= 0 ? fmt::format("t{}s{}", t, node) : fmt::format("t{}e{}", t, ~node);
  }

  std::string rows(const std::vector<float> NodeStatistics::*rows_of, std::size_t index) const {
    return forest_.statistics ? "\\n" + rows_text((forest_.statistics.value().*rows_of)[index]) : "";
  }

  void write_split(std::size_t t, std::uint32_t s) {
    const TreeSpan& tree = forest_.trees[t];
    const Split& split = forest_.splits[tree.first_split + s];
    const std::string id = id_of(t, static_cast<std::int32_t>(s));
    line("    {} [label=\"{}?{}\"];\n", id, escaped(condition_text(model_, split)),
         rows(&NodeStatistics::split_rows, tree.first_split + s));
    line("    {} -> {} [label=\"{}\"];\n", id, id_of(t, split.left), split.missing_left ? "yes or missing" : "yes");
    line("    {} -> {} [label=\"{}\", style=dashed];\n", id, id_of(t, split.right),
         split.missing_left ? "no" : "no or missing");
  }

  void write_terminal(std::size_t t, std::uint32_t i) {
    const TreeSpan& tree = forest_.trees[t];
    const bool absent = forest_.absent[tree.first_terminal + i] != 0;
    limit_.add_work(forest_.intercept.size());
    line("    {} [label=\"{}{}\\n{}\", shape=box{}];\n", id_of(t, ~static_cast<std::int32_t>(i)),
         escaped(terminal_text(model_, tree, i)), rows(&NodeStatistics::terminal_rows, tree.first_terminal + i),
         leaf_text(i), absent ? ", style=dotted" : "");
  }

  const Model& model_;
  const Forest& forest_;
  TextLimit limit_;
  std::string& out_;
};

}  // namespace

std::string export_dot(const Model& model) {
  const Forest& forest = forest_of(model, "trees to draw");
  const std::string summary = summary_text(model, fmt::format("one leaf of each of {} trees", forest.trees.size()));
  std::string out = fmt::format(
      "digraph espalier {{\n  label=\"{}\";\n  labelloc=t;\n  node [fontname=\"sans-serif\"];\n", escaped(summary));
  DotWriter writer(model, out);
  for (std::size_t t = 0; t < forest.trees.size(); ++t) writer.write_tree(t);
  return out + "}\n";
}

}  // namespace espalier
