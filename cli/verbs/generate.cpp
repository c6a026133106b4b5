// generate: a CSV from one of the built-in generators.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <limits>
#include <memory>

#include "cli/flags.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/error.h"
#include "espalier/generate.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/write_table.h"

namespace espalier::cli {
namespace {

struct GenerateFlags {
  std::string name;
  std::uint64_t rows = 1000;
  std::uint64_t seed = 1;
  std::string noise;
  std::string file = kStandardStream;
  bool quiet = false;
};

double noise_of(const GenerateFlags& flags) {
  if (flags.noise.empty()) return kDefaultNoise;
  double value = 0;
  const char* end = flags.noise.data() + flags.noise.size();
  const auto [stop, problem] = std::from_chars(flags.noise.data(), end, value);
  if (problem == std::errc() && stop == end && value >= 0 && value <= std::numeric_limits<float>::max()) return value;
  throw Error(ErrorCode::usage, fmt::format("noise must be a number of at least 0, got \"{}\"", flags.noise));
}

void generate_file(const GenerateFlags& flags) {
  check_writable(flags.file);
  // No bar between the rows if both go to one terminal.
  const bool rows_shown = flags.file == kStandardStream && isatty(STDOUT_FILENO) != 0;
  Terminal terminal(flags.quiet || rows_shown ? Chatter::quiet : Chatter::normal);
  const Run run{flags.seed, 0, terminal.progress()};
  const Table table = generate(flags.name, flags.rows, flags.seed, noise_of(flags), run);
  Output out(flags.file);
  write_csv(table, out.stream(), run);
  out.commit();
}

std::function<void()> declare_generate(Parser& app, Words) {
  const auto flags = std::make_shared<GenerateFlags>();
  app.add_option("NAME", flags->name, "a generator that espalier datasets lists")->required();
  add_integer(app, "--rows", flags->rows, {1, 100000000},
              "number of rows; more rows extend the same table (default 1000)");
  add_integer(app, "--seed", flags->seed, {0, std::numeric_limits<std::uint64_t>::max()},
              "seed of all random draws (default 1)");
  app.add_option("--noise", flags->noise,
                 "standard deviation of the Gaussian noise, or share of flipped labels (default: the generator's own)")
      ->type_name("X");
  add_output(app, flags->file, "FILE", "where to write (default: standard output)");
  app.add_flag("--quiet", flags->quiet, "no progress, only warnings and errors")->group(kOutputGroup);
  return [flags] { generate_file(*flags); };
}

}  // namespace

const Verb kGenerate{"generate", "Write a CSV from a built-in generator: columns x1, x2, … and target.",
                     "espalier generate friedman1 --rows 2000 --seed 7 -o friedman.csv\n"
                     "espalier generate xor --rows 100 --noise 0.1 | head",
                     declare_generate};

}  // namespace espalier::cli
