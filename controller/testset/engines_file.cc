// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/engines_file.h"

#include <fmt/format.h>

#include <string>

#include "common/config_reader.h"
#include "common/error.h"
#include "common/user_configuration.h"
#include "controller/testset/read_document.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

void check_path(const Document<Engines>& engines, const std::string& key, const std::string& path,
                Diagnostics& problems) {
  if (path.empty() || path.front() == '/') return;
  problems.add(engines.at(key),
               fmt::format("`{}` is relative: nodes have other working directories, so write the "
                           "whole path, /...",
                           path));
}

std::string own_option(const char* option) {
  return fmt::format("`{}` is an option by which Seawind follows its tasks: leave it out", option);
}

}  // namespace

void check_engines(const Document<Engines>& engines, Diagnostics& problems) {
  const SlurmEngine& slurm = engines.message.slurm();
  check_path(engines, "slurm.node_folder", slurm.node_folder(), problems);
  check_path(engines, "slurm.program", slurm.program(), problems);
  for (int i = 0; i < slurm.options_size(); ++i) {
    const std::string& option = slurm.options(i);
    const auto refuse = [&](const std::string& why) {
      problems.add(engines.at(fmt::format("slurm.options[{}]", i)), why);
    };
    if (!option.starts_with("-") || option.find('\n') != std::string::npos)
      refuse(
          fmt::format("`{}` is no option of sbatch: it is one line that begins with a hyphen, as "
                      "--constraint=skylake",
                      option));
    const std::string name = option.substr(0, option.find_first_of("= "));
    for (const char* own : {"--array", "--job-name", "--output", "--signal"})
      if (name == own) refuse(own_option(own));
    for (const char* own : {"-a", "-J", "-o"})
      if (option.starts_with(own)) refuse(own_option(own));
  }
}

Engines read_engines(const fs::path& file) {
  std::error_code absent;
  if (!fs::exists(file, absent)) {
    Engines out;
    out.mutable_slurm();
    fill_defaults(out);
    return out;
  }
  Diagnostics problems;
  auto engines = read_document<Engines>(file, {}, problems);
  if (engines.ok) check_engines(engines, problems);
  if (!problems.empty()) throw UsageError(problems.render());
  if (!engines.message.has_slurm()) {
    engines.message.mutable_slurm();
    fill_defaults(engines.message);
  }
  return std::move(engines.message);
}

fs::path engines_file() {
  return user_configuration() / "engines.yaml";
}

}  // namespace seawind
