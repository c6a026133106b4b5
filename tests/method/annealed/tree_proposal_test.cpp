#include "method/annealed/tree_proposal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "espalier/budget.h"
#include "espalier/predict.h"
#include "method/annealed/annealed_sample.h"
#include "method/annealed/pool.h"
#include "select/anneal/annealed.h"

namespace espalier {
namespace {

const std::vector<Feature> kFeatures = {{"x", ColumnType::numeric, {}}};

Tree leaf(double value) {
  Tree tree;
  tree.nodes.resize(1);
  tree.weights = {value};
  return tree;
}

void split(Tree& tree, std::size_t node, float threshold) {
  tree.nodes[node].feature = 0;
  tree.nodes[node].threshold = threshold;
  tree.nodes[node].left = static_cast<std::int32_t>(tree.nodes.size());
  tree.nodes[node].right = tree.nodes[node].left + 1;
  tree.nodes.resize(tree.nodes.size() + 2);
  tree.weights.resize(tree.nodes.size(), static_cast<double>(tree.nodes.size()));
  tree.weights[node] = 0;
}

// Leaves at the first threshold, and within its right side at the second.
Tree tree_at(float first, std::optional<float> second = {}) {
  Tree tree = leaf(0);
  split(tree, 0, first);
  if (second) split(tree, 2, *second);
  return tree;
}

// x = 0 … 7.
class EightRows : public testing::Test {
 protected:
  const Table table = test::table_of({test::numeric("x", {0, 1, 2, 3, 4, 5, 6, 7})});
  const LabelledView train = {table, test::regression({0, 1, 2, 3, 5, 8, 13, 21})};
  const RowLoss loss{SquaredLoss{}, train.target};

  TreeProposal propose(std::vector<Tree> trees, Grouping grouping) const {
    return TreeProposal({kFeatures, {0}, std::move(trees)}, train, SquaredLoss{}, grouping);
  }
};

TEST_F(EightRows, TreesWithoutASplitAreLeftOut) {
  const TreeProposal proposal = propose({leaf(3), tree_at(2), leaf(1)}, Grouping::members);
  EXPECT_EQ(proposal.trees(), 1U);
  EXPECT_EQ(proposal.design().members(), 1U);
  EXPECT_EQ(propose({leaf(3)}, Grouping::members).trees(), 0U);
}

TEST_F(EightRows, OfTreesThatPartTheRowsAlikeTheFirstIsKept) {
  const TreeProposal proposal =
      propose({tree_at(2), tree_at(2.5F), tree_at(4), tree_at(2, 5.0F), tree_at(2)}, Grouping::members);
  EXPECT_EQ(proposal.trees(), 3U);  // 2 and 2.5 have the same rows on either side
  ASSERT_EQ(proposal.design().members(), 3U);
  EXPECT_EQ(proposal.design().count(2), 3U);
}

TEST_F(EightRows, OfRulesThatCoverTheSameRowsTheFirstMayBeTaken) {
  const TreeProposal proposal = propose({tree_at(2), tree_at(2, 5.0F), tree_at(5)}, Grouping::rules);
  Problem problem{proposal.design(), loss};
  proposal.describe(problem);
  EXPECT_EQ(problem.grouping, Grouping::rules);
  // ≤ 2, > 2 | ≤ 2 again, 2 … 5, > 5 | ≤ 5, > 5 again.
  EXPECT_EQ(problem.allowed, (std::vector<std::uint8_t>{1, 1, 0, 1, 1, 1, 0}));
}

TEST_F(EightRows, AnAbsentChildIsNoRule) {
  Tree tree = tree_at(2, 5.0F);
  tree.nodes[2].right = kNone;  // rows above 5 stop at their parent
  tree.nodes.pop_back();
  tree.weights.pop_back();
  const TreeProposal proposal = propose({tree}, Grouping::rules);
  Problem problem{proposal.design(), loss};
  proposal.describe(problem);
  EXPECT_EQ(problem.allowed, (std::vector<std::uint8_t>{1, 1, 0}));
}

TEST_F(EightRows, ResponsesAreTheValuesOfTheTreesInTheUnitsOfTheScores) {
  const TreeProposal proposal = propose({tree_at(2)}, Grouping::responses);
  Problem problem{proposal.design(), loss};
  proposal.describe(problem);
  ASSERT_EQ(problem.responses.size(), 2U);
  for (const float response : problem.responses) EXPECT_NEAR(response, 3 / loss.scale(), 1e-6);
}

TEST_F(EightRows, NothingSelectedIsTheConstant) {
  for (const Grouping grouping : {Grouping::members, Grouping::responses, Grouping::rules}) {
    const TreeProposal proposal = propose({tree_at(2), tree_at(4)}, grouping);
    AnnealedLevel none;
    none.intercept = loss.start();
    for (const double score : predict_scores(proposal.model(none, loss), table)) EXPECT_NEAR(score, 53.0 / 8, 1e-9);
  }
}

// ---- models and the engine agree -----------------------------------------------------------------------------------

AnnealPlan quick() {
  AnnealPlan plan;
  plan.schedule = {8, 5};
  plan.levels = {12, 5, 1};
  plan.refits = 2;
  return plan;
}

void expect_models_score_as_the_engine(const Pool& pool, const LabelledRows& rows, const LabelledRows& others,
                                       const Loss& of, Grouping grouping) {
  const LabelledView train = {rows.table, rows.target};
  Threads threads(1);
  const TreeProposal proposal(pool, train, of, grouping);
  const RowLoss loss(of, train.target);
  Problem problem{proposal.design(), loss};
  problem.shrinkage = 3;
  problem.row_weight = row_weights(proposal.design(), loss, threads);
  proposal.describe(problem);
  const std::unique_ptr<Design> design = proposal.over(others.table);
  Problem elsewhere{*design, loss};
  elsewhere.grouping = grouping;
  const std::size_t width = loss.width(), outputs = loss.outputs();
  const Annealed annealed = test::annealed(problem, quick(), threads);
  ASSERT_FALSE(annealed.levels.empty());
  for (const AnnealedLevel& level : annealed.levels) {
    const Model model = proposal.model(level, loss);
    const Size size = size_of(model);
    EXPECT_EQ(grouping == Grouping::rules ? size.rules : size.trees, level.groups.size());
    std::vector<float> scores(others.target.rows() * width);
    score_rows(elsewhere, candidates_of(elsewhere, level), scores, threads);
    const std::vector<double> predicted = predict_scores(model, others.table);
    ASSERT_EQ(predicted.size(), others.target.rows() * outputs);
    for (std::size_t row = 0; row < others.target.rows(); ++row) {
      for (std::size_t k = 0; k < outputs; ++k) {
        const double expected = loss.offset() + loss.scale() * static_cast<double>(scores[row * width + k]);
        ASSERT_NEAR(predicted[row * outputs + k], expected, 1e-5 * (1 + std::abs(expected))) << row;
      }
    }
  }
}

Pool small_pool(const LabelledRows& rows, int classes) {
  const LabelledView train = {rows.table, rows.target};
  ChainOptions options;
  options.loss = test::loss_for(classes);
  options.trees = 20;
  options.chains = 4;
  options.depths = {1, 3};
  Threads threads(1);
  return grow_pool(train, options, 1, threads);
}

TEST(TreeProposal, ModelsScoreRowsAsTheEngineDoes) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(400, classes, 1), others = test::annealed_sample(150, classes, 2);
    const Pool pool = small_pool(rows, classes);
    for (const Grouping grouping : {Grouping::members, Grouping::responses, Grouping::rules}) {
      SCOPED_TRACE(std::to_string(classes) + " classes, grouping " + std::to_string(static_cast<int>(grouping)));
      expect_models_score_as_the_engine(pool, rows, others, test::loss_for(classes), grouping);
    }
  }
}

TEST(TreeProposal, TreesWithAbsentChildrenAreSelectedFromLikeAnyOther) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(400, classes, 1), others = test::annealed_sample(150, classes, 2);
    Pool pool = small_pool(rows, classes);
    for (Tree& tree : pool.trees) {
      const auto last = static_cast<std::int32_t>(tree.nodes.size()) - 1;
      for (TreeNode& node : tree.nodes) {
        if (node.right == last) node.right = kNone;
        if (node.left == last) node.left = kNone;
      }
      tree.nodes.pop_back();
      tree.weights.resize(tree.nodes.size() * pool.width(tree));
    }
    for (const Grouping grouping : {Grouping::members, Grouping::responses, Grouping::rules}) {
      SCOPED_TRACE(std::to_string(classes) + " classes, grouping " + std::to_string(static_cast<int>(grouping)));
      expect_models_score_as_the_engine(pool, rows, others, test::loss_for(classes), grouping);
    }
  }
}

}  // namespace
}  // namespace espalier
