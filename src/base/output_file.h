// Files that are written: beside their final place, and renamed when they are complete and on the disk, so that there
// is never half a file. Links are followed, also where nothing is yet. A file that is replaced passes on its mode, and
// its owner and group as far as the user may give them. Devices and pipes cannot be replaced and are written directly,
// and so is standard output, "-".
#pragma once

#include <string>
#include <string_view>

namespace espalier {

inline constexpr const char* kStandardStream = "-";

// What `path` is in the end, if links are followed.
std::string followed(const std::string& path);

// Throws Error{usage} if `path` cannot be written: called before long work, so that no work is lost.
void check_writable(const std::string& path);

// All functions throw Error{usage} that names the file and the reason.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();  // without commit(), the file that was there stays as it was
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  void close() noexcept;

  const std::string path_;
  std::string target_;
  std::string temporary_;  // "" if the output is written directly
  int descriptor_ = -1;
};

}  // namespace espalier
