// Output files: written to a temporary name beside the final one and renamed when complete, so there is never half a
// file. "-" is stdout. Devices and pipes cannot be renamed over and are written to directly.
#pragma once

#include <fstream>
#include <ostream>
#include <string>

namespace espalier::cli {

inline constexpr const char* kStandardStream = "-";

// Throws Error{usage} if `path` could not be written: asked before long work, so that none is lost.
void check_writable(const std::string& path);

// Whether both name one file, be it by another path or a link, or a file that is not there yet. Never for "-" nor for
// devices and pipes, which are not replaced.
bool same_file(const std::string& first, const std::string& second);

class Output {
 public:
  explicit Output(const std::string& path);
  ~Output();  // without commit(), nothing is left
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  std::ostream& stream() { return *stream_; }
  void commit();

 private:
  const std::string path_;
  std::string temporary_;  // "" where the output is written directly
  std::ofstream file_;
  std::ostream* stream_;
};

// Text for stdout: the same checks, for what is short enough to have in one string.
void print_out(const std::string& text);

}  // namespace espalier::cli
