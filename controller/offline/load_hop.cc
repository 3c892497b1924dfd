// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/offline/load_hop.h"

#include "common/config_reader.h"
#include "controller/testset/cross_checks.h"
#include "controller/testset/read_document.h"
#include "controller/testset/router_flows.h"
#include "controller/testset/warnings.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// A file that another one extends is first looked up beside the extending file's folder.
SearchPath search_from(const fs::path& file, const fs::path& configs) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return {{(folder / "..").lexically_normal(), configs}};
}

SearchPath search_from(const fs::path& file, const HopChoice& choice) {
  return choice.search ? *choice.search : search_from(file, choice.configs);
}

fs::path find_in(const SearchPath& search, const std::string& kind, const std::string& reference,
                 const std::string& option, Diagnostics& problems) {
  fs::path file = find_reference(search, kind, reference, "");
  if (file.empty())
    report_missing_reference(search, kind, reference, "", Location{option}, problems);
  return file;
}

fs::path find_chosen(const HopChoice& choice, const std::string& kind, const std::string& reference,
                     const std::string& option, Diagnostics& problems) {
  return choice.search ? find_in(*choice.search, kind, reference, option, problems)
                       : find_config(kind, reference, choice.configs, option, problems);
}

Document<Router> read_router(const std::string& reference, const std::string& option,
                             const HopChoice& choice, Diagnostics& problems) {
  const fs::path file = find_chosen(choice, "routers", reference, option, problems);
  if (file.empty()) return {};
  auto document = read_document<Router>(file, search_from(file, choice), problems);
  if (document.ok) check_router(document, problems);
  return document;
}

/// The problems found by check_flow_control().
Diagnostics flow_control_problems(const Document<LinkProfile>& link, bool downlink_router) {
  Diagnostics all;
  check_flow_control(link, downlink_router, all);
  return all;
}

}  // namespace

fs::path find_config(const std::string& kind, const std::string& reference, const fs::path& configs,
                     const std::string& option, Diagnostics& problems) {
  return find_in({{".", configs}}, kind, reference, option, problems);
}

std::optional<LoadedHop> load_hop(const HopChoice& choice, Diagnostics& problems) {
  const std::size_t before = problems.all().size();
  LoadedHop hop;
  hop.spec.set_seed(choice.seed);
  const fs::path file = find_chosen(choice, "profiles", choice.profile, "--link", problems);
  Document<LinkProfile> link;
  if (!file.empty()) link = read_document<LinkProfile>(file, search_from(file, choice), problems);
  if (link.ok) {
    check_link(link, problems);
    *hop.spec.mutable_link() = link.message;
  }
  std::string router = choice.router;
  if (router.empty() && link.ok) {
    const std::size_t with = flow_control_problems(link, true).all().size();
    if (flow_control_problems(link, false).all().size() > with) router = kDefaultRouter;
  }
  Document<Router> in_front;
  if (!router.empty()) {
    hop.router = router;
    in_front = read_router(router, "--router", choice, problems);
    *hop.spec.mutable_downlink_router() = in_front.message;
  }
  if (!choice.uplink_router.empty()) {
    *hop.spec.mutable_uplink_router() =
        read_router(choice.uplink_router, "--uplink-router", choice, problems).message;
  } else if (link.ok) {
    const Diagnostics uplink = flow_control_problems(link, true);
    for (const Diagnostic& d : uplink.all()) {
      problems.add(d.at, d.message,
                   "write `queue_max_length: 0pkt`: the send buffer is then the queue; or "
                   "`queue_overflow_handling: DROP`; `link replay` and `profiles plot` also take "
                   "--uplink-router");
    }
  }
  if (problems.all().size() != before) return {};
  warn_link(link, problems);
  if (!router.empty()) {
    warn_router_limit(in_front, link, problems);
    warn_router_never_fills(link, in_front, problems);
  }
  return hop;
}

}  // namespace seawind
