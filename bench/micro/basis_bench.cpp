// The two passes over a Basis, exact and quantised, and both after each other block by block as an epoch of annealing
// makes them, beside a plain read of the same ids. One thread; for each number of leaves the programs take turns, and
// each one's best round counts. The quantised epoch is repeated with each instruction set
// of the machine as the best. Prints ns per (row, tree), and the ratio to the read of the same run.
//   basis_bench [rows [trees [rounds]]]
#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "base/random.h"
#include "basis/scores/exact_scores.h"
#include "basis/scores/quantised_scores.h"
#include "basis/sums/exact_sums.h"
#include "basis/sums/quantised_sums.h"
#include "micro/random_basis.h"
#include "micro/turns.h"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerBlock = 8192;

class Subject {
 public:
  explicit Subject(Basis ids) : basis(std::move(ids)), weights(basis.terminals()), sums(basis.terminals()) {
    Random random(1, "bench");
    for (float& weight : weights) weight = static_cast<float>(random.normal());
    for (std::size_t row = 0; row < basis.rows(); ++row) targets.push_back(static_cast<float>(random.normal()));
    scores.resize(basis.rows());
    gradients = targets;
  }

  void read() {
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      const auto* words = reinterpret_cast<const std::uint64_t*>(basis.byte_ids(t));
      for (std::size_t i = 0; i < basis.rows() / sizeof(std::uint64_t); ++i) sum ^= words[i];
    }
    checksum = sum;
  }

  void forward_exact() { add_scores(basis, all(), weights, std::span(scores)); }
  void forward_quantised() { add_quantised_scores(basis, all(), QuantisedWeights(basis, weights), std::span(scores)); }
  void backward_exact() {
    for_each_block([&](RowRange rows) { add_sums(basis, rows, of(gradients, rows), sums); });
  }
  void backward_quantised() {
    for_each_block([&](RowRange rows) { add_quantised_sums(basis, rows, of(gradients, rows), sums); });
  }
  void epoch_exact() {
    for_each_block([&](RowRange rows) {
      std::fill_n(scores.begin() + static_cast<std::ptrdiff_t>(rows.begin), rows.size(), 0.0F);
      add_scores(basis, rows, weights, of(scores, rows));
      set_gradients(rows);
      add_sums(basis, rows, of(gradients, rows), sums);
    });
  }
  void epoch_quantised() {
    const QuantisedWeights quantised(basis, weights);
    for_each_block([&](RowRange rows) {
      std::fill_n(scores.begin() + static_cast<std::ptrdiff_t>(rows.begin), rows.size(), 0.0F);
      add_quantised_scores(basis, rows, quantised, of(scores, rows));
      set_gradients(rows);
      add_quantised_sums(basis, rows, of(gradients, rows), sums);
    });
  }

  const Basis basis;
  volatile std::uint64_t checksum = 0;

 private:
  RowRange all() const { return {0, basis.rows()}; }
  static std::span<float> of(std::vector<float>& values, RowRange rows) {
    return std::span(values).subspan(rows.begin, rows.size());
  }
  template <class Body>
  void for_each_block(Body&& body) const {
    for (std::size_t begin = 0; begin < basis.rows(); begin += kRowsPerBlock)
      body(RowRange{begin, std::min(basis.rows(), begin + kRowsPerBlock)});
  }
  void set_gradients(RowRange rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) gradients[row] = scores[row] - targets[row];
  }

  std::vector<float> weights;
  std::vector<double> sums;
  std::vector<float> targets;
  std::vector<float> scores;
  std::vector<float> gradients;
};

// The quantised epoch with the machine's best instruction set, then without it, and so on.
std::vector<Program> epochs_by_instruction_set(Subject& subject) {
  std::vector<Program> programs;
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1)
    programs.push_back({fmt::format("epoch, {}", hwy::TargetName(left & -left)), [&subject, left] {
                          hwy::SetSupportedTargetsForTest(left);
                          subject.epoch_quantised();
                          hwy::SetSupportedTargetsForTest(0);
                        }});
  return programs;
}

void measure(std::size_t rows, std::size_t trees, std::uint32_t leaves, int rounds) {
  Subject subject(random_basis(rows, trees, leaves));
  std::vector<Program> programs = {{"read", [&] { subject.read(); }},
                                   {"forward, exact", [&] { subject.forward_exact(); }},
                                   {"backward, exact", [&] { subject.backward_exact(); }},
                                   {"epoch, exact", [&] { subject.epoch_exact(); }},
                                   {"forward, quantised", [&] { subject.forward_quantised(); }},
                                   {"backward, quantised", [&] { subject.backward_quantised(); }},
                                   {"epoch, quantised", [&] { subject.epoch_quantised(); }}};
  std::ranges::move(epochs_by_instruction_set(subject), std::back_inserter(programs));
  take_turns(programs, rounds);
  const double cells = static_cast<double>(rows) * static_cast<double>(trees);
  fmt::print("{} leaves\n", leaves);
  print(programs, cells);
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) {
  const std::size_t rows = argc > 1 ? std::stoul(argv[1]) : 131072;
  const std::size_t trees = argc > 2 ? std::stoul(argv[2]) : 1000;
  const int rounds = argc > 3 ? std::stoi(argv[3]) : 5;
  fmt::print("basis of {} rows × {} trees\n", rows, trees);
  for (const std::uint32_t leaves : {8U, 16U, 31U, 64U}) espalier::measure(rows, trees, leaves, rounds);
}
