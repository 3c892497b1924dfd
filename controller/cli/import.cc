// SPDX-License-Identifier: GPL-3.0-or-later
// seawind import: writes a link profile from the description of another emulator.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "common/config/names.h"
#include "common/diagnostics.h"
#include "common/error.h"
#include "common/output_folder.h"
#include "common/print_error.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/import/formats.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/check_file.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using importer::Format;

struct ImportOptions {
  std::string format;
  std::vector<std::string> sources;
  std::string output;
  std::string name;
};

const Format& find_format(const std::string& name) {
  std::vector<std::string> names;
  for (const Format& format : importer::formats()) {
    if (name == format.name) return format;
    names.emplace_back(format.name);
  }
  throw UsageError(fmt::format("`{}` is not a format; expected one of {}{}", name,
                               fmt::join(names, ", "), did_you_mean(name, names, "; ")));
}

/// Writes a file that must not exist, as a whole or not at all.
void write_new(const fs::path& file, const std::string& text) {
  const Directory folder = open_output(file.parent_path());
  const std::string name = file.filename().string();
  const std::string beside = name_beside(name);
  try {
    folder.write_new(beside, text);
    folder.rename(beside, folder, name);
  } catch (...) {
    folder.remove(beside);
    throw;
  }
}

int run(const ImportOptions& options) {
  const Format& format = find_format(options.format);
  if (options.sources.size() < format.least || options.sources.size() > format.most)
    throw UsageError(fmt::format("{} sources; expected: seawind import {} {}",
                                 options.sources.size(), format.name, format.sources));
  const auto wrong_name = options.name.empty() ? "" : config::name_problem(options.name, NAME);
  if (!wrong_name.empty()) throw UsageError("--name: " + wrong_name);
  const fs::path file = options.output.empty() ? "standard-output.yaml" : options.output;
  if (file.extension() != ".yaml")
    throw UsageError(
        fmt::format("-o {}: the name of a profile's file ends in .yaml", options.output));
  std::error_code error;
  if (!options.output.empty() && fs::exists(fs::symlink_status(file, error)))
    throw UsageError(fmt::format("{} exists, and is not replaced", options.output));
  Diagnostics problems;
  const auto sources =
      importer::load_sources(format, options.sources, file.parent_path(), problems);
  std::string yaml;
  if (problems.empty())
    yaml = importer::import_profile(format, sources, options.name, importer::find_netem_table,
                                    problems);
  // Finds what the readers accept and a profile must not have, such as a trace beyond its folder.
  if (problems.empty()) check_file("profiles", file, configs_root(""), problems, {{file, yaml}});
  print_error("{}", problems.render());
  if (!problems.empty()) return kUsage;
  if (options.output.empty())
    fmt::print("{}", yaml);
  else
    write_new(file, yaml);
  return kOk;
}

}  // namespace

void add_import(CLI::App& app, Action& action) {
  auto options = std::make_shared<ImportOptions>();
  std::string forms;
  for (const Format& format : importer::formats())
    forms += fmt::format("\n  seawind import {} {}", format.name, format.sources);
  auto* verb = app.add_subcommand(
      "import", "Write a link profile from the description of another emulator:" + forms);
  verb->add_option("format", options->format, "The format")->required();
  verb->add_option("sources", options->sources, "Files, commands or names")->required();
  verb->add_option("-o,--output", options->output, "File to write (.yaml) [standard output]");
  verb->add_option("--name", options->name, "Name of the profile [that of the file]");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace seawind
