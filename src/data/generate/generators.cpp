// The list of built-in data sets, and drawing a table of one of them. Every row has a random stream of its own, keyed
// by (name, seed, row), so rows depend neither on each other nor on the number of rows. About 25 ns per input.
#include "data/generate/generators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include "base/progress.h"
#include "base/text.h"
#include "espalier/error.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

constexpr std::size_t kBlock = 1024;  // rows from one report of progress to the next

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> all = [] {
    std::vector<Recipe> list = plane_recipes();
    std::ranges::move(regression_recipes(), std::back_inserter(list));
    std::ranges::move(classification_recipes(), std::back_inserter(list));
    list.push_back(madelon_recipe());
    return list;
  }();
  return all;
}

const Recipe& find_recipe(std::string_view name) {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) {
    if (recipe.generator.name == name) return recipe;
    names.emplace_back(recipe.generator.name);
  }
  throw Error(ErrorCode::usage,
              fmt::format("data set must be {}, got \"{}\"{}", listed(names, "or"), name, suggestion(name, names)));
}

double checked_noise(const Recipe& recipe, double noise) {
  if (noise == kDefaultNoise) return recipe.generator.default_noise;
  if (recipe.classes > 0 && !(noise >= 0 && noise <= 1)) {
    throw Error(ErrorCode::usage,
                fmt::format("noise of {} is the share of flipped labels and must be in [0, 1], got {}",
                            recipe.generator.name, noise));
  }
  if (!(noise >= 0) || std::isinf(noise)) {
    throw Error(ErrorCode::usage, fmt::format("noise of {} is a standard deviation and must be finite and at least 0, "
                                              "got {}",
                                              recipe.generator.name, noise));
  }
  return noise;
}

void check_rows(std::size_t rows) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (rows == 0 || rows > kMost) {
    throw Error(ErrorCode::usage, fmt::format("rows must be in [1, {}], got {}", kMost, rows));
  }
}

// The last draws of a row's stream.
double with_noise(const Recipe& recipe, double target, double noise, Random& random) {
  if (noise == 0) return target;
  if (recipe.classes == 0) return target + noise * random.normal();
  if (random.uniform() >= noise) return target;
  const auto others = static_cast<std::uint64_t>(recipe.classes - 1);
  const double other = static_cast<double>(random.below(others));
  return other < target ? other : other + 1;
}

Table empty_table(const Recipe& recipe, std::size_t rows) {
  Table table;
  table.source = recipe.generator.name;
  table.rows = rows;
  table.columns.resize(recipe.inputs);
  for (std::size_t column = 0; column < recipe.inputs; ++column) {
    table.columns[column].feature.name = fmt::format("x{}", column + 1);
    table.columns[column].values.resize(rows);
  }
  table.targets.resize(1);
  table.targets[0].name = "target";
  table.targets[0].numbers.resize(rows);
  return table;
}

}  // namespace

std::span<const Generator> generators() {
  static const std::vector<Generator> all = [] {
    std::vector<Generator> list;
    for (const Recipe& recipe : recipes()) list.push_back(recipe.generator);
    return list;
  }();
  return all;
}

Table generate(std::string_view name, std::size_t rows, std::uint64_t seed, double noise, const Run& run) {
  const Recipe& recipe = find_recipe(name);
  check_rows(rows);
  const double level = checked_noise(recipe, noise);
  const std::string purpose = fmt::format("generate {}", name);
  const DrawRow draw = recipe.start(seed);
  Table table = empty_table(recipe, rows);
  std::vector<float> inputs(recipe.inputs);
  Reporter reporter(run, fmt::format("generating {}", name), rows);
  for (std::size_t begin = 0; begin < rows; begin += kBlock) {
    const std::size_t end = std::min(rows, begin + kBlock);
    for (std::size_t row = begin; row < end; ++row) {
      Random random(seed, purpose, row);
      const double target = draw(random, inputs);
      table.targets[0].numbers[row] = with_noise(recipe, target, level, random);
      for (std::size_t column = 0; column < inputs.size(); ++column) table.columns[column].values[row] = inputs[column];
    }
    reporter.advance(end - begin);
  }
  return table;
}

}  // namespace espalier
