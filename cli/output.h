// What the verbs write: an output file as a stream, and checks of several of them.
#pragma once

#include <initializer_list>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "cli/interrupt.h"
#include "espalier/model.h"

namespace espalier::cli {

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

  // Whoever writes to it gets the file's own errors, as soon as there is one.
  std::ostream& stream() { return stream_; }
  void commit();

 private:
  // Gathers small pieces.
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(OutputFile& file);
    int sync() override;

   private:
    int_type overflow(int_type c) override;

    OutputFile& file_;
    std::vector<char> bytes_;
  };

  const WhileWriting writing_;
  OutputFile file_;
  Buffer buffer_;
  std::ostream stream_;
};

// save(), which an interrupt waits for.
void save_model(const Model& model, const std::string& path);

// Text for stdout: the same checks, for text that is short enough for one string.
void print_out(const std::string& text);

}  // namespace espalier::cli
