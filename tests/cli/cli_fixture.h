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

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

using Arguments = std::vector<std::string>;

struct Surroundings {
  std::string input;                     // stdin
  std::vector<std::string> environment;  // "NAME=value", added to LANG=C.UTF-8 and TERM=xterm
  bool terminal = false;                 // stdout and stderr are one terminal; all that it shows is in Outcome::err
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

  void write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> files() const;  // of the folder, sorted
  std::filesystem::path folder() const { return scratch_ / "work"; }

  // Expects this status, one line "espalier: …" on stderr that has all of `parts`, and an empty stdout.
  void expect_refused(const Outcome& outcome, int status, const std::vector<std::string>& parts) const;

 private:
  pid_t spawn(const Arguments& command, const Surroundings& surroundings);
  void drain_terminal();

  std::filesystem::path scratch_;
  int terminal_ = -1;  // the master side, while a process with a terminal runs
  std::string shown_;
};

}  // namespace espalier::cli
