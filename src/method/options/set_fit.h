#pragma once

#include "espalier/method.h"
#include "method/options/options.h"

namespace espalier {

// For a method whose fits are objects: sets its options, and its fit to Fit(options, request, run)().
template <class Options, class Fit>
void set_fit(Method& method) {
  method.options = describe<Options>();
  method.check = [](const OptionValues& values) { parse_options<Options>(values); };
  method.fit = [](const FitRequest& request, const Run& run) {
    const auto options = parse_options<Options>(request.options);
    return Fit(options, request, run)();
  };
}

}  // namespace espalier
