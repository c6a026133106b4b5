#include "cli/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "cli/output.h"
#include "espalier/error.h"

namespace espalier::cli {
namespace {

std::string field(const std::string& flag) { return flag.substr(std::min(flag.find_first_not_of('-'), flag.size())); }

}  // namespace

Option* add_integer(Parser& app, const std::string& name, std::uint64_t& value, Interval interval,
                    const std::string& help) {
  const auto parse = [name, &value, interval](const std::string& text) {
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem == std::errc() && stop == end && value >= interval.low && value <= interval.high) return;
    throw Error(ErrorCode::usage, fmt::format("{} must be a whole number in [{}, {}], got \"{}\"", field(name),
                                              interval.low, interval.high, text));
  };
  return app.add_option(name, parse, help)->type_name("N");
}

Option* add_choice(Parser& app, const std::string& name, std::string& value, std::vector<std::string> choices,
                   const std::string& help) {
  const std::string type = fmt::format("{}", fmt::join(choices, "|"));
  const auto parse = [name, &value, choices = std::move(choices)](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} must be {}{}, got \"{}\"{}", field(name), choices.size() > 1 ? "one of " : "",
                              fmt::join(choices, ", "), text, suggestion(text, choices)));
    }
    value = text;
  };
  return app.add_option(name, parse, help)->type_name(type);
}

Option* add_columns(Parser& app, const std::string& name, std::vector<std::string>& value, const std::string& help) {
  return app.add_list(name, value, help)->type_name("COL,…");
}

Option* add_output(Parser& app, std::string& path, const std::string& type, const std::string& help) {
  return app.add_option("-o", path, help)->type_name(type)->group(kOutputGroup);
}

void add_run_flags(Parser& app, RunFlags& flags) {
  add_integer(app, "--threads", flags.threads, {0, 1024},
              "number of threads; never changes a result (default 0: all cores)");
  app.add_flag("--quiet", flags.quiet, "suppress progress and notes; print only warnings and errors")
      ->group(kOutputGroup);
}

void check_one_stdin(const std::string& first, const std::string& second) {
  if (first == kStandardStream && second == kStandardStream) {
    throw Error(ErrorCode::usage, "only one input can be \"-\", standard input");
  }
}

}  // namespace espalier::cli
