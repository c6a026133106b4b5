// The error that a call throws, as text to compare.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "espalier/error.h"

namespace espalier::samples {

template <class Call>
std::optional<Error> error_of_call(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

// The call must throw Error{code} with `part` in its message.
template <class Call>
void expect_error(ErrorCode code, const std::string& part, Call&& call) {
  const std::optional<Error> error = error_of_call(call);
  ASSERT_TRUE(error) << "no error; expected one with: " << part;
  EXPECT_EQ(error->code(), code) << error->what();
  EXPECT_NE(std::string(error->what()).find(part), std::string::npos) << error->what();
}

}  // namespace espalier::samples
