#include "cli/cli_fixture.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace espalier::cli {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& text : strings) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// Fields of /proc/PID/stat after the name, which may hold anything but ends with the last parenthesis.
std::vector<std::string> process_fields(pid_t process) {
  const std::string text = content_of("/proc/" + std::to_string(process) + "/stat");
  std::istringstream words(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::vector<std::string> fields;
  for (std::string word; words >> word;) fields.push_back(word);
  fields.resize(std::max<std::size_t>(fields.size(), 20));
  return fields;
}

template <class Condition>
void wait_until(const char* what, Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end) << "waited for a minute: " << what;
    usleep(2000);
  }
}

}  // namespace

void Cli::SetUp() {
  std::string name = (std::filesystem::temp_directory_path() / "espalier-XXXXXX").string();
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  scratch_ = name;
  std::filesystem::create_directory(folder());
}

void Cli::TearDown() { std::filesystem::remove_all(scratch_); }

Outcome Cli::run(const Arguments& arguments, const Surroundings& surroundings) {
  return finish(start(arguments, surroundings));
}

Outcome Cli::shell(const std::string& line) { return finish(spawn({"/bin/bash", "-c", line}, {})); }

pid_t Cli::start(const Arguments& arguments, const Surroundings& surroundings) {
  Arguments command = {ESPALIER_CLI};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return spawn(command, surroundings);
}

pid_t Cli::spawn(const Arguments& command, const Surroundings& surroundings) {
  std::ofstream(scratch_ / "in", std::ios::binary) << surroundings.input;
  Arguments words = command;
  // The first of two values of a variable counts.
  std::vector<std::string> environment = surroundings.environment;
  environment.insert(environment.end(), {"LANG=C.UTF-8", "TERM=xterm", "PATH=/usr/bin:/bin", "espalier=" ESPALIER_CLI});
  const std::vector<char*> argv = pointers(words), envp = pointers(environment);
  int slave = -1;
  winsize size = {24, static_cast<unsigned short>(surroundings.columns), 0, 0};
  if (surroundings.terminal) {
    EXPECT_EQ(openpty(&terminal_, &slave, nullptr, nullptr, &size), 0);
  }
  int fed[2] = {-1, -1};
  if (surroundings.fed) {
    EXPECT_EQ(pipe2(fed, O_CLOEXEC), 0);
    feed_ = fed[1];
  }
  shown_.clear();
  const pid_t process = fork();
  if (process != 0) {
    if (slave >= 0) close(slave);
    if (fed[0] >= 0) close(fed[0]);
    return process;
  }
  const auto redirect = [](int from, int to) {
    if (from < 0 || dup2(from, to) < 0) _exit(126);
  };
  redirect(fed[0] >= 0 ? fed[0] : open((scratch_ / "in").c_str(), O_RDONLY), STDIN_FILENO);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  redirect(slave >= 0 ? slave : open((scratch_ / "out").c_str(), flags, 0600), STDOUT_FILENO);
  redirect(slave >= 0 ? slave : open((scratch_ / "err").c_str(), flags, 0600), STDERR_FILENO);
  if (chdir(folder().c_str()) != 0) _exit(126);
  execve(argv[0], argv.data(), envp.data());
  _exit(127);
}

// A terminal's reader gets an error once the last writer has gone.
bool Cli::read_terminal() {
  char buffer[4096];
  const ssize_t got = ::read(terminal_, buffer, sizeof buffer);
  if (got > 0) shown_.append(buffer, static_cast<std::size_t>(got));
  return got > 0;
}

void Cli::drain_terminal() {
  while (read_terminal()) {
  }
  close(terminal_);
  terminal_ = -1;
}

void Cli::feed(const std::string& input) {
  std::signal(SIGPIPE, SIG_IGN);  // a process that has ended is a failure of the test, not its end
  std::size_t written = 0;
  while (written < input.size()) {
    const ssize_t got = ::write(feed_, input.data() + written, input.size() - written);
    ASSERT_GT(got, 0) << "the process no longer reads";
    written += static_cast<std::size_t>(got);
  }
}

void Cli::wait_until_reading(pid_t process) {
  wait_until("for the process to wait for input", [&] {
    int unread = 0;
    return ioctl(feed_, FIONREAD, &unread) == 0 && unread == 0 && process_fields(process)[0] == "S";
  });
}

void Cli::wait_until_shown(const std::string& part) {
  wait_until(part.c_str(), [&] {
    pollfd waiting = {terminal_, POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0 && read_terminal()) {
    }
    return shown_.find(part) != std::string::npos;
  });
}

void Cli::wait_until_busy(pid_t process) {
  constexpr std::size_t kUserTime = 11;  // the 14th field of all
  wait_until("for the process to compute", [&] {
    const std::string ticks = process_fields(process)[kUserTime];
    return !ticks.empty() && std::stol(ticks) >= sysconf(_SC_CLK_TCK);
  });
}

Outcome Cli::finish(pid_t process) {
  const bool terminal = terminal_ >= 0;
  if (terminal) drain_terminal();
  int status = 0;
  rusage usage = {};
  EXPECT_EQ(wait4(process, &status, 0, &usage), process);
  if (feed_ >= 0) close(feed_);
  feed_ = -1;
  Outcome outcome;
  outcome.peak = static_cast<std::size_t>(usage.ru_maxrss) << 10;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = terminal ? "" : content_of(scratch_ / "out");
  outcome.err = terminal ? shown_ : content_of(scratch_ / "err");
  return outcome;
}

void Cli::write(const std::string& name, const std::string& content) const {
  std::ofstream(folder() / name, std::ios::binary) << content;
}

std::string Cli::read(const std::string& name) const { return content_of(folder() / name); }

std::vector<std::string> Cli::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

void Cli::expect_refused(const Outcome& outcome, int status, const std::vector<std::string>& parts) const {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("espalier: ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  for (const std::string& part : parts) {
    EXPECT_NE(outcome.err.find(part), std::string::npos) << "no \"" << part << "\" in: " << outcome.err;
  }
}

}  // namespace espalier::cli
