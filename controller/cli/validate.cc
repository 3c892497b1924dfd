// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/plan.h"
#include "controller/testset/read_document.h"
#include "controller/testset/router_flows.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// By the folder a file stands in; a test set when that says nothing.
void check_file(const fs::path& file, const fs::path& configs, Diagnostics& problems) {
  const auto folder = fs::absolute(file).parent_path();
  SearchPath search;
  search.roots = {folder.parent_path(), configs};
  const auto check = [&](auto message, auto rules) {
    const auto document = read_document<decltype(message)>(file, search, problems);
    if (document.ok) rules(document, problems);
  };
  if (folder.filename() == "profiles")
    check(LinkProfile(), check_link);
  else if (folder.filename() == "routers")
    check(Router(), check_router);
  else if (folder.filename() == "tcp")
    check(TcpVariant(), check_tcp);
  else if (folder.filename() == "workloads")
    check(Workload(), check_workload);
  else
    (void)load_plan(file, configs, problems);
}

int validate(const std::vector<std::string>& files, const std::string& configs, bool json) {
  Diagnostics problems;
  for (const auto& file : files) check_file(file, configs_root(configs), problems);
  if (json) {
    auto out = nlohmann::ordered_json::array();
    for (const auto& problem : problems.all())
      out.push_back({{"file", problem.at.file},
                     {"line", problem.at.line},
                     {"column", problem.at.column},
                     {"message", problem.message},
                     {"hint", problem.hint}});
    fmt::print("{}\n", out.dump(2));
  } else if (problems.empty()) {
    fmt::print("{} file{} valid\n", files.size(), files.size() == 1 ? "" : "s");
  } else {
    fmt::print(stderr, "{}", problems.render());
  }
  return problems.empty() ? kOk : kUsage;
}

}  // namespace

void add_validate(CLI::App& app, Action& action) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto configs = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  auto* verb = app.add_subcommand(
      "validate", "Check test sets (and files in profiles, routers, tcp, workloads)");
  verb->add_option("files", *files, "The files (YAML)")->required();
  verb->add_option("--configs", *configs, "Folder of profiles, routers, tcp, workloads");
  verb->add_flag("--json", *json, "Print the problems as JSON");
  verb->callback([=, &action] { action = [=] { return validate(*files, *configs, *json); }; });
}

}  // namespace seawind
