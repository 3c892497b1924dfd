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

std::unique_ptr<google::protobuf::Message> read_checked(const std::string& kind,
                                                        const fs::path& file,
                                                        const fs::path& configs,
                                                        Diagnostics& problems,
                                                        const UnsavedTexts& unsaved) {
  const SearchPath search{{root_of(fs::absolute(file)), configs}, unsaved};
  const std::size_t before = problems.all().size();
  const auto read = [&]<typename Message>(Message, auto rules) {
    auto document = read_document<Message>(file, search, problems);
    if (document.ok) rules(document, problems);
    const bool ok = document.ok && problems.all().size() == before;
    return ok ? std::make_unique<Message>(std::move(document.message)) : nullptr;
  };
  if (kind == "routers") return read(Router(), check_router);
  if (kind == "tcp") return read(TcpVariant(), check_tcp);
  if (kind == "workloads") return read(Workload(), check_workload);
  return read(LinkProfile(), [&](const auto& link, Diagnostics& found) {
    check_link(link, found);
    if (found.all().size() == before) warn_link(link, found);
  });
}

void check_file(const std::string& kind, const fs::path& file, const fs::path& configs,
                Diagnostics& problems, const UnsavedTexts& unsaved) {
  if (kind == "testsets")
    (void)load_plan(file, configs, problems, unsaved);
  else
    (void)read_checked(kind, file, configs, problems, unsaved);
}

}  // namespace seawind
