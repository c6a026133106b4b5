// Colours, the bar and Ctrl-C.
#include <signal.h>
#include <unistd.h>

#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"

namespace espalier::cli {
namespace {

constexpr char kEscape = '\x1b';

class TerminalTest : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("data.csv", kClasses);
  }
  // Many times longer than any test waits for it.
  Arguments long_cv() {
    EXPECT_EQ(run({"generate", "waveform", "--rows", "2000", "-o", "wave.csv"}).status, 0);
    return {"cv", "wave.csv", "--target", "target", "--repeats", "100000"};
  }
  void interrupt_after(pid_t process, int milliseconds, int signal) {
    usleep(static_cast<useconds_t>(milliseconds) * 1000);
    ASSERT_EQ(kill(process, signal), 0);
  }
};

TEST_F(TerminalTest, ColoursAppearOnATerminalOnly) {
  const Arguments train = {"train", "data.csv", "--target", "y", "-o", "model.esp"};
  EXPECT_NE(run(train, {.terminal = true}).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run(train).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run({"datasets"}).out.find(kEscape), std::string::npos);
}

TEST_F(TerminalTest, NoColorAndDumbTerminalsAreHonoured) {
  const Arguments wrong = {"trian"};
  EXPECT_NE(run(wrong, {.terminal = true}).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run(wrong, {.environment = {"NO_COLOR=1"}, .terminal = true}).err.find(kEscape), std::string::npos);
  EXPECT_EQ(run(wrong, {.environment = {"TERM=dumb"}, .terminal = true}).err.find(kEscape), std::string::npos);
}

TEST_F(TerminalTest, MessagesKeepControlCharactersOfFilesOut) {
  write("evil.csv", "x,\x1b[31my\n1,a\n2,b\n");
  const Outcome outcome = run({"train", "evil.csv", "--target", "\x1b[31m", "-o", "model.esp"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.err.find(kEscape), std::string::npos) << outcome.err;
}

TEST_F(TerminalTest, TheBarShowsOnATerminalAndIsErased) {
  const pid_t process = start(long_cv(), {.terminal = true});
  interrupt_after(process, 3000, SIGINT);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.err.find("cross-validation"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("ETA "), std::string::npos) << outcome.err;
  const std::size_t erased = outcome.err.rfind("\r\x1b[K");
  ASSERT_NE(erased, std::string::npos);
  EXPECT_EQ(outcome.err.find("cross-validation", erased), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("interrupted", erased), std::string::npos) << outcome.err;
}

TEST_F(TerminalTest, ThereIsNoBarWhereThereIsNoTerminal) {
  const pid_t process = start(long_cv());
  interrupt_after(process, 2000, SIGINT);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "espalier: interrupted\n");
}

TEST_F(TerminalTest, QuietHidesTheBar) {
  Arguments arguments = long_cv();
  arguments.push_back("--quiet");
  const pid_t process = start(arguments, {.terminal = true});
  interrupt_after(process, 2000, SIGTERM);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.err.find("cross-validation"), std::string::npos) << outcome.err;
}

TEST_F(TerminalTest, AnInterruptedTrainingLeavesNothing) {
  ASSERT_EQ(run({"generate", "waveform", "--rows", "30000", "-o", "wave.csv"}).status, 0);
  const pid_t process = start({"train", "wave.csv", "--target", "target", "-o", "model.esp", "--path", "path.csv"});
  interrupt_after(process, 500, SIGINT);
  EXPECT_EQ(finish(process).status, 130);
  EXPECT_EQ(files(), (std::vector<std::string>{"data.csv", "wave.csv"}));
}

}  // namespace
}  // namespace espalier::cli
