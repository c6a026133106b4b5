#include "method/options/duration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "espalier/error.h"

namespace espalier {
namespace {

constexpr double kMinute = 60, kHour = 3600;

std::optional<double> seconds_in(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc()) return std::nullopt;
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  if (unit.empty() || unit == "s") return value;
  if (unit == "m") return value * kMinute;
  return unit == "h" ? std::optional(value * kHour) : std::nullopt;
}

}  // namespace

double parse_duration(std::string_view name, std::string_view text, const Duration& limits) {
  const std::optional<double> seconds = seconds_in(text);
  // Written so that nan is outside.
  if (seconds && *seconds >= limits.low && *seconds <= limits.high) return *seconds + 0.0;  // no -0
  throw Error(ErrorCode::usage,
              fmt::format("{} must be a time such as 30s, 5m or 1h, from {} to {}, got {}", name,
                          duration_text(limits.low), duration_text(limits.high), text.empty() ? "nothing" : text));
}

std::string duration_text(double seconds) {
  const auto whole = [&](double unit) { return seconds > 0 && std::fmod(seconds, unit) == 0; };
  if (whole(kHour)) return fmt::format("{}h", seconds / kHour);
  if (whole(kMinute)) return fmt::format("{}m", seconds / kMinute);
  return fmt::format("{}s", seconds);
}

}  // namespace espalier
