#include "cli/cli_fixture.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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
  std::vector<std::string> environment = {"LANG=C.UTF-8", "TERM=xterm", "PATH=/usr/bin:/bin",
                                          "espalier=" + std::string(ESPALIER_CLI)};
  environment.insert(environment.end(), surroundings.environment.begin(), surroundings.environment.end());
  const std::vector<char*> argv = pointers(words), envp = pointers(environment);
  int slave = -1;
  winsize size = {24, 100, 0, 0};
  if (surroundings.terminal) EXPECT_EQ(openpty(&terminal_, &slave, nullptr, nullptr, &size), 0);
  shown_.clear();
  const pid_t process = fork();
  if (process != 0) {
    if (slave >= 0) close(slave);
    return process;
  }
  const auto redirect = [](int from, int to) {
    if (from < 0 || dup2(from, to) < 0) _exit(126);
  };
  redirect(open((scratch_ / "in").c_str(), O_RDONLY), STDIN_FILENO);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  redirect(slave >= 0 ? slave : open((scratch_ / "out").c_str(), flags, 0600), STDOUT_FILENO);
  redirect(slave >= 0 ? slave : open((scratch_ / "err").c_str(), flags, 0600), STDERR_FILENO);
  if (chdir(folder().c_str()) != 0) _exit(126);
  execve(argv[0], argv.data(), envp.data());
  _exit(127);
}

// A terminal's reader gets an error once the last writer has gone.
void Cli::drain_terminal() {
  char buffer[4096];
  for (ssize_t got; (got = ::read(terminal_, buffer, sizeof buffer)) > 0;) {
    shown_.append(buffer, static_cast<std::size_t>(got));
  }
  close(terminal_);
  terminal_ = -1;
}

Outcome Cli::finish(pid_t process) {
  const bool terminal = terminal_ >= 0;
  if (terminal) drain_terminal();
  int status = 0;
  EXPECT_EQ(waitpid(process, &status, 0), process);
  Outcome outcome;
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
