#include "grow/cart/split_search.h"

#include <utility>

#include "espalier/table.h"
#include "grow/cart/column_search.h"

namespace espalier {
namespace {

// Nodes with more cells than this are searched column by column in parallel.
constexpr std::size_t kParallelCells = 30000;

template <class Side>
class Search final : public SplitSearch {
 public:
  Search(const TableView& table, SortedColumns& sorted, const SplitTargets& rows, const SplitSearchOptions& options,
         Threads& threads, double scale)
      : table_(table),
        sorted_(sorted),
        rows_(rows),
        threads_(threads),
        search_(rows, options.least, scale),
        serial_(rows) {}

  SplitChoice best(const NodeRange& node) override {
    std::vector<SplitChoice> choices(node.columns.size());
    serial_.total.clear();
    for (const SortedEntry& entry : sorted_.entries(node.columns[0], node.begin, node.end))
      serial_.total.add(entry.row);
    if (node.columns.size() * (node.end - node.begin) > kParallelCells) {
      threads_.each(choices.size(), [&](std::size_t i) {
        Workspace<Side> work(rows_);
        work.total = serial_.total;
        work.total.set_parent(work.total);
        choices[i] = best_of_column(node, node.columns[i], work);
      });
    } else {
      for (std::size_t i = 0; i < choices.size(); ++i) choices[i] = best_of_column(node, node.columns[i], serial_);
    }
    SplitChoice best;
    for (SplitChoice& choice : choices) {
      if (choice.worth() > best.worth()) best = std::move(choice);
    }
    return best;
  }

 private:
  SplitChoice best_of_column(const NodeRange& node, std::uint32_t column, Workspace<Side>& work) {
    return search_.best(table_.columns[column], column, sorted_.entries(column, node.begin, node.end), work);
  }

  const TableView& table_;
  SortedColumns& sorted_;
  const SplitTargets& rows_;
  Threads& threads_;
  const ColumnSearch<Side> search_;
  Workspace<Side> serial_;
};

template <bool weighted>
std::unique_ptr<SplitSearch> make_weighted(const TableView& table, SortedColumns& sorted, const SplitTargets& rows,
                                           const SplitSearchOptions& options, Threads& threads) {
  const auto make = [&]<class Side>(std::in_place_type_t<Side>, double scale) -> std::unique_ptr<SplitSearch> {
    return std::make_unique<Search<Side>>(table, sorted, rows, options, threads, scale);
  };
  using enum SplitCriterion;
  const bool moments = !rows.values.empty();  // regression, or two classes as 0 and 1
  const bool regression = rows.class_count == 0;
  switch (options.criterion) {
    case squared:
    case gini:
      if (moments) return make(std::in_place_type<MomentSide<weighted>>, regression ? 1 : 2);
      return make(std::in_place_type<ClassSide<weighted, gini>>, 1);
    case margin:
      if (moments) return make(std::in_place_type<MomentSide<weighted>>, 4);
      return make(std::in_place_type<ClassSide<weighted, gini>>, 2);
    case information:
      return make(std::in_place_type<ClassSide<weighted, information>>, 1);
    case accuracy:
      return make(std::in_place_type<ClassSide<weighted, accuracy>>, 1);
    case balanced_accuracy:
      return make(std::in_place_type<ClassSide<weighted, balanced_accuracy>>, 1);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<SplitSearch> make_split_search(const TableView& table, SortedColumns& sorted, const SplitTargets& rows,
                                               const SplitSearchOptions& options, Threads& threads) {
  return rows.weights.empty() ? make_weighted<false>(table, sorted, rows, options, threads)
                              : make_weighted<true>(table, sorted, rows, options, threads);
}

}  // namespace espalier
