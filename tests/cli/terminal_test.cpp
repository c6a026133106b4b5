// Colours, the bar and Ctrl-C.
#include <pty.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>

#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"

namespace espalier::cli {
namespace {

constexpr char kEscape = '\x1b';

Surroundings on_terminal(const std::string& variable = "LINES=24") {
  Surroundings surroundings;
  surroundings.environment = {variable};
  surroundings.terminal = true;
  return surroundings;
}

Surroundings fed() {
  Surroundings surroundings;
  surroundings.fed = true;
  return surroundings;
}

class TerminalTest : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("data.csv", kClasses);
  }
  // Hours of work.
  Arguments long_cv() {
    EXPECT_EQ(run({"generate", "waveform", "--rows", "500", "-o", "wave.csv"}).status, 0);
    return {"cv", "wave.csv", "--target", "target", "--method", "tree", "--repeats", "100000"};
  }
  Outcome stop(pid_t process, int signal) {
    EXPECT_EQ(kill(process, signal), 0);
    return finish(process);
  }
};

// A bare container may have no pseudo-terminals.
class OnTerminal : public TerminalTest {
 protected:
  void SetUp() override {
    TerminalTest::SetUp();
    int ends[2] = {-1, -1};
    if (openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) != 0) GTEST_SKIP() << "no pseudo-terminals here";
    for (const int end : ends) close(end);
  }
};

TEST_F(OnTerminal, ColoursAppearOnATerminalOnly) {
  const Arguments train = {"train", "data.csv", "--target", "y", "-o", "model.esp"};
  EXPECT_NE(run(train, on_terminal()).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run(train).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run({"datasets"}).out.find(kEscape), std::string::npos);
}

TEST_F(OnTerminal, NoColorAndDumbTerminalsAreHonoured) {
  const Arguments wrong = {"trian"};
  EXPECT_NE(run(wrong, on_terminal()).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run(wrong, on_terminal("NO_COLOR=1")).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run(wrong, on_terminal("TERM=dumb")).err.find(kEscape), std::string::npos);
}

TEST_F(TerminalTest, MessagesKeepControlCharactersOfFilesOut) {
  write("evil.csv", "x,\x1b[31my\n1,a\n2,b\n");
  const Outcome outcome = run({"train", "evil.csv", "--target", "\x1b[31m", "-o", "model.esp"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.err.find(kEscape), std::string::npos) << outcome.err;
}

TEST_F(TerminalTest, HeadingsKeepControlCharactersOfNamesOut) {
  write("evil.csv",
        "\x1b[31mx,\x1b[32my\n1,\x1b[33ma\n2,\x1b[33ma\n3,\x7f\xc2\x9b"
        "b\n4,\x7f\xc2\x9b"
        "b\n");
  const Arguments target = {"--target", "\x1b[32my"};
  const auto with_target = [&](Arguments arguments) {
    arguments.insert(arguments.end(), target.begin(), target.end());
    return run(arguments);
  };
  const Outcome train = with_target({"train", "evil.csv", "-o", "evil.esp"});
  const Outcome cv = with_target({"cv", "evil.csv", "--folds", "2"});
  const Outcome evaluate = run({"evaluate", "evil.esp", "evil.csv"});
  const Outcome inspect = run({"inspect", "evil.esp"});
  const std::string summary = inspect.out.substr(0, inspect.out.find("\n\n", inspect.out.find("splits")));
  for (const std::string& text : {train.err, cv.out, evaluate.out, summary}) {
    EXPECT_NE(text.find("classification of \"\\u001b[32my\""), std::string::npos) << text;
    EXPECT_EQ(text.find_first_of("\x1b\x7f"), std::string::npos) << text;
  }
  for (const std::string& text : {train.err, inspect.out}) {
    EXPECT_NE(text.find("\"\\u001b[33ma\", \"\\u007f\\u009bb\""), std::string::npos) << text;
  }
  EXPECT_NE(inspect.out.find("\n\"\\u001b[31mx\"  "), std::string::npos) << inspect.out;
}

TEST_F(OnTerminal, TheBarShowsOnATerminalAndIsErased) {
  const pid_t process = start(long_cv(), on_terminal());
  wait_until_shown("ETA ");
  const Outcome outcome = stop(process, SIGINT);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.err.find("cross-validation"), std::string::npos) << outcome.err;
  const std::size_t erased = outcome.err.rfind("\r\x1b[K");
  ASSERT_NE(erased, std::string::npos);
  EXPECT_EQ(outcome.err.find("cross-validation", erased), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("interrupted", erased), std::string::npos) << outcome.err;
}

TEST_F(OnTerminal, TheBarIsErasedBeforeResults) {
  ASSERT_EQ(run({"generate", "waveform", "--rows", "500", "-o", "wave.csv"}).status, 0);
  const Outcome outcome =
      run({"cv", "wave.csv", "--target", "target", "--method", "tree", "--repeats", "300"}, on_terminal());
  EXPECT_EQ(outcome.status, 0);
  ASSERT_NE(outcome.err.find("cross-validation"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("\r\x1b[Kclassification of"), std::string::npos) << outcome.err;
}

TEST_F(TerminalTest, ThereIsNoBarWhereThereIsNoTerminal) {
  const pid_t process = start(long_cv());
  wait_until_busy(process);
  const Outcome outcome = stop(process, SIGINT);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "espalier: interrupted\n");
}

TEST_F(OnTerminal, QuietHidesTheBar) {
  Arguments arguments = long_cv();
  arguments.push_back("--quiet");
  const pid_t process = start(arguments, on_terminal());
  wait_until_busy(process);
  const Outcome outcome = stop(process, SIGTERM);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.err.find("cross-validation"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("interrupted"), std::string::npos) << outcome.err;
}

TEST_F(OnTerminal, AnInterruptedTrainingLeavesNothing) {
  ASSERT_EQ(run({"generate", "waveform", "--rows", "60000", "-o", "wave.csv"}).status, 0);
  const Arguments train = {"train", "wave.csv", "--target",  "target", "--method",
                           "tree",  "-o",       "model.esp", "--path", "path.csv"};
  const pid_t process = start(train, on_terminal());
  wait_until_shown("%");
  const Outcome outcome = stop(process, SIGINT);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.err.find("interrupted"), std::string::npos) << outcome.err;
  EXPECT_EQ(files(), (std::vector<std::string>{"data.csv", "wave.csv"}));
}

// A hundred full trees with a share of each of 400 classes in every leaf: growing, measuring and giving the memory back
// all take their time.
TEST_F(TerminalTest, AForestOfManyClassesIsInterruptedWithinASecond) {
  std::string rows = "a,b,c,y\n";
  for (std::uint64_t row = 0; row < 2400; ++row)
    rows += std::to_string(row * 7919 % 10007) + "," + std::to_string(row * 104729 % 10009) + "," +
            std::to_string(row * 1299709 % 10037) + ",c" + std::to_string(row % 400) + "\n";
  write("classes.csv", rows);
  for (const int tenths : {2, 10, 18}) {
    const pid_t process =
        start({"train", "classes.csv", "--target", "y", "--method", "forest", "--trees", "300", "-o", "model.esp"});
    usleep(static_cast<useconds_t>(tenths) * 100'000);
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome = stop(process, SIGTERM);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(outcome.status, 130);
    EXPECT_EQ(outcome.err.substr(outcome.err.rfind("espalier: ")), "espalier: interrupted\n");
    EXPECT_LT(seconds.count(), 2);  // a second, and what a busy machine adds
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"classes.csv", "data.csv"}));
}

TEST_F(OnTerminal, GeneratingShowsABarAndCanBeInterrupted) {
  const pid_t process = start({"generate", "waveform", "--rows", "1000000", "-o", "wave.csv"}, on_terminal());
  wait_until_shown("generating waveform");
  EXPECT_EQ(stop(process, SIGINT).status, 130);
  EXPECT_EQ(files(), std::vector<std::string>{"data.csv"});
}

TEST_F(TerminalTest, ASilentStandardInputCanBeInterrupted) {
  const pid_t process = start({"train", "-", "--target", "y", "-o", "model.esp"}, fed());
  feed("x,y\n1,a\n");
  wait_until_reading(process);
  const Outcome outcome = stop(process, SIGINT);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.err, "espalier: interrupted\n");
  EXPECT_EQ(files(), std::vector<std::string>{"data.csv"});
}

TEST_F(TerminalTest, AnEndlessStandardInputCanBeInterrupted) {
  ASSERT_EQ(run({"train", "data.csv", "--target", "y", "-o", "model.esp"}).status, 0);
  const pid_t process = start({"predict", "model.esp", "-"}, fed());
  std::string rows = "x\n";
  while (rows.size() < 1000000) rows += "1\n";
  feed(rows);  // far more than the pipe holds: the process is reading
  const Outcome outcome = stop(process, SIGINT);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "espalier: interrupted\n");
}

}  // namespace
}  // namespace espalier::cli
