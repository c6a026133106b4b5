// export: a model in another format.
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

struct ExportFlags {
  std::string model;
  std::string format;
  std::string file = kStandardStream;
};

void export_file(const ExportFlags& flags) {
  check_writable(flags.file);
  check_not_replaced("-o", flags.file, "the model in", {flags.model});
  const Model model = load(flags.model);
  const auto format = std::ranges::find(export_formats(), flags.format, &ExportFormat::name);
  Output out(flags.file);
  out.stream() << format->write(model);
  out.commit();
}

std::function<void()> declare_export(Parser& app, Words) {
  const auto flags = std::make_shared<ExportFlags>();
  app.add_option("MODEL", flags->model, "a file written by train; - is standard input")->required();
  std::vector<std::string> names;
  std::string help;
  for (const ExportFormat& format : export_formats()) {
    names.emplace_back(format.name);
    help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", format.name, format.summary);
  }
  add_choice(app, "--format", flags->format, names, help)->required()->group(kOutputGroup);
  add_output(app, flags->file, "FILE", "where to write (default: standard output)");
  return [flags] { export_file(*flags); };
}

}  // namespace

const Verb kExport{"export", "Write a model in another format.",
                   "espalier export iris.esp --format dot | dot -Tsvg > iris.svg\n"
                   "espalier export iris.esp --format json -o iris.json",
                   declare_export};

}  // namespace espalier::cli
