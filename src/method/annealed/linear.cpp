// Linear models by feature selection with annealing (Barbu et al. 2017; Dawer, Guo, Barbu 2020, algorithm 1): every
// standardised column and every label of a categorical column has one weight per class; annealing keeps the few with
// the largest weights.
#include "method/annealed/linear.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "method/annealed/annealed_fit.h"
#include "method/annealed/standardise.h"
#include "select/coded_design.h"

namespace espalier {
namespace {

struct LinearOptions : AnnealedOptions {
  template <class Visit>
  static void fields(Visit&& visit) {
    AnnealedOptions::fields_of<LinearOptions>(visit);
  }
};

// With more terms, or more numbers, the labels of a column are not written out as columns of their own.
constexpr std::size_t kMostTerms = 1000;
constexpr std::size_t kMostNumbers = std::size_t{1} << 28;

bool is_coded(std::span<const StandardTerm> terms, const TableView& table, Solver solver) {
  const auto is_label = [&](const StandardTerm& of) { return !table.columns[of.term.feature].numeric(); };
  if (std::ranges::none_of(terms, is_label)) return false;
  const bool many_numbers = terms.size() * table.rows > kMostNumbers;
  if (solver != Solver::sgd) return terms.size() > kMostTerms || many_numbers;
  if (!many_numbers) return false;
  // Steps on single rows need all numbers of a row.
  const auto labels = [](const ColumnView& column) { return column.feature->labels.size(); };
  const ColumnView& widest = *std::ranges::max_element(table.columns, {}, labels);
  throw Error(ErrorCode::usage,
              fmt::format("column \"{}\" has {} labels, too many for the solver sgd; leave the column out, read it as "
                          "numbers, or take another solver",
                          widest.feature->name, labels(widest)));
}

class ColumnProposal final : public Proposal {
 public:
  ColumnProposal(const LabelledView& train, const Loss& loss, Solver solver)
      : train_(train),
        loss_(loss),
        terms_(standard_terms(train.table, train.target.weights)),
        coded_(is_coded(terms_, train.table, solver)),
        design_(over(train.table)) {
    for (const ColumnView& column : train.table.columns) features_.push_back(*column.feature);
  }

  const Design& design() const override { return *design_; }

  std::unique_ptr<Design> over(const TableView& table) const override {
    if (coded_) return std::make_unique<CodedDesign>(coded_values(terms_, table));
    return std::make_unique<ColumnDesign>(standard_values(terms_, table), table.rows);
  }

  void describe(Problem&) const override {}

  Model model(const AnnealedLevel& level, const RowLoss& loss) const override {
    std::vector<StandardTerm> terms;
    std::vector<double> intercept, weights;
    for (std::size_t k = 0; k < loss.outputs(); ++k) {
      intercept.push_back(loss.offset() + loss.scale() * static_cast<double>(level.intercept[k]));
    }
    for (std::size_t i = 0; i < level.groups.size(); ++i) {
      terms.push_back(terms_[level.groups[i]]);
      for (std::size_t k = 0; k < loss.outputs(); ++k) {
        weights.push_back(loss.scale() * static_cast<double>(level.weights[i * loss.width() + k]));
      }
    }
    return make_model(train_.target, link_of(loss_), features_, to_linear(terms, intercept, weights));
  }

 private:
  const LabelledView train_;
  const Loss loss_;
  const std::vector<StandardTerm> terms_;
  const bool coded_;
  const std::unique_ptr<Design> design_;
  std::vector<Feature> features_;
};

// The number of columns and labels; a budget in features limits it if every column is numeric.
std::size_t most_terms(const FitRequest& request) {
  std::size_t terms = 0;
  bool numeric = true;
  for (const ColumnView& column : request.train->table.columns) {
    terms += column.numeric() ? 1 : column.feature->labels.size();
    numeric &= column.numeric();
  }
  if (numeric && request.budget && request.budget->unit == Unit::features) {
    terms = std::min(terms, request.budget->amount);
  }
  return std::max<std::size_t>(1, terms);
}

FitResult fit_linear(const FitRequest& request, const Run& run) {
  AnnealedMethod method;
  method.options = parse_annealed<LinearOptions>(request.options);
  method.loss = choose_loss(method.options.loss, request.train->target);
  set_levels(method, request, most_terms(request));
  method.propose = [&](const LabelledView& train, const Pool*, Threads&) {
    return std::make_unique<ColumnProposal>(train, method.loss, method.options.solver);
  };
  return fit_annealed(method, request, run);
}

}  // namespace

Method linear_method() {
  Method method;
  method.name = "linear";
  method.summary = "a linear model of a few columns, chosen by annealing";
  method.source = "Barbu, She, Ding, Gramajo 2017: Feature Selection with Annealing";
  method.budgets = {Unit::features, Unit::bytes};
  set_annealed(parse_annealed<LinearOptions>, fit_linear, method);
  return method;
}

}  // namespace espalier
