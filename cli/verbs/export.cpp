// export: a model in another format. One entry per format.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/flags.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "espalier/export.h"
#include "espalier/model.h"

namespace espalier::cli {
namespace {

struct Format {
  const char* name;
  std::string (*write)(const Model&);
};

constexpr Format kFormats[] = {{"dot", export_dot}, {"json", export_json}};

struct ExportFlags {
  std::string model;
  std::string format;
  std::string file = kStandardStream;
};

void export_file(const ExportFlags& flags) {
  check_writable(flags.file);
  check_not_replaced("-o", flags.file, "the model in", {flags.model});
  const Model model = load(flags.model);
  const Format* format =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](const Format& of) { return of.name == flags.format; });
  Output out(flags.file);
  out.stream() << format->write(model);
  out.commit();
}

std::function<void()> declare_export(Parser& app, Words) {
  const auto flags = std::make_shared<ExportFlags>();
  app.add_option("MODEL", flags->model, "a file written by train; - is standard input")->required();
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  add_choice(app, "--format", flags->format, names,
             "dot: a drawing for Graphviz; json: everything that prediction needs")
      ->required()
      ->group(kOutputGroup);
  add_output(app, flags->file, "FILE", "where to write (default: standard output)");
  return [flags] { export_file(*flags); };
}

}  // namespace

const Verb kExport{"export", "Write a model in another format.",
                   "espalier export iris.esp --format dot | dot -Tsvg > iris.svg\n"
                   "espalier export iris.esp --format json -o iris.json",
                   declare_export};

}  // namespace espalier::cli
