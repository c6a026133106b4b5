#include "neural/net_trainer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/math.h"
#include "espalier/error.h"
#include "espalier/neural_rules.h"
#include "neural/batch_gradient.h"
#include "neural/rule_statistics.h"

namespace espalier {
namespace {

constexpr std::size_t kScoredAtOnce = 256;
constexpr std::size_t kMostRowsToPruneBy = 4096;

bool is_set(std::uint32_t bits, std::size_t bit) { return ((bits >> bit) & 1) != 0; }

bool is_bounded(float number) { return std::fabs(number) <= kMostWeight; }

// Offsets and shifts are not shrunk.
void step_group(const AdamStep& adam, float shrink, RuleGroup& group, RuleGroup& gradients, AdamMoments& moments) {
  const std::size_t ends[] = {group.first_offset_number(), group.end_offset_number(), group.first_shift_number(),
                              group.first_value_number(), group.numbers().size()};
  std::size_t begin = 0;
  for (std::size_t part = 0; part < std::size(ends); ++part) {
    const std::size_t count = ends[part] - begin;
    take_step(adam, part % 2 == 0 ? shrink : 0.0F, group.numbers().subspan(begin, count),
              gradients.numbers().subspan(begin, count), std::span(moments.first).subspan(begin, count),
              std::span(moments.second).subspan(begin, count));
    begin = ends[part];
  }
}

AdamMoments moments_of(std::size_t count) { return {std::vector<float>(count), std::vector<float>(count)}; }

}  // namespace

NetTrainer::GroupState::GroupState(const RuleGroup& group)
    : gradients(group.shape()), moments(moments_of(group.numbers().size())) {
  std::ranges::fill(gradients.numbers(), 0.0F);
}

NetTrainer::NetTrainer(const NeuralNet& start, bool deep, const NetRows& rows, const TrainOptions& options)
    : rows_(&rows),
      options_(options),
      inputs_(start.inputs),
      start_(to_groups(start, rows.outputs, deep)),
      groups_(start_),
      alive_(groups_.size(), ~std::uint32_t{0}),
      rules_(start.planes.size()),
      alive_rules_(rules_),
      intercept_(rows.outputs),
      intercept_gradient_(rows.outputs),
      intercept_moments_(moments_of(rows.outputs)),
      order_(rows.rows()) {
  for (const RuleGroup& group : groups_) states_.emplace_back(group);
  std::iota(order_.begin(), order_.end(), 0U);
}

void NetTrainer::epoch(Random random, Threads& threads) {
  ++epochs_;
  random.shuffle(std::span(order_));
  drop_rules(rules_after(options_.prune, rules_, epochs_, options_.epochs));
  for (std::size_t first = 0; first < order_.size(); first += options_.batch) {
    const std::size_t count = std::min(options_.batch, order_.size() - first);
    batch_.take(*rows_, std::span(order_).subspan(first, count), inputs_);
    ++steps_;
    backward(threads);
    step(AdamStep(rate(), steps_), threads);
  }
}

// The rate of the current step; the first step has all of options_.rate.
double NetTrainer::rate() const {
  if (!options_.cosine) return options_.rate;
  const std::size_t batches = (order_.size() + options_.batch - 1) / options_.batch;
  const double gone = static_cast<double>(steps_ - 1) / static_cast<double>(options_.epochs * batches);
  return options_.rate * (1 + cosine(std::numbers::pi * gone)) / 2;
}

// The batch's gradients; returns its mean loss.
double NetTrainer::backward(Threads& threads) {
  const std::size_t rows = batch_.rows(), outputs = rows_->outputs;
  threads.each(groups_.size(), [&](std::size_t g) {
    GroupState& state = states_[g];
    state.scores.assign(rows * outputs, 0.0F);
    if (alive_[g] == 0) return;
    activate(groups_[g], batch_.inputs(), rows, state.activity);
    add_scores(groups_[g], state.activity, alive_[g], rows, state.scores.data());
  });
  scores_.resize(rows * outputs);
  for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] = intercept_[i % outputs];
  for (const GroupState& state : states_)
    for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += state.scores[i];
  const double loss = batch_.gradients(scores_, gradients_);
  const float share = 1.0F / static_cast<float>(rows);
  for (std::size_t i = 0; i < gradients_.size(); ++i) {
    gradients_[i] *= share;
    intercept_gradient_[i % outputs] += gradients_[i];
  }
  threads.each(groups_.size(), [&](std::size_t g) {
    if (alive_[g] != 0)
      add_gradients(groups_[g], states_[g].activity, alive_[g], batch_, gradients_.data(), states_[g].gradients);
  });
  return loss / static_cast<double>(rows);
}

void NetTrainer::step(const AdamStep& adam, Threads& threads) {
  const auto shrink = static_cast<float>(rate() * options_.weight_decay);
  threads.each(groups_.size(), [&](std::size_t g) {
    if (alive_[g] != 0) step_group(adam, shrink, groups_[g], states_[g].gradients, states_[g].moments);
  });
  take_step(adam, 0, intercept_, intercept_gradient_, intercept_moments_.first, intercept_moments_.second);
}

void NetTrainer::drop_rules(std::size_t left) {
  if (left >= alive_rules_) return;
  batch_.take(*rows_, std::span(order_).first(std::min(order_.size(), kMostRowsToPruneBy)), inputs_);
  alive_rules_ = prune(groups_, squared_norms(groups_, batch_.inputs(), batch_.rows(), batch_.weights()), left, alive_);
}

NetTrainer::Gradient NetTrainer::gradient(std::span<const std::uint32_t> of, Threads& threads) {
  batch_.take(*rows_, of, inputs_);
  Gradient gradient;
  gradient.loss = backward(threads);
  for (GroupState& state : states_) {
    gradient.groups.push_back(state.gradients);
    std::ranges::fill(state.gradients.numbers(), 0.0F);
  }
  gradient.intercept = std::exchange(intercept_gradient_, std::vector<float>(rows_->outputs));
  return gradient;
}

void NetTrainer::add_scores_of(const NetRows& rows, std::span<float> scores, Threads& threads) const {
  threads.blocks(rows.rows(), kScoredAtOnce, [&](std::size_t begin, std::size_t end) {
    add_scores_of_part(rows, begin, end, scores.data() + begin * rows.outputs);
  });
}

void NetTrainer::add_scores_of_part(const NetRows& rows, std::size_t begin, std::size_t end, float* scores) const {
  std::vector<std::uint32_t> numbers(end - begin);
  std::iota(numbers.begin(), numbers.end(), static_cast<std::uint32_t>(begin));
  NetBatch batch;
  batch.take(rows, numbers, inputs_);
  for (std::size_t i = 0; i < numbers.size() * rows.outputs; ++i) scores[i] += intercept_[i % rows.outputs];
  RuleActivity activity;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (alive_[g] == 0) continue;
    activate(groups_[g], batch.inputs(), batch.rows(), activity);
    add_scores(groups_[g], activity, alive_[g], batch.rows(), scores);
  }
}

TrainedNet NetTrainer::result(Threads& threads) {
  if (!is_pruned()) drop_rules(options_.prune.keep);
  TrainedNet result;
  result.net = to_net(groups_, inputs_);
  if (!std::ranges::all_of(result.net.weights, is_bounded) || !std::ranges::all_of(result.net.mixing, is_bounded) ||
      !std::ranges::all_of(result.net.values, is_bounded) || !std::ranges::all_of(intercept_, is_bounded)) {
    throw Error(ErrorCode::usage, "rate must be lower: the weights of the network have diverged");
  }
  result.statistics = rule_statistics(start_, groups_, inputs_, *rows_, threads);
  result.intercept.assign(intercept_.begin(), intercept_.end());
  for (std::size_t r = 0; r < rules_; ++r) {
    if (is_set(alive_[r / kGroupRules], r % kGroupRules) && result.statistics.rows[r] > 0) continue;
    std::fill_n(result.net.values.begin() + static_cast<std::ptrdiff_t>(r * rows_->outputs), rows_->outputs, 0.0F);
  }
  return result;
}

}  // namespace espalier
