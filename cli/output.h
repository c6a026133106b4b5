// Output files: written under a temporary name beside the final one and renamed when complete, so there is never half a
// file. "-" is stdout. Devices and pipes cannot be replaced by renaming and are written directly.
#pragma once

#include <fstream>
#include <initializer_list>
#include <ostream>
#include <string>

namespace espalier::cli {

inline constexpr const char* kStandardStream = "-";

// Throws Error{usage} if `path` cannot be written: called before long work, so that no work is lost.
void check_writable(const std::string& path);

// Whether both name the same file, even by different paths or links, or a file that does not exist yet. Never true for
// "-" and for devices and pipes, which are not replaced.
bool same_file(const std::string& first, const std::string& second);

// Throws Error{usage} if writing `output`, the value of `flag`, would replace one of the inputs. `what` precedes
// the input's name in the message: "the data in".
void check_not_replaced(const std::string& flag, const std::string& output, const std::string& what,
                        std::initializer_list<std::string> inputs);

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
  std::string temporary_;  // "" if the output is written directly
  std::ofstream file_;
  std::ostream* stream_;
};

// Text for stdout: the same checks, for text that is short enough for one string.
void print_out(const std::string& text);

}  // namespace espalier::cli
