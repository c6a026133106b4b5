// The output for a person at a terminal: colours, notes and a progress bar. Everything but results goes to stderr.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "espalier/draw.h"
#include "espalier/run.h"

namespace espalier::cli {

// Colours for one stream: none unless it is a terminal, NO_COLOR is unset and TERM is not "dumb".
class Style {
 public:
  explicit Style(int file_descriptor);
  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("1;31", text); }
  std::string yellow(std::string_view text) const { return wrap("1;33", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool on_;
};

bool unicode_locale();

// "espalier: <message>" as one line on stderr, whatever control characters a file has put into the message.
void print_error(const std::string& message);

// One line: the stage, a bar, percentage, rate and time left, as far as they fit into `width` columns.
std::string bar_line(const Progress& progress, double seconds, int width, bool unicode);

enum class Chatter { normal, quiet };  // quiet: warnings only

class Terminal {
 public:
  explicit Terminal(Chatter chatter);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void note(std::string_view label, const std::string& text);
  void warn(const std::string& text);
  // Lines that are for a person and not a result.
  void show(const std::string& lines);

  // Removes the bar, before results go to the same terminal.
  void erase();

  // For Run: draws the bar and returns whether to go on. The terminal must outlive it.
  ProgressCallback progress();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const Progress& progress);

  const Chatter chatter_;
  const bool shows_bar_;
  const bool unicode_;
  const Style style_;
  std::string stage_;
  Clock::time_point began_;
  Clock::time_point drawn_;
  bool visible_ = false;
};

}  // namespace espalier::cli
