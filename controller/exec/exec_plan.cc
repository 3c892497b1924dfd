// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/exec_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/config/names.h"
#include "common/config_reader.h"
#include "common/printable.h"
#include "controller/offline/load_hop.h"
#include "controller/testset/plan.h"
#include "controller/testset/read_document.h"
#include "controller/testset/timeline_script.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

constexpr auto kWorkload = "exec";
constexpr std::size_t kLongestDescription = 1000;  // bytes; a command can have megabytes

/// The value of an axis. Adds a problem if it is not a valid name.
std::string id_of(const std::string& reference, const char* option, Diagnostics& problems) {
  std::string id = axis_id(reference);
  if (const std::string problem = config::name_problem(id, PLAIN_NAME); !problem.empty())
    problems.add({option}, "the file's name: " + problem);
  return id;
}

/// Returns nothing when there are problems.
std::optional<TcpVariant> read_tcp(const ExecPlanChoice& choice, Diagnostics& problems) {
  const std::size_t before = problems.all().size();
  const SearchPath search{{".", choice.configs}};
  const fs::path file = find_config("tcp", choice.tcp, choice.configs, "--tcp", problems);
  if (file.empty()) return {};
  const auto document = read_document<TcpVariant>(file, search, problems);
  if (document.ok) check_tcp(document, problems);
  if (problems.all().size() != before) return {};
  return document.message;
}

/// Returns nothing when there are problems.
std::optional<Limits> read_limits(const std::vector<std::string>& entries, Diagnostics& problems) {
  constexpr auto kOption = "--limit";
  const std::size_t before = problems.all().size();
  std::string yaml;
  for (const std::string& entry : entries) {
    const auto equals = entry.find('=');
    const std::string key = entry.substr(0, equals);
    if (equals == std::string::npos || entry.find_first_of("\r\n") != std::string::npos)
      problems.add({kOption}, fmt::format("`{}` is not KEY=VALUE", entry));
    else if (key == "attempts" || key == "start_error" || key == "pacing_error")
      problems.add({kOption},
                   fmt::format("`{}` has no effect: there is one attempt, without flows", key));
    else
      yaml += fmt::format("{}: {}\n", key, entry.substr(equals + 1));
  }
  Limits limits;
  if (!yaml.empty())
    read_config(kOption, {.roots = {}, .unsaved = {{kOption, yaml}}}, limits, problems);
  if (problems.all().size() != before) return {};
  fill_defaults(limits);
  return limits;
}

}  // namespace

std::optional<Plan> exec_plan(const ExecPlanChoice& choice, Diagnostics& problems) {
  const auto hop = load_hop({.profile = choice.link,
                             .router = choice.router,
                             .uplink_router = {},
                             .configs = choice.configs},
                            problems);
  const auto tcp = read_tcp(choice, problems);
  const auto limits = read_limits(choice.limits, problems);
  if (!hop || !tcp || !limits) return {};
  const std::size_t before = problems.all().size();
  const std::string link_id = id_of(choice.link, "--link", problems);
  const std::string tcp_id = id_of(choice.tcp, "--tcp", problems);
  const std::string router_id = hop->router.empty() ? "" : id_of(hop->router, "--router", problems);
  if (problems.all().size() != before) return {};
  Plan plan;
  TestSet& set = *plan.mutable_test_set();
  set.set_name(kWorkload);
  const std::string description = excerpt(choice.description, kLongestDescription);
  set.set_description(description);
  set.set_seed(choice.seed);
  set.set_settle(0);
  set.set_offloads(choice.offloads);
  *set.mutable_limits() = *limits;
  Case& one = *plan.add_cases();
  auto& axes = *one.mutable_axes();
  axes["link"] = link_id;
  axes["tcp"] = tcp_id;
  axes["workload"] = kWorkload;
  set.mutable_matrix()->add_link(axes["link"]);
  set.mutable_matrix()->add_tcp(axes["tcp"]);
  set.mutable_matrix()->add_workload(kWorkload);
  if (!router_id.empty()) {
    axes["router"] = router_id;
    set.mutable_matrix()->add_router(router_id);
    *one.mutable_downlink_router() = hop->spec.downlink_router();
  }
  one.set_id(fmt::format("{}/{}{}/{}", link_id, router_id.empty() ? "" : router_id + "/", tcp_id,
                         kWorkload));
  *one.mutable_link() = hop->spec.link();
  name_after_file(link_id + ".yaml", *one.mutable_link());
  *one.mutable_tcp() = *tcp;
  one.mutable_workload()->set_name(kWorkload);
  one.mutable_workload()->set_description(description);
  fill_defaults(set);
  set.set_mtu(std::min(
      {set.mtu(), one.link().downlink().max_packet_size(), one.link().uplink().max_packet_size()}));
  set.set_repetitions(1);
  return plan;
}

HopSpec hop_of(const Plan& plan, std::uint64_t seed) {
  const Case& one = plan.cases(0);
  HopSpec hop;
  *hop.mutable_link() = one.link();
  if (one.has_downlink_router()) *hop.mutable_downlink_router() = one.downlink_router();
  hop.set_seed(seed);
  return hop;
}

bool has_nat(const Plan& plan) {
  return has_nat(plan.cases(0).link());
}

}  // namespace seawind
