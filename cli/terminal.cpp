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

#include "cli/interrupt.h"

namespace espalier::cli {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);

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
  fmt::print(stderr, "{} {}\n", Style(STDERR_FILENO).red("espalier:"), one_line(message));
}

std::string bar_line(const Progress& progress, double seconds, int width, bool unicode) {
  const double rate = seconds > 0 ? static_cast<double>(progress.done) / seconds : 0;
  std::string stage = one_line(progress.stage);
  const auto room = static_cast<std::size_t>(std::max(10, width - 45));
  if (stage.size() > room) stage.resize(room);
  if (progress.total == 0) return fmt::format("{}  {}  {}", stage, progress.done, rate_text(rate));
  const double share = std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
  std::string tail = fmt::format(" {:3.0f}%  {}", std::floor(100 * share), rate_text(rate));
  if (progress.done > 0) {
    tail += "  ETA " + time_text(static_cast<double>(progress.total) * (1 - share) / rate);
  }
  const int cells = std::clamp(width - static_cast<int>(stage.size() + tail.size()) - 3, 4, 30);
  return fmt::format("{}  {}{}", stage, bar(share, cells, unicode), tail);
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
  fmt::print(stderr, "{} {}\n", style_.bold(fmt::format("{:<10}", label)), one_line(text));
}

void Terminal::warn(const std::string& text) {
  erase();
  fmt::print(stderr, "{} {}\n", style_.yellow("espalier: warning:"), one_line(text));
}

ProgressCallback Terminal::progress() {
  return [this](const Progress& progress) {
    draw(progress);
    return !interrupted();
  };
}

ProgressCallback Terminal::progress(const Progress& outer) {
  return [this, outer](const Progress&) {
    draw(outer);
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
  fmt::print(stderr, "\r\x1b[K{}", bar_line(progress, seconds, terminal_width() - 1, unicode_));
  std::fflush(stderr);
  visible_ = true;
}

void Terminal::erase() {
  if (!visible_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace espalier::cli
