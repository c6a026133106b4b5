// The list of methods. A new method is one line here and a folder beside this file.
#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "espalier/error.h"
#include "espalier/method.h"
#include "espalier/options.h"
#include "method/annealed/linear.h"
#include "method/annealed/ret.h"
#include "method/annealed/rules.h"
#include "method/auto/auto.h"
#include "method/bagged/extra.h"
#include "method/bagged/forest.h"
#include "method/boost/boost.h"
#include "method/combine/combine.h"
#include "method/gif/gif.h"
#include "method/graft/graft.h"
#include "method/neural/neural.h"
#include "method/tree/tree.h"

namespace espalier {

std::span<const Method> methods() {
  static const std::vector<Method> all = {tree_method(),  boost_method(),   forest_method(), extra_method(),
                                          gif_method(),   combine_method(), neural_method(), ret_method(),
                                          rules_method(), linear_method(),  graft_method(),  auto_method()};
  return all;
}

const Method& find_method(std::string_view name) {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    if (method.name == name) return method;
    names.emplace_back(method.name);
  }
  throw Error(ErrorCode::usage, "unknown method \"" + std::string(name) + "\"" + suggestion(name, names) +
                                    "; the methods are " + listed(names));
}

const OptionValues& preset_options(const Method& method, std::string_view preset) {
  std::vector<std::string> names;
  for (const Preset& known : method.presets) {
    if (known.name == preset) return known.options;
    names.emplace_back(known.name);
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} has no preset \"{}\"{}{}", method.name, preset, suggestion(preset, names),
                          names.empty() ? "" : fmt::format("; it has {}", listed(names))));
}

void check_target_count(const Method& method, std::size_t targets) {
  if (targets <= 1 || method.several_targets) return;
  std::vector<std::string> names;
  for (const Method& other : methods())
    if (other.several_targets) names.emplace_back(other.name);
  throw Error(ErrorCode::usage, fmt::format("method {} predicts one target; {} predict{} several", method.name,
                                            listed(names), names.size() == 1 ? "s" : ""));
}

bool needs_validation(const Method& method, const OptionValues& options) {
  return method.needs_validation && method.needs_validation(options);
}

bool uses_validation(const Method& method) { return method.takes_validation || method.needs_validation; }

}  // namespace espalier
