// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/check_file.h"

#include <algorithm>
#include <array>

#include "common/config/tree.h"
#include "controller/testset/bridge_file.h"
#include "controller/testset/engines_file.h"
#include "controller/testset/lab_file.h"
#include "controller/testset/plan.h"
#include "controller/testset/read_document.h"
#include "controller/testset/router_flows.h"
#include "controller/testset/warnings.h"

namespace seawind {

namespace fs = std::filesystem;

namespace {

struct Kind {
  const char* folder;
  const google::protobuf::Descriptor* type;
};

/// testsets is first, so that config_kind() prefers it in a tie.
const std::array<Kind, 8>& kinds() {
  static const std::array<Kind, 8> all{{{"testsets", TestSet::descriptor()},
                                        {"profiles", LinkProfile::descriptor()},
                                        {"routers", Router::descriptor()},
                                        {"tcp", TcpVariant::descriptor()},
                                        {"workloads", Workload::descriptor()},
                                        {"labs", Lab::descriptor()},
                                        {"engines", Engines::descriptor()},
                                        {"links", BridgedLink::descriptor()}}};
  return all;
}

}  // namespace

std::string config_kind(const fs::path& file) {
  const std::string folder = fs::absolute(file).parent_path().filename().string();
  for (const Kind& kind : kinds())
    if (folder == kind.folder) return folder;
  Diagnostics unread;  // reported by the check of the file
  const std::optional<config::Node> tree = config::read_tree(file, unread);
  const auto known_keys = [&](const Kind& kind) {
    return std::count_if(tree->entries.begin(), tree->entries.end(), [&](const config::Entry& e) {
      return kind.type->FindFieldByName(e.key) != nullptr;
    });
  };
  if (!tree) return kinds().front().folder;
  return std::max_element(
             kinds().begin(), kinds().end(),
             [&](const Kind& a, const Kind& b) { return known_keys(a) < known_keys(b); })
      ->folder;
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
    // The rules of a link's file skip keys that could not be read.
    if (document.ok || kind == "links") rules(document, problems);
    const bool ok = document.ok && problems.all().size() == before;
    return ok ? std::make_unique<Message>(std::move(document.message)) : nullptr;
  };
  if (kind == "routers") return read(Router(), check_router);
  if (kind == "tcp") return read(TcpVariant(), check_tcp);
  if (kind == "workloads") return read(Workload(), check_workload);
  if (kind == "labs") return read(Lab(), check_lab);
  if (kind == "links")
    return read(BridgedLink(), [&](const auto& link, Diagnostics& found) {
      check_bridged_link(link, configs, found);
    });
  if (kind == "engines") return read(Engines(), check_engines);
  return read(LinkProfile(), [&](const auto& link, Diagnostics& found) {
    check_link(link, found);
    if (found.all().size() == before) warn_link(link, found);
  });
}

void check_file(const std::string& kind, const fs::path& file, const fs::path& configs,
                Diagnostics& problems, const UnsavedTexts& unsaved) {
  if (kind == "testsets") {
    (void)load_plan(file, configs, problems, unsaved);
    return;
  }
  const auto read = read_checked(kind, file, configs, problems, unsaved);
  if (kind != "links" || !read) return;
  BridgedLink link = static_cast<const BridgedLink&>(*read);
  resolve_references(link, file.parent_path());
  for (const char* named : {"profiles", "routers"})
    for (const fs::path& found : find_references_of(link, named, configs))
      (void)read_checked(named, found, configs, problems, unsaved);
}

}  // namespace seawind
