// What a Newton step over a block of eight trees consists of: the sums of gradients and Hessians by terminal, the
// trees' changes added to float scores, gradients and Hessians of the logistic loss from the scores; beside a plain
// read of the same ids. One thread; the programs take turns over ever other trees, so that ids come from memory, and
// each one's best round counts. Prints ns per (row, tree), for the loss too: eight times that is its time a row.
//   block_bench [rows [blocks [rounds]]]
#include <algorithm>
#include <numeric>

#include "basis/scores/exact_scores.h"
#include "basis/sums/exact_sums.h"
#include "basis/sums/pair_sums.h"
#include "basis/sums/quantised_sums.h"
#include "loss/logistic_rows.h"
#include "micro/random_basis.h"
#include "micro/turns.h"

namespace espalier {
namespace {

constexpr std::size_t kTrees = 8;

class Subject {
 public:
  Subject(std::size_t rows, std::size_t blocks, std::uint32_t leaves) {
    const Basis all = random_basis(rows, kTrees * blocks, leaves);
    for (std::size_t b = 0; b < blocks; ++b) {
      std::vector<std::uint32_t> trees(kTrees);
      std::iota(trees.begin(), trees.end(), static_cast<std::uint32_t>(b * kTrees));
      blocks_.push_back(all.subset(trees));
    }
    Random random(1, "bench");
    weights_.resize(kTrees * leaves);
    for (float& weight : weights_) weight = 0.1F * static_cast<float>(random.normal());
    for (std::size_t row = 0; row < rows; ++row) labels_.push_back(static_cast<float>(random.below(2)));
    for (auto* values : {&scores_, &gradients_, &hessians_}) values->resize(rows);
    sums_of_gradients_.resize(weights_.size());
    sums_of_hessians_.resize(weights_.size());
    losses();
  }

  void read() {
    std::uint64_t sum = 0;
    for (const Basis& basis : blocks_)
      for (std::size_t t = 0; t < kTrees; ++t) {
        const auto* words = reinterpret_cast<const std::uint64_t*>(basis.byte_ids(t));
        for (std::size_t i = 0; i < basis.rows() / sizeof(std::uint64_t); ++i) sum ^= words[i];
      }
    checksum_ = sum;
  }
  void exact_sums() {
    each([&](const Basis& basis, RowRange rows) {
      add_sums(basis, rows, of(gradients_, rows), sums_of_gradients_);
      add_sums(basis, rows, of(hessians_, rows), sums_of_hessians_);
    });
  }
  void pair_sums() {
    each([&](const Basis& basis, RowRange rows) { sum_pairs(basis, rows); });
  }
  void double_scores() {
    std::vector<double> scores(scores_.begin(), scores_.end());
    each([&](const Basis& basis, RowRange rows) {
      add_scores(basis, rows, weights_, std::span(scores).subspan(rows.begin, rows.size()));
    });
  }
  void float_scores() {
    each([&](const Basis& basis, RowRange rows) { add_scores(basis, rows, weights_, of(scores_, rows)); });
  }
  void losses() {
    each([&](const Basis&, RowRange rows) { derive(rows); });
  }
  void steps() {
    each([&](const Basis& basis, RowRange rows) {
      sum_pairs(basis, rows);
      add_scores(basis, rows, weights_, of(scores_, rows));
      derive(rows);
    });
  }

 private:
  static std::span<float> of(std::vector<float>& values, RowRange rows) {
    return std::span(values).subspan(rows.begin, rows.size());
  }
  template <class Body>
  void each(Body&& body) const {
    for (const Basis& basis : blocks_)
      for (std::size_t begin = 0; begin < basis.rows(); begin += kQuantisedBlockRows)
        body(basis, RowRange{begin, std::min(basis.rows(), begin + kQuantisedBlockRows)});
  }
  void sum_pairs(const Basis& basis, RowRange rows) {
    add_pair_sums(basis, rows, {of(gradients_, rows), of(hessians_, rows)}, {sums_of_gradients_, sums_of_hessians_});
  }
  void derive(RowRange rows) {
    loss_ = logistic_gradients({of(scores_, rows), of(labels_, rows), {}}, of(gradients_, rows), of(hessians_, rows));
  }

  std::vector<Basis> blocks_;
  std::vector<float> weights_, labels_, scores_, gradients_, hessians_;
  std::vector<double> sums_of_gradients_, sums_of_hessians_;
  volatile std::uint64_t checksum_ = 0;
  volatile double loss_ = 0;
};

void measure(std::size_t rows, std::size_t blocks, std::uint32_t leaves, int rounds) {
  Subject subject(rows, blocks, leaves);
  std::vector<Program> programs = {{"read", [&] { subject.read(); }},
                                   {"two exact sums", [&] { subject.exact_sums(); }},
                                   {"pair sums", [&] { subject.pair_sums(); }},
                                   {"double scores", [&] { subject.double_scores(); }},
                                   {"float scores", [&] { subject.float_scores(); }},
                                   {"logistic loss", [&] { subject.losses(); }},
                                   {"all three", [&] { subject.steps(); }}};
  take_turns(programs, rounds);
  fmt::print("{} leaves\n", leaves);
  print(programs, static_cast<double>(rows) * static_cast<double>(blocks * kTrees));
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) {
  const std::size_t rows = argc > 1 ? std::stoul(argv[1]) : 131072;
  const std::size_t blocks = argc > 2 ? std::stoul(argv[2]) : 50;
  const int rounds = argc > 3 ? std::stoi(argv[3]) : 7;
  fmt::print("{} blocks of {} rows × 8 trees\n", blocks, rows);
  for (const std::uint32_t leaves : {4U, 8U, 16U, 31U, 64U, 128U}) espalier::measure(rows, blocks, leaves, rounds);
}
