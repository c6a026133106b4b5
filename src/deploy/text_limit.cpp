#include "deploy/text_limit.h"

#include <fmt/format.h>

#include "espalier/error.h"

namespace espalier {

void TextLimit::check(std::size_t bytes) {
  if (bytes + work_ <= most_) return;
  if (most_ == kFree) most_ += kTimes * encode(model_).size();
  if (bytes + work_ <= most_) return;
  throw Error(ErrorCode::model, fmt::format("the model takes more than {} MB as text, out of all proportion to its "
                                            "file; the JSON export has all of it",
                                            most_ >> 20));
}

}  // namespace espalier
