// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/check_file.h"

#include <algorithm>
#include <array>

#include "controller/testset/plan.h"
#include "controller/testset/read_document.h"
#include "controller/testset/router_flows.h"
#include "controller/testset/warnings.h"

namespace seawind {

namespace fs = std::filesystem;

std::string config_kind(const fs::path& file) {
  static constexpr std::array kFolders{"profiles", "routers", "tcp", "workloads"};
  const std::string folder = fs::absolute(file).parent_path().filename().string();
  return std::find(kFolders.begin(), kFolders.end(), folder) != kFolders.end() ? folder
                                                                               : "testsets";
}

void check_file(const std::string& kind, const fs::path& file, const fs::path& configs,
                Diagnostics& problems, const UnsavedTexts& unsaved) {
  const SearchPath search{{root_of(fs::absolute(file)), configs}, unsaved};
  const auto check = [&](auto message, auto rules) {
    const auto document = read_document<decltype(message)>(file, search, problems);
    if (document.ok) rules(document, problems);
  };
  if (kind == "profiles")
    check(LinkProfile(), [](const auto& link, Diagnostics& found) {
      check_link(link, found);
      if (found.empty()) warn_link(link, found);
    });
  else if (kind == "routers")
    check(Router(), check_router);
  else if (kind == "tcp")
    check(TcpVariant(), check_tcp);
  else if (kind == "workloads")
    check(Workload(), check_workload);
  else
    (void)load_plan(file, configs, problems, unsaved);
}

}  // namespace seawind
