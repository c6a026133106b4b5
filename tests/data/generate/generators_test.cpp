// Properties of every generator: names, shapes, noise, errors. tests/data/generators_*_test.cpp has the properties of
// each.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "data/expect_error.h"
#include "data/sample.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/generate.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

const std::map<std::string, std::size_t> kInputs = {
    {"xor", 2},       {"rotated-xor", 2}, {"friedman1", 10}, {"friedman2", 4}, {"friedman3", 4}, {"hwang5", 2},
    {"ringnorm", 20}, {"twonorm", 20},    {"hastie", 10},    {"waveform", 40}, {"madelon", 500}};

std::string message_of(const std::string& name, std::size_t rows, double noise = kDefaultNoise) {
  try {
    generate(name, rows, 1, noise);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Generators, AreElevenAndDescribeThemselves) {
  EXPECT_EQ(generators().size(), 11U);
  for (const Generator& generator : generators()) {
    EXPECT_TRUE(kInputs.contains(std::string(generator.name))) << generator.name;
    for (const std::string_view text : {generator.summary, generator.formula, generator.noise, generator.optimum}) {
      EXPECT_FALSE(text.empty()) << generator.name;
    }
  }
}

TEST(Generators, GiveNamedColumnsAndOneNumericTarget) {
  for (const auto& [name, inputs] : kInputs) {
    const Table table = generate(name, 7, 1);
    EXPECT_EQ(table.rows, 7U);
    ASSERT_EQ(table.columns.size(), inputs) << name;
    for (std::size_t i = 0; i < inputs; ++i) {
      EXPECT_EQ(table.columns[i].feature.name, "x" + std::to_string(i + 1));
      EXPECT_EQ(table.columns[i].feature.type, ColumnType::numeric);
      EXPECT_EQ(table.columns[i].values.size(), 7U);
    }
    ASSERT_EQ(table.targets.size(), 1U);
    EXPECT_EQ(table.targets[0].name, "target");
    EXPECT_EQ(table.targets[0].numbers.size(), 7U);
  }
}

TEST(Generators, ExtendATableWhenAskedForMoreRows) {
  for (const auto& [name, inputs] : kInputs) {
    const Table few = generate(name, 5, 9), more = generate(name, 20, 9);
    for (std::size_t row = 0; row < few.rows; ++row) {
      EXPECT_EQ(target(few)[row], target(more)[row]) << name;
      for (std::size_t i = 1; i <= inputs; ++i) EXPECT_EQ(column(few, i)[row], column(more, i)[row]) << name;
    }
  }
}

TEST(Generators, GiveOtherRowsForAnotherSeed) {
  for (const auto& [name, inputs] : kInputs) {
    EXPECT_NE(column(generate(name, 5, 1), 1), column(generate(name, 5, 2), 1)) << name;
  }
}

TEST(Generators, NoiseChangesTheTargetAndNotTheInputs) {
  for (const auto& [name, inputs] : kInputs) {
    const Table clean = generate(name, 50, 3, 0), noisy = generate(name, 50, 3, 0.5);
    for (std::size_t i = 1; i <= inputs; ++i) EXPECT_EQ(column(clean, i), column(noisy, i)) << name;
    EXPECT_NE(target(clean), target(noisy)) << name;
  }
}

TEST(Generators, FlipTheGivenShareOfLabelsToEveryOtherClassAlike) {
  constexpr std::size_t kRows = 20000;
  const Table clean = generate("waveform", kRows, 4), noisy = generate("waveform", kRows, 4, 0.3);
  double flipped = 0, to_next = 0;
  for (std::size_t row = 0; row < kRows; ++row) {
    const double before = target(clean)[row], after = target(noisy)[row];
    ASSERT_TRUE(after == 0 || after == 1 || after == 2);
    flipped += before != after;
    to_next += after == std::fmod(before + 1, 3);
  }
  expect_share(flipped, kRows, 0.3);
  expect_share(to_next, kRows, 0.15);
}

TEST(Generators, FlipAllLabelsAtNoiseOne) {
  const Table clean = generate("xor", 100, 1), flipped = generate("xor", 100, 1, 1);
  for (std::size_t row = 0; row < 100; ++row) EXPECT_EQ(target(clean)[row] + target(flipped)[row], 1);
}

TEST(Generators, DefaultNoiseIsTheOneTheyName) {
  for (const Generator& generator : generators()) {
    EXPECT_EQ(target(generate(generator.name, 20, 1)), target(generate(generator.name, 20, 1, generator.default_noise)))
        << generator.name;
  }
}

TEST(Generators, ReportProgressAndStopWhenAskedTo) {
  std::vector<std::uint64_t> done;
  espalier::Run run;
  run.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.stage, "generating xor");
    EXPECT_EQ(progress.total, 5000U);
    done.push_back(progress.done);
    return true;
  };
  EXPECT_EQ(target(generate("xor", 5000, 1, kDefaultNoise, run)), target(generate("xor", 5000, 1)));
  EXPECT_GT(done.size(), 1U);
  EXPECT_EQ(done.back(), 5000U);

  run.progress = [](const Progress&) { return false; };
  EXPECT_ERROR(generate("xor", 5000, 1, kDefaultNoise, run), ErrorCode::interrupted, "interrupted");
}

TEST(Generators, SuggestTheNameThatWasMeant) {
  EXPECT_EQ(message_of("freidman1", 1),
            "data set must be xor, rotated-xor, friedman1, friedman2, friedman3, hwang5, ringnorm, twonorm, hastie, "
            "waveform or madelon, got \"freidman1\" (did you mean \"friedman1\"?)");
}

TEST(Generators, RefuseNoRowsAndTooMany) {
  EXPECT_EQ(message_of("xor", 0), "rows must be in [1, 4294967295], got 0");
  EXPECT_EQ(message_of("xor", 4294967296), "rows must be in [1, 4294967295], got 4294967296");
}

TEST(Generators, RefuseNoiseThatIsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of("xor", 1, 1.5), "noise of xor is the share of flipped labels and must be in [0, 1], got 1.5");
  EXPECT_EQ(message_of("hwang5", 1, -0.5),
            "noise of hwang5 is a standard deviation and must be finite and at least 0, got -0.5");
  for (const double noise : {nan, infinity, -0.1, -2.0}) {
    EXPECT_NE(message_of("xor", 1, noise), "nothing was thrown") << noise;
    EXPECT_NE(message_of("friedman1", 1, noise), "nothing was thrown") << noise;
  }
}

}  // namespace
}  // namespace espalier
