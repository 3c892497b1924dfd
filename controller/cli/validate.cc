// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/diagnostics.h"
#include "common/json_text.h"
#include "common/print_error.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/attached_links.h"
#include "controller/testset/check_file.h"

namespace seawind {
namespace {

int validate(const std::vector<std::string>& files, const std::string& configs, bool json) {
  Diagnostics problems;
  const auto root = configs_root(configs);
  for (const std::string& file : files) {
    if (can_have_attached_links(file))
      read_attached_links(file, {}, root, problems);
    else
      check_file(config_kind(file), file, root, problems);
  }
  if (json) {
    auto out = nlohmann::ordered_json::array();
    for (const auto* list : {&problems.all(), &problems.warnings()})
      for (const auto& problem : *list)
        out.push_back({{"file", problem.at.file},
                       {"line", problem.at.line},
                       {"column", problem.at.column},
                       {"severity", problem.severity == Severity::kError ? "error" : "warning"},
                       {"message", problem.message},
                       {"hint", problem.hint}});
    fmt::print("{}\n", json_text(out, 2));
  } else {
    print_error("{}", problems.render());
    if (problems.empty())
      fmt::print("{} file{} valid\n", files.size(), files.size() == 1 ? "" : "s");
  }
  return problems.empty() ? kOk : kUsage;
}

}  // namespace

void add_validate(CLI::App& app, Action& action) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto configs = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  auto* verb = app.add_subcommand(
      "validate",
      "Check test sets, profiles, routers, TCP variants, workloads and links, and "
      "compose files and topologies with links; the kind is the folder's name, "
      "in another folder that of the keys; warnings do not change the exit "
      "code");
  verb->add_option("files", *files, "The files (YAML)")->required();
  verb->add_option("--configs", *configs, "Folder of profiles, routers, tcp, workloads")
      ->check(CLI::ExistingDirectory);
  verb->add_flag("--json", *json, "Print the problems as JSON");
  verb->callback([=, &action] { action = [=] { return validate(*files, *configs, *json); }; });
}

}  // namespace seawind
