// The exception for everything that a user can get wrong.
#pragma once

#include <stdexcept>
#include <string>

namespace espalier {

// Whose input is wrong. The command line turns each code into its exit status.
enum class ErrorCode {
  usage,        // an option or a call is wrong
  data,         // a data file or table is wrong
  model,        // a model file is wrong
  memory,       // something does not fit into memory
  interrupted,  // the progress callback asked to stop
};

// The one exception for whatever a user can get wrong. The message names the field, what it must be, and what it was.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace espalier
