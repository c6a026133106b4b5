// Neural rule ensembles (Dawer 2018, algorithm 4): the rules of a tree grown by the margin criterion become a network
// that starts from their supports, and all of its numbers are then trained together. The settings that it leaves to a
// grid are chosen on held-out rows; several networks, the first from the tree of all rows and each other from the tree
// of a sample, are averaged.
#include "method/neural/neural.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/progress.h"
#include "base/random.h"
#include "base/threads.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "grow/criterion/target_mean.h"
#include "method/neural/choice.h"
#include "method/options/options.h"
#include "method/options/set_fit.h"
#include "model/rule_view.h"

namespace espalier {
namespace {

constexpr std::size_t kNets = 5;
constexpr std::size_t kRulesOfANet = 30;  // that a budget should leave per network

std::vector<InputTransform> transforms(TransformChoice choice) {
  switch (choice) {
    case TransformChoice::standard:
      return {InputTransform::standard};
    case TransformChoice::rank:
      return {InputTransform::rank};
    case TransformChoice::mixed:
      return {InputTransform::mixed};
    default:
      return {InputTransform::standard, InputTransform::mixed};
  }
}

std::string_view transform_name(InputTransform transform) {
  switch (transform) {
    case InputTransform::standard:
      return "standard";
    case InputTransform::rank:
      return "rank";
    default:
      return "mixed";
  }
}

// Removes from each net the rule that moves the scores least, by setting its values to 0. Returns whether there was
// any.
bool drop_least(std::vector<TrainedNet>& nets, std::size_t outputs) {
  bool any = false;
  for (TrainedNet& trained : nets) {
    std::size_t least = trained.net.planes.size();
    double least_score = 0;
    for (std::size_t r = 0; r < trained.net.planes.size(); ++r) {
      const double value = norm_of(std::span(trained.net.values).subspan(r * outputs, outputs));
      const double score = value * static_cast<double>(trained.statistics.spread[r]);
      if (value == 0 || (least < trained.net.planes.size() && score >= least_score)) continue;
      least = r;
      least_score = score;
    }
    if (least == trained.net.planes.size()) continue;
    any = true;
    std::fill_n(trained.net.values.begin() + static_cast<std::ptrdiff_t>(least * outputs), outputs, 0.0F);
  }
  return any;
}

class NeuralFit {
 public:
  NeuralFit(const NeuralOptions& options, const FitRequest& request, const Run& run)
      : options_(options), request_(request), run_(run), rows_(rows_with_weight(request.train->target)) {
    const LabelledView& given = *request.train;
    const bool all = rows_.size() == given.target.rows();
    if (!all) {
      kept_ = {take_rows(given.table, rows_), take_rows(given.target, rows_)};
      std::iota(rows_.begin(), rows_.end(), 0U);
    }
    train_ = all ? given : LabelledView{kept_.table, kept_.target};
    for (const InputTransform transform : transforms(options.transform))
      data_.emplace_back(train_, request.validation, transform);
  }

  FitResult operator()() {
    const bool chooses = options_.depth.size() > 1 || data_.size() > 1 || options_.patience > 0 ||
                         options_.inputs == RuleInputs::automatic;
    const auto keep = [&](const NeuralData& data, const NeuralNet& net, std::size_t nets) {
      return rules_within(data, net, nets);
    };
    NeuralChoiceInput input{options_, data_, count_nets(), keep, run_.seed, {}};
    const std::size_t to_choose = chooses ? epochs_to_try(input) : 0;
    Reporter reporter(run_, "training neural rules", to_choose + input.nets * most_epochs());
    std::atomic<std::uint64_t> gone = 0;
    input.after_epoch = [&] {
      ++gone;
      reporter.advance();
    };
    Threads threads(run_.threads, &reporter);
    NeuralChoice choice{{0, options_.inputs != RuleInputs::tree, options_.depth[0], most_epochs()}, most_epochs()};
    if (chooses) choice = choose_neural(input, threads);
    // Most are stopped before the last epoch.
    if (gone < to_choose) reporter.advance(to_choose - gone);
    NeuralEnsemble ensemble(input, choice.candidate, rows_, data_[choice.candidate.data].rows(), threads);
    if (!ensemble.has_rules()) return too_small();
    ensemble.train(choice.epochs, threads);
    return result(choice, ensemble.result(threads));
  }

 private:
  std::size_t most_epochs() const { return static_cast<std::size_t>(options_.epochs); }

  FitResult result(const NeuralChoice& choice, std::vector<TrainedNet> nets) const {
    const NeuralData& data = data_[choice.candidate.data];
    const bool deep = options_.form == RuleForm::deep;
    FitResult result;
    result.model = data.model(nets, deep);
    // Nets with different inputs may need more bytes than the same number of equal ones.
    while (request_.budget && !fits(size_of(stripped(result.model)), *request_.budget)) {
      if (!drop_least(nets, data.outputs())) return too_small();
      result.model = data.model(nets, deep);
    }
    if (result.model.features.empty()) result.model = constant(data);
    result.chosen =
        fmt::format("transform {}, inputs {}, depth {}, epochs {}, ensemble {}", transform_name(data.transform()),
                    choice.candidate.all_inputs ? "all" : "tree", choice.candidate.depth, choice.epochs, nets.size());
    return result;
  }

  FitResult too_small() const {
    FitResult result;
    result.model = constant(data_[0]);
    result.warnings.push_back(
        fmt::format("a budget of {} is too small for a rule{}; the model is a constant", to_string(*request_.budget),
                    count_nets() > 1 ? fmt::format(" of each of {} networks", count_nets()) : ""));
    return result;
  }

  // The best model without rules.
  Model constant(const NeuralData& data) const {
    TrainedNet net;
    net.intercept = data.best_constant();
    return data.model({&net, 1}, false);
  }

  std::size_t count_nets() const {
    const auto given = static_cast<std::size_t>(options_.ensemble.value_or(kNets));
    if (!request_.budget) return given;
    const std::size_t amount = request_.budget->amount;
    const bool of_rules = request_.budget->unit == Unit::rules;
    if (options_.ensemble) return of_rules ? std::min(given, amount) : given;
    const std::size_t rules = of_rules ? amount : amount / bytes_of_a_rule();
    return std::clamp<std::size_t>(rules / kRulesOfANet, 1, kNets);
  }

  // An estimate: for the middle depth, over all inputs.
  std::size_t bytes_of_a_rule() const {
    const auto planes = static_cast<std::size_t>(options_.depth[(options_.depth.size() - 1) / 2]);
    return sizeof(float) * planes * (data_[0].inputs().size() + 1);
  }

  // The maximum number of rules of the net if there are `nets` like it.
  std::size_t rules_within(const NeuralData& data, const NeuralNet& net, std::size_t nets) const {
    if (!request_.budget) return net.planes.size();
    if (request_.budget->unit == Unit::rules) return request_.budget->amount / nets;
    // An estimate from the mean length of its rules: result() drops rules if they turn out to be too many.
    const std::size_t shortest = bytes_of_shortest(data, net), budget = request_.budget->amount;
    if (net.planes.empty() || shortest > budget) return 0;
    constexpr std::size_t kBytesOfAnInput = 2;  // at most, except for more than 16,000
    const std::size_t numbers = net.weights.size() + net.mixing.size() + net.values.size();
    const std::size_t of_rule = sizeof(float) * numbers / net.planes.size() + 1;
    const std::size_t of_net = of_rule + kBytesOfAnInput * (net.inputs.size() + 1);
    if (shortest + (nets - 1) * of_net > budget) return 0;
    return 1 + (budget - shortest - (nets - 1) * of_net) / (nets * of_rule);
  }

  // For a model of one rule: the last one, since the longest come first.
  std::size_t bytes_of_shortest(const NeuralData& data, const NeuralNet& net) const {
    if (net.planes.empty()) return 0;
    const std::size_t planes = net.planes.back();
    TrainedNet one;
    one.net.inputs = net.inputs;
    one.net.planes = {net.planes.back()};
    one.net.weights.resize(planes * (net.inputs.size() + 1));
    if (options_.form == RuleForm::deep) one.net.mixing.resize(mixing_size(planes));
    one.net.values.assign(data.outputs(), 1.0F);
    one.intercept.resize(data.outputs());
    for (auto* numbers : {&one.statistics.rows, &one.statistics.leaf, &one.statistics.both, &one.statistics.spread})
      numbers->resize(1);
    return size_of(stripped(data.model({&one, 1}, options_.form == RuleForm::deep))).bytes;
  }

  const NeuralOptions& options_;
  const FitRequest& request_;
  const Run& run_;
  std::vector<std::uint32_t> rows_;
  LabelledRows kept_;
  LabelledView train_;
  std::vector<NeuralData> data_;
};

}  // namespace

Method neural_method() {
  Method method;
  method.name = "neural";
  method.summary = "the rules of a tree, trained as a small network and still readable";
  method.source = "Dawer 2018: Neural Rule Ensembles, chapters 4 and 5";
  // The thesis says neither how long it trains, nor when it stops, nor whether the rate of 0.01 falls. The best epoch
  // of one run at a constant rate is a matter of chance, and another run of as many epochs is not as good.
  method.presets = {{"paper",
                     {{"depth", "2,4,6,8,10"},
                      {"inputs", "tree"},
                      {"transform", "standard"},
                      {"ensemble", "1"},
                      {"epochs", "30"},
                      {"patience", "0"},
                      {"decay", "cosine"},
                      {"weight-decay", "0"},
                      {"effort", "high"}}}};
  method.budgets = {Unit::rules, Unit::bytes};
  method.takes_validation = true;
  set_fit<NeuralOptions, NeuralFit>(method);
  return method;
}

}  // namespace espalier
