// Runs the real program in an empty folder and catches what it writes.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace espalier::cli {

struct Outcome {
  int status = -1;  // 128 + the signal where one ended it, as a shell has it
  std::string out;
  std::string err;
  std::size_t peak = 0;  // bytes of memory that the program had at once, its own code among them

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

using Arguments = std::vector<std::string>;

struct Surroundings {
  std::string input;                     // stdin
  std::vector<std::string> environment;  // "NAME=value", over LANG=C.UTF-8 and TERM=xterm
  bool terminal = false;                 // stdout and stderr are one terminal; all that it shows is in Outcome::err
  int columns = 100;                     // of the terminal
  bool fed = false;                      // stdin is a pipe that stays open until finish(), for feed()
};

class Cli : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  Outcome run(const Arguments& arguments, const Surroundings& surroundings = {});

  // A line of shell in which $espalier is the program.
  Outcome shell(const std::string& line);

  // In two steps, to do something in between. One at a time.
  pid_t start(const Arguments& arguments, const Surroundings& surroundings = {});
  Outcome finish(pid_t process);

  // Steps in between. Waiting ends after a minute, with a failure.
  void feed(const std::string& input);             // returns once all but what a pipe holds has been read
  void wait_until_reading(pid_t process);          // it has taken all that was fed and waits for more
  void wait_until_shown(const std::string& part);  // on the terminal
  void wait_until_busy(pid_t process);             // it has computed for a second, so it is in the midst of its work

  void write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> files() const;  // of the folder, sorted
  std::filesystem::path folder() const { return scratch_ / "work"; }

  // Expects this status, one line "espalier: …" on stderr that has all of `parts`, and an empty stdout.
  void expect_refused(const Outcome& outcome, int status, const std::vector<std::string>& parts) const;

 private:
  pid_t spawn(const Arguments& command, const Surroundings& surroundings);
  bool read_terminal();
  void drain_terminal();

  std::filesystem::path scratch_;
  int terminal_ = -1;  // the master side, while a process with a terminal runs
  std::string shown_;
  int feed_ = -1;  // the side of stdin to write to, where Surroundings::fed asked for it
};

}  // namespace espalier::cli
