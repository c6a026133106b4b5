// Trees as text, one line per node, children below their parent:
//
//   petal_width <= 0.8?  (150 rows)
//   ├─ yes: setosa 1.00  (50 rows, 33%, leaf 0)
//   └─ no or missing: petal_width <= 1.75?  (100 rows, 67%)
//
// Leaves have the numbers that predict_terminals returns. Linear in the drawn nodes, each of which costs its depth; no
// recursion, trees may be chains.
#include <fmt/format.h>

#include <algorithm>

#include "deploy/equation.h"
#include "deploy/neural_text.h"
#include "deploy/text_limit.h"
#include "deploy/words.h"
#include "espalier/draw.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"

namespace espalier {
namespace {

struct Strokes {
  std::string_view branch, last_branch, bar, blank, more;
};

constexpr Strokes kUnicode = {"├─ ", "└─ ", "│  ", "   ", "…"};
constexpr Strokes kAscii = {"|- ", "`- ", "|  ", "   ", "..."};

class TreeDrawer {
 public:
  TreeDrawer(const Model& model, const TreeSpan& tree, const DrawOptions& options, TextLimit& limit, std::string& out)
      : model_(model),
        forest_(std::get<Forest>(model.body)),
        tree_(tree),
        options_(options),
        strokes_(options.unicode ? kUnicode : kAscii),
        limit_(limit),
        out_(out) {
    look_below();
  }

  void draw() {
    std::vector<Line> pending = {{0, 0, "", ""}};
    while (!pending.empty()) {
      const Line line = std::move(pending.back());
      pending.pop_back();
      limit_.check(out_.size());
      out_ += line.lead;
      if (line.node < 0) {
        draw_terminal(static_cast<std::uint32_t>(~line.node));
        continue;
      }
      if (line.depth >= options_.max_depth) {
        const Below& below = below_[static_cast<std::size_t>(line.node)];
        out_ += fmt::format("{} ({} more nodes, leaves {} to {})\n", strokes_.more, below.nodes, below.first_terminal,
                            below.last_terminal);
        continue;
      }
      const Split& split = forest_.splits[tree_.first_split + static_cast<std::uint32_t>(line.node)];
      draw_split(line.node, split);
      const auto child = [&](std::int32_t node, std::string_view stroke, std::string_view answer,
                             std::string_view below) {
        pending.push_back({node, line.depth + 1, fmt::format("{}{}{}: ", line.below, stroke, answer),
                           fmt::format("{}{}", line.below, below)});
      };
      child(split.right, strokes_.last_branch, split.missing_left ? "no" : "no or missing", strokes_.blank);
      child(split.left, strokes_.branch, split.missing_left ? "yes or missing" : "yes", strokes_.bar);
    }
  }

 private:
  struct Line {
    std::int32_t node;
    std::size_t depth;
    std::string lead;   // the text before the node
    std::string below;  // the text that its children's lines begin with
  };
  // A node with all that is below it.
  struct Below {
    std::size_t nodes;  // that exist
    std::uint32_t first_terminal, last_terminal;
  };

  Below below_child(std::int32_t child) const {
    if (child >= 0) return below_[static_cast<std::size_t>(child)];
    const auto terminal = static_cast<std::uint32_t>(~child);
    return {forest_.absent[tree_.first_terminal + terminal] ? 0U : 1U, terminal, terminal};
  }

  // Splits come after their parents, so the loop goes backwards.
  void look_below() {
    below_.resize(tree_.splits);
    for (std::size_t s = tree_.splits; s-- > 0;) {
      const Split& split = forest_.splits[tree_.first_split + s];
      const Below left = below_child(split.left), right = below_child(split.right);
      below_[s] = {1 + left.nodes + right.nodes, left.first_terminal, right.last_terminal};
    }
  }

  void draw_split(std::int32_t node, const Split& split) {
    out_ += condition_text(model_, split) + "?";
    if (forest_.statistics) {
      const double rows = forest_.statistics->split_rows[tree_.first_split + static_cast<std::uint32_t>(node)];
      out_ += "  (" + rows_and_share(rows, node > 0) + ")";
    }
    out_ += '\n';
  }

  void draw_terminal(std::uint32_t terminal) {
    limit_.add_work(forest_.intercept.size());
    out_ += terminal_text(model_, tree_, terminal) + "  (";
    if (forest_.statistics)
      out_ += rows_and_share(forest_.statistics->terminal_rows[tree_.first_terminal + terminal], true) + ", ";
    out_ += leaf_text(terminal) + ")\n";
  }

  std::string rows_and_share(double rows, bool with_share) const {
    const double all = forest_.statistics->split_rows[tree_.first_split];
    return rows_text(rows) + (with_share && all > 0 ? fmt::format(", {:.0f}%", 100 * rows / all) : "");
  }

  const Model& model_;
  const Forest& forest_;
  const TreeSpan& tree_;
  const DrawOptions& options_;
  const Strokes strokes_;
  TextLimit& limit_;
  std::string& out_;
  std::vector<Below> below_;  // by split
};

}  // namespace

std::string draw(const Model& model, const DrawOptions& options) {
  if (const auto* linear = std::get_if<Linear>(&model.body)) return equation_text(model, *linear, options);
  if (const auto* rules = std::get_if<NeuralRules>(&model.body)) return neural_text(model, *rules, options);
  const auto& forest = std::get<Forest>(model.body);
  const std::size_t trees = forest.trees.size();
  std::string out = summary_text(model, fmt::format("one leaf of each of {} trees", trees)) + "\n";
  TextLimit limit(model);
  for (std::size_t t = 0; t < std::min(trees, options.max_trees); ++t) {
    out += trees == 1 ? "\n" : fmt::format("\ntree {}\n", t + 1);
    TreeDrawer(model, forest.trees[t], options, limit, out).draw();
  }
  if (trees > options.max_trees) {
    const std::size_t more = trees - options.max_trees;
    out += fmt::format("\n{} ({} more {})\n", options.unicode ? kUnicode.more : kAscii.more, more,
                       more == 1 ? "tree" : "trees");
  }
  return out;
}

}  // namespace espalier
