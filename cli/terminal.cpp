// The bar is redrawn at most ten times a second and erased before anything else is written, so it costs nothing and
// leaves nothing. It first appears a tenth of a second into a stage: short stages never show it.
#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "cli/interrupt.h"

namespace espalier::cli {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);

// A person who misses a line is no reason to stop: whether it was written is nobody's concern.
void put(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string one_line(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\t') {
      c = ' ';
    } else if (byte < 0x20 || byte == 0x7f) {
      c = '?';
    }
  }
  return text;
}

// The maximum number of terminal columns that a character takes: from Hangul on it may be two.
int columns_of(std::string_view character) {
  constexpr unsigned kHangul = 0xE1;  // the first byte of U+1000 … U+1FFF
  return static_cast<unsigned char>(character.front()) >= kHangul ? 2 : 1;
}

// The character at the front: a UTF-8 sequence, or one byte if there is none.
std::string_view first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  std::size_t end = 1;
  while (end < std::min(length, text.size()) && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) ++end;
  return text.substr(0, end);
}

// As many whole characters as fit, and the number of columns they take.
std::pair<std::string, int> cut(std::string_view text, int width) {
  std::size_t end = 0;
  int columns = 0;
  while (end < text.size()) {
    const std::string_view character = first_character(text.substr(end));
    if (columns + columns_of(character) > width) break;
    columns += columns_of(character);
    end += character.size();
  }
  return {std::string(text.substr(0, end)), columns};
}

std::string rate_text(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.1f}M/s", per_second / 1e6);
  if (per_second >= 1e3) return fmt::format("{:.1f}k/s", per_second / 1e3);
  return per_second >= 10 ? fmt::format("{:.0f}/s", per_second) : fmt::format("{:.1f}/s", per_second);
}

std::string time_text(double seconds) {
  const auto whole = static_cast<long>(std::min(std::ceil(seconds), 359999.0));
  return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                      : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string bar(double share, int cells, bool unicode) {
  const int full = static_cast<int>(share * cells);
  std::string text;
  for (int cell = 0; cell < cells; ++cell) {
    const bool done = cell < full;
    text += unicode ? (done ? "█" : "░") : (done ? "#" : ".");
  }
  return text;
}

}  // namespace

Style::Style(int file_descriptor)
    : on_(isatty(file_descriptor) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb") {}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

bool unicode_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
  }
  return false;
}

void print_error(const std::string& message) {
  put(fmt::format("{} {}\n", Style(STDERR_FILENO).red("espalier:"), one_line(message)));
}

std::string bar_line(const Progress& progress, double seconds, int width, bool unicode) {
  const double rate = seconds > 0 ? static_cast<double>(progress.done) / seconds : 0;
  const std::string rate_part = "  " + rate_text(rate);
  const auto [stage, columns] = cut(one_line(progress.stage), std::max(10, width - 45));
  const auto fits = [&, taken = columns](const std::string& tail, int more) {
    return taken + static_cast<int>(tail.size()) + more <= width;
  };
  if (progress.total == 0) {
    const std::string done = fmt::format("  {}", progress.done);
    for (const std::string& tail : {done + rate_part, done}) {
      if (fits(tail, 0)) return stage + tail;
    }
    return cut(stage, width).first;
  }
  const double share = std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
  const double left = static_cast<double>(progress.total) * (1 - share);
  const std::string percent = fmt::format(" {:3.0f}%", std::floor(100 * share));
  const std::string time = progress.done > 0 ? "  ETA " + time_text(left / rate) : "";
  constexpr int kGap = 2, kFewest = 4, kMost = 30;
  // If there is little room, the least important part goes first: the rate, the time, then the bar.
  for (const std::string& tail : {percent + rate_part + time, percent + time, percent}) {
    if (!fits(tail, kGap + kFewest)) continue;
    const int cells = std::min(width - columns - kGap - static_cast<int>(tail.size()), kMost);
    return fmt::format("{}  {}{}", stage, bar(share, cells, unicode), tail);
  }
  return fits(percent, 0) ? stage + percent : cut(stage, width).first;
}

Terminal::Terminal(Chatter chatter)
    : chatter_(chatter),
      shows_bar_(chatter == Chatter::normal && isatty(STDERR_FILENO) != 0 && environment("TERM") != "dumb"),
      unicode_(unicode_locale()),
      style_(STDERR_FILENO) {}

Terminal::~Terminal() { erase(); }

void Terminal::note(std::string_view label, const std::string& text) {
  if (chatter_ == Chatter::quiet) return;
  erase();
  put(fmt::format("{} {}\n", style_.bold(fmt::format("{:<10}", label)), one_line(text)));
}

void Terminal::warn(const std::string& text) {
  erase();
  put(fmt::format("{} {}\n", style_.yellow("espalier: warning:"), one_line(text)));
}

void Terminal::show(const std::string& lines) {
  if (chatter_ == Chatter::quiet) return;
  erase();
  put(lines);
}

ProgressCallback Terminal::progress() {
  return [this](const Progress& progress) {
    draw(progress);
    return !interrupted();
  };
}

void Terminal::draw(const Progress& progress) {
  if (!shows_bar_) return;
  const Clock::time_point now = Clock::now();
  if (progress.stage != stage_) {
    stage_ = progress.stage;
    began_ = now;
    drawn_ = now;
  }
  if (now - drawn_ < kRedraw) return;
  drawn_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  put(fmt::format("\r\x1b[K{}", bar_line(progress, seconds, terminal_width() - 1, unicode_)));
  visible_ = true;
}

void Terminal::erase() {
  if (!visible_) return;
  put("\r\x1b[K");
  visible_ = false;
}

}  // namespace espalier::cli
