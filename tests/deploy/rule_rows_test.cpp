// A rule selects exactly the rows that it says, and a drawn tree leads every row to its leaf: the lines of draw_rules
// and draw are read again by a parser that knows nothing but their words, and held against rows of every kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>

#include "espalier/draw.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/rules.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/finish/outcomes.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::view_of;

// A row by feature name; a missing value, or a label that the model does not know, is not there.
struct NamedRow {
  std::map<std::string, float> numbers;
  std::map<std::string, std::string> labels;
};

NamedRow named_row(const Table& table, std::size_t row) {
  NamedRow named;
  for (const Column& column : table.columns) {
    const std::string& name = column.feature.name;
    if (column.feature.type == ColumnType::numeric) {
      if (!std::isnan(column.values[row])) named.numbers[name] = column.values[row];
    } else if (column.codes[row] != kMissingCode) {
      const std::string& label = column.feature.labels[static_cast<std::size_t>(column.codes[row])];
      if (label != "unknown") named.labels[name] = label;
    }
  }
  return named;
}

std::vector<NamedRow> named_rows(const Table& table) {
  std::vector<NamedRow> rows;
  for (std::size_t row = 0; row < table.rows; ++row) rows.push_back(named_row(table, row));
  return rows;
}

std::vector<std::string> parts_of(const std::string& text, const std::string& between) {
  std::vector<std::string> parts;
  std::size_t first = 0;
  for (std::size_t at; (at = text.find(between, first)) != std::string::npos; first = at + between.size())
    parts.push_back(text.substr(first, at - first));
  parts.push_back(text.substr(first));
  return parts;
}

bool take_end(std::string& text, const std::string& end) {
  if (!text.ends_with(end)) return false;
  text.resize(text.size() - end.size());
  return true;
}

// std::stof refuses the smallest numbers.
float number(const std::string& text) { return std::strtof(text.c_str(), nullptr); }

// "2 < x <= 5", "x > 2", "x = inf" and the like. Names have no spaces.
bool number_holds(const std::string& condition, const NamedRow& row) {
  const std::vector<std::string> words = parts_of(condition, " ");
  const bool between = words.size() == 5;
  const auto found = row.numbers.find(words[between ? 2 : 0]);
  if (found == row.numbers.end()) return false;
  const auto compare = [](float a, const std::string& sign, float b) {
    return sign == "<" ? a < b : sign == "<=" ? a <= b : sign == ">" ? a > b : a == b;
  };
  if (between && !compare(number(words[0]), words[1], found->second)) return false;
  return compare(found->second, words[words.size() - 2], number(words.back()));
}

bool labels_hold(const std::string& condition, const NamedRow& row) {
  const std::size_t at = condition.find(" in {");
  const auto found = row.labels.find(condition.substr(0, at));
  if (found == row.labels.end()) return false;
  const std::string set = condition.substr(at + 5, condition.size() - at - 6);
  return std::ranges::count(parts_of(set, ", "), found->second) > 0;
}

bool condition_holds(std::string text, const NamedRow& row) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const auto missing = [&](const std::string& name) {
    return !row.numbers.contains(name) && !row.labels.contains(name);
  };
  const auto infinite = [&](const std::string& name) {
    return row.numbers.contains(name) && row.numbers.at(name) == kInfinity;
  };
  if (take_end(text, " is missing or inf")) return missing(text) || infinite(text);
  if (take_end(text, " is not inf")) return !infinite(text);
  if (take_end(text, " is present")) return !missing(text) && !infinite(text);
  if (take_end(text, " or is missing)")) {
    text.erase(0, 1);
    const std::vector<std::string> words = parts_of(text, " ");
    const bool between = words.size() == 5 && words[1] == "<";
    if (missing(words[between ? 2 : 0])) return true;
  } else if (take_end(text, " is missing")) {
    return missing(text);
  }
  return text.ends_with("}") ? labels_hold(text, row) : number_holds(text, row);
}

struct ParsedRule {
  std::vector<std::string> conditions;
  std::string then;
  double rows = 0;
  std::size_t tree = 0, leaf = 0;

  bool holds(const NamedRow& row) const {
    return std::ranges::all_of(conditions, [&](const std::string& each) { return condition_holds(each, row); });
  }
};

// The number behind the last of such words, ", leaf 3)" or "(leaf 3)".
std::size_t number_behind(const std::string& line, const std::string& word) {
  return std::stoul(line.substr(line.rfind(word) + word.size()));
}

ParsedRule parse_rule(std::string line) {
  ParsedRule rule;
  const std::size_t covers = line.find("  (covers ");
  rule.rows = std::stod(line.substr(covers + 10));
  rule.leaf = number_behind(line, "leaf ");
  if (line.find(", tree ") != std::string::npos) rule.tree = number_behind(line, ", tree ") - 1;
  line.resize(covers);
  if (line.starts_with("ALWAYS ")) {
    rule.then = line.substr(7);
    return rule;
  }
  const std::size_t then = line.find(" THEN ");
  rule.then = line.substr(then + 6);
  rule.conditions = parts_of(line.substr(3, then - 3), " AND ");
  return rule;
}

std::vector<std::string> rule_lines(const Model& model) {
  std::istringstream in(draw_rules(model));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("IF ") || line.starts_with("ALWAYS ")) lines.push_back(line);
  return lines;
}

Target some_target(const Model& model, std::size_t rows) {
  Target target;
  target.task = model.task;
  target.names = model.targets;
  target.labels = model.classes;
  for (std::size_t row = 0; row < rows; ++row) {
    if (model.task == Task::regression)
      target.values.insert(target.values.end(), target.width(), static_cast<double>(row));
    else
      target.classes.push_back(static_cast<std::int32_t>(row % model.classes.size()));
  }
  return target;
}

// A random model, with thresholds at the ends of float32 here and there; in half of them absent children have no value,
// as in rule models.
Model random_model(std::uint64_t seed) {
  Model model = samples::random_model(seed);
  auto& forest = std::get<Forest>(model.body);
  Random random(seed, "edges");
  for (Split& split : forest.splits) {
    if (random.below(6) > 0 || model.features[split.feature].type != ColumnType::numeric) continue;
    const float odd[] = {std::numeric_limits<float>::max(), -std::numeric_limits<float>::max(), 1e-45F, 16777216.0F,
                         0.1F};
    split.threshold = odd[random.below(5)];
  }
  if (seed % 2 == 0) return model;
  for (const TreeSpan& tree : forest.trees) {
    const std::size_t width = forest.width(tree);
    for (std::size_t i = 0; i <= tree.splits; ++i)
      if (forest.absent[tree.first_terminal + i])
        std::fill_n(forest.values.begin() + static_cast<std::ptrdiff_t>(tree.first_value + i * width), width, 0.0F);
  }
  return model;
}

TEST(RuleRows, ALineSelectsExactlyTheRowsThatReachItsTerminal) {
  std::size_t lines_seen = 0, rows_seen = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    Model model = random_model(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 40, random);
    const std::vector<NamedRow> rows = named_rows(table);
    add_outcomes(model, view_of(table), some_target(model, table.rows));
    const auto terminals = predict_terminals(model, view_of(table));
    const std::size_t trees = std::get<Forest>(model.body).trees.size();
    const std::vector<Rule> rules = rules_of(model);
    const std::vector<std::string> lines = rule_lines(model);
    ASSERT_EQ(lines.size(), rules.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      ASSERT_EQ(lines[i], rules[i].text);
      const ParsedRule parsed = parse_rule(lines[i]);
      std::size_t count = 0;
      for (std::size_t row = 0; row < table.rows; ++row) {
        const bool reaches = terminals[row * trees + parsed.tree] == parsed.leaf;
        ASSERT_EQ(parsed.holds(rows[row]), reaches) << seed << ": " << lines[i] << " row " << row;
        count += reaches;
      }
      ASSERT_EQ(parsed.rows, static_cast<double>(count)) << lines[i];
      ++lines_seen;
      rows_seen += count;
    }
  }
  EXPECT_GT(lines_seen, 1000U);
  EXPECT_GT(rows_seen, 5000U);
}

// The leaf that a row reaches in a tree that is drawn in ASCII, one line per node: "|  `- no or missing: x <= 2?".
std::size_t drawn_leaf(const std::vector<std::string>& lines, const NamedRow& row) {
  const auto depth_of = [](const std::string& line) {
    const std::size_t stroke = line.find("- ");
    return stroke == 1 || (stroke != std::string::npos && stroke % 3 == 1 && line.find_first_not_of("|` ") == stroke)
               ? stroke / 3 + 1
               : 0;
  };
  std::size_t at = 0;
  while (true) {
    const std::string& line = lines[at];
    const std::size_t depth = depth_of(line), mark = line.find('?');
    if (mark == std::string::npos) return number_behind(line, "leaf ");
    const std::size_t first = depth == 0 ? 0 : line.find(": ") + 2;
    const std::string condition = line.substr(first, mark - first);
    const std::string name = condition.substr(0, condition.find(' '));
    const bool missing = !row.numbers.contains(name) && !row.labels.contains(name);
    const bool missing_left = lines[at + 1].find("- yes or missing: ") != std::string::npos;
    const bool left = missing ? missing_left : condition_holds(condition, row);
    ++at;
    if (left) continue;
    do ++at;
    while (depth_of(lines[at]) != depth + 1);
  }
}

// The lines of each tree of a drawing.
std::vector<std::vector<std::string>> drawn_trees(const Model& model) {
  DrawOptions options = draw_all();
  options.unicode = false;
  std::istringstream in(draw(model, options));
  std::vector<std::vector<std::string>> trees;
  for (std::string line, before; std::getline(in, line); before = line) {
    if (line.empty())
      trees.emplace_back();
    else if (!trees.empty() && !(before.empty() && line.starts_with("tree ")))
      trees.back().push_back(line);
  }
  return trees;
}

TEST(RuleRows, ADrawnTreeLeadsEveryRowToTheLeafWithItsNumber) {
  std::size_t absent = 0, several = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const Model model = random_model(seed);
    if (draw(model, draw_all()).find(" more}?") != std::string::npos) continue;  // sets that are not named whole
    const Forest& forest = std::get<Forest>(model.body);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 40, random);
    const std::vector<NamedRow> rows = named_rows(table);
    const auto terminals = predict_terminals(model, view_of(table));
    const auto trees = drawn_trees(model);
    ASSERT_EQ(trees.size(), forest.trees.size());
    several += trees.size() > 1;
    for (std::size_t row = 0; row < table.rows; ++row) {
      for (std::size_t t = 0; t < trees.size(); ++t) {
        const std::uint32_t terminal = terminals[row * trees.size() + t];
        ASSERT_EQ(drawn_leaf(trees[t], rows[row]), terminal) << seed << "\n" << draw(model, draw_all());
        absent += forest.absent[forest.trees[t].first_terminal + terminal];
      }
    }
  }
  EXPECT_GT(absent, 100U);
  EXPECT_GT(several, 20U);
}

// The conditions as data, held against a row without their words.
bool holds(const Model& model, const Rule& rule, const NamedRow& row) {
  return std::ranges::all_of(rule.conditions, [&](const RuleCondition& condition) {
    const Feature& feature = model.features[condition.feature];
    if (const auto label = row.labels.find(feature.name); label != row.labels.end())
      return std::ranges::any_of(condition.labels, [&](auto c) { return feature.labels[c] == label->second; });
    const auto number = row.numbers.find(feature.name);
    if (number == row.numbers.end()) return condition.missing;
    if (!condition.present) return false;
    return !(condition.above && number->second <= *condition.above) &&
           !(condition.at_most && number->second > *condition.at_most);
  });
}

TEST(RuleRows, TheInterceptAndTheRulesThatHoldAddUpToTheScore) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Model model = random_model(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 30, random);
    const std::vector<NamedRow> rows = named_rows(table);
    const std::vector<double> scores = predict_scores(model, view_of(table));
    std::vector<Rule> rules = rules_of(model);
    // In the order of the trees sums are the same to the last bit.
    std::ranges::sort(rules, {}, &Rule::tree);
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::vector<double> sum = std::get<Forest>(model.body).intercept;
      for (const Rule& rule : rules) {
        if (!holds(model, rule, rows[row])) continue;
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += rule.weights[k];
      }
      for (std::size_t k = 0; k < sum.size(); ++k) ASSERT_EQ(sum[k], scores[row * sum.size() + k]) << seed;
    }
  }
}

TEST(RuleRows, PrintedWeightsAddUpToTheScoreWithinTheirDigits) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Model model = random_model(seed);
    const auto& forest = std::get<Forest>(model.body);
    if (forest.intercept.size() > 1 || forest.trees.size() < 2) continue;
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 30, random);
    const std::vector<NamedRow> rows = named_rows(table);
    add_outcomes(model, view_of(table), some_target(model, table.rows));
    const std::vector<double> scores = predict_scores(model, view_of(table));
    std::vector<ParsedRule> rules;
    for (const std::string& line : rule_lines(model)) rules.push_back(parse_rule(line));
    for (std::size_t row = 0; row < table.rows; ++row) {
      double sum = forest.intercept[0];
      double slack = 1e-12;
      for (const ParsedRule& rule : rules) {
        if (!rule.holds(rows[row])) continue;
        sum += std::stod(rule.then);
        slack += 5.1e-4 * std::fabs(std::stod(rule.then));  // four digits
      }
      ASSERT_NEAR(sum, scores[row], slack) << seed;
      ++checked;
    }
  }
  EXPECT_GT(checked, 500U);
}

TEST(RuleRows, RulesComeByFallingWeight) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Model model = samples::random_model(seed);
    if (std::get<Forest>(model.body).trees.size() < 2) continue;
    double last = std::numeric_limits<double>::infinity();
    for (const Rule& rule : rules_of(model)) {
      double size = 0;
      for (const double weight : rule.weights) size = std::max(size, std::fabs(weight));
      EXPECT_GT(size, 0);
      EXPECT_LE(size, last);
      last = size;
    }
  }
}

}  // namespace
}  // namespace espalier
