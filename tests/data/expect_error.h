#pragma once

#include <gtest/gtest.h>

#include <string>

#include "espalier/error.h"

// The whole message, and the code.
#define EXPECT_ERROR(statement, expected_code, expected_message) \
  try {                                                          \
    static_cast<void>(statement);                                \
    ADD_FAILURE() << "no error: " #statement;                    \
  } catch (const espalier::Error& error) {                       \
    EXPECT_EQ(std::string(error.what()), (expected_message));    \
    EXPECT_EQ(error.code(), (expected_code));                    \
  }
