// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/engines_file.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

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

/// Options of sbatch that the script has, or upon which no task would be submitted or followed.
constexpr std::array kOwnOptions{
    "--array",      "--job-name",  "--output", "--signal",        "--nodes",  "--ntasks",
    "--wait",       "--test-only", "--wrap",   "--cpus-per-task", "--time",   "--clusters",
    "--no-requeue", "--parsable",  "--help",   "--usage",         "--version"};
constexpr std::string_view kOwnLetters = "aJoNnWtcMhV";

/// Why sbatch must not get the option; empty: it may.
std::string why_not(const std::string& option) {
  if (!option.starts_with("-") || option.find('\n') != std::string::npos)
    return fmt::format(
        "`{}` is not an option of sbatch: it is one line that begins with a hyphen, as "
        "--constraint=skylake",
        option);
  // sbatch reads a line as a shell would: an unquoted blank may begin another option.
  char quote = 0;
  for (std::size_t i = 0; i < option.size(); ++i) {
    const char c = option[i];
    if (c == '\\' && quote != '\'')
      ++i;
    else if (quote != 0)
      quote = c == quote ? char{0} : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if ((c == ' ' || c == '\t') && i + 1 < option.size() && option[i + 1] == '-')
      return fmt::format("`{}` has more than one option: write each as one of the list", option);
  }
  const std::string name = option.substr(0, option.find_first_of("= \t"));
  constexpr std::string_view kUnambiguous = "--exclud";  // short for --exclude
  if (!option.starts_with("--exclude=") &&
      (option.starts_with("-x") ||
       (name.starts_with(kUnambiguous) && std::string_view("--exclude").starts_with(name))))
    return fmt::format("`{}`: write --exclude=NODES, to which nodes that are not fit are added",
                       option);
  for (const std::string own : kOwnOptions)  // sbatch takes abbreviations
    if (name.size() > 2 && own.starts_with(name) && option.starts_with("--"))
      return fmt::format(
          "`{}`{}: this option Seawind gives itself, or cannot follow its tasks with; "
          "leave it out",
          name, name == own ? "" : " is short for `" + own + "`");
  if (!option.starts_with("--") && option.size() > 1 &&
      kOwnLetters.find(option[1]) != std::string_view::npos)
    return fmt::format(
        "`{}`: this option Seawind gives itself, or cannot follow its tasks with; "
        "leave it out",
        option.substr(0, 2));
  return {};
}

}  // namespace

void check_engines(const Document<Engines>& engines, Diagnostics& problems) {
  const SlurmEngine& slurm = engines.message.slurm();
  check_path(engines, "slurm.node_folder", slurm.node_folder(), problems);
  check_path(engines, "slurm.program", slurm.program(), problems);
  for (int i = 0; i < slurm.options_size(); ++i)
    if (const std::string why = why_not(slurm.options(i)); !why.empty())
      problems.add(engines.at(fmt::format("slurm.options[{}]", i)), why);
  if (slurm.has_time_limit() && slurm.time_limit() < slurm.task_time())
    problems.add(engines.at("slurm.time_limit"),
                 "the limit is shorter than `task_time`: tasks would be ended before their work");
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
