// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/cross_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "common/units.h"
#include "controller/measure/flow_classes.h"
#include "controller/testset/check_generators.h"
#include "controller/testset/plan.h"
#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

struct NamedDirection {
  const char* name;
  const LinkDirection& values;
};

std::array<NamedDirection, 2> directions(const LinkProfile& link) {
  return {NamedDirection{"downlink", link.downlink()}, NamedDirection{"uplink", link.uplink()}};
}

}  // namespace

bool has_nat(const LinkProfile& link) {
  return std::ranges::any_of(link.downlink().stages(), [](const StageSpec& stage) {
    return stage.has_nat() || stage.has_nat64();
  });
}

void check_link(const Document<LinkProfile>& link, Diagnostics& problems) {
  for (const LinkProblem& p : link_problems(link.message)) {
    problems.add(link.at(p.path), p.message, p.hint);
  }
}

void check_tcp(const Document<TcpVariant>& tcp, Diagnostics& problems) {
  for (const auto& [name, value] : tcp.message.sysctl()) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (!plain || name.empty()) {
      problems.add(
          tcp.at("sysctl." + name),
          fmt::format("`{}` is not a setting under net.ipv4: write tcp_sack, not a path", name));
    }
  }
  if (tcp.message.warm_up_flows() > 1 && !tcp.message.has_warm_up())
    problems.add(tcp.at("warm_up_flows"), "`warm_up_flows` needs `warm_up`, their size");
}

void check_workload(const Document<Workload>& workload, Diagnostics& problems) {
  std::set<std::string> names;
  if (const int flows = workload.message.flows_size(); flows > kMaxFlows)
    problems.add(workload.at("flows"), fmt::format("{} flows; at most {}", flows, kMaxFlows));
  for (int i = 0; i < workload.message.flows_size(); ++i) {
    const Flow& flow = workload.message.flows(i);
    const std::string path = fmt::format("flows[{}]", i);
    if (!names.insert(flow.name()).second) {
      problems.add(workload.at(path + ".name"),
                   fmt::format("two flows are named `{}`", flow.name()));
    }
    check_generator(workload, flow, path, problems);
    if (!flow.has_start_spread()) continue;
    if (flow.start() != 0) {  // the default may be written, as `seawind workloads show` does
      problems.add(workload.at(path + ".start"),
                   "`start` and `start_spread` exclude each other: give one of them");
    }
    if (flow.start_spread().from() >= flow.start_spread().to()) {
      problems.add(
          workload.at(path + ".start_spread.to"),
          fmt::format("`to` must be later than `from` ({})",
                      format_quantity(static_cast<double>(flow.start_spread().from()), DURATION)));
    }
  }
}

namespace {

void check_until(const Document<TestSet>& test_set, Diagnostics& problems) {
  if (!test_set.message.has_until()) return;
  const Until& until = test_set.message.until();
  if (test_set.places.count("repetitions") > 0)
    problems.add(test_set.at("repetitions"), "`repetitions` and `until` exclude each other",
                 "leave `repetitions` out; `until` has `min_repetitions` and `max_repetitions`");
  if (until.max_repetitions() > 0 && until.min_repetitions() > until.max_repetitions())
    problems.add(test_set.at("until.min_repetitions"),
                 fmt::format("`min_repetitions` is {}, but `max_repetitions` only {}",
                             until.min_repetitions(), until.max_repetitions()));
  if (const auto slash = until.metric().find('/'); slash != std::string::npos)
    problems.add(test_set.at("until.metric"), "the flow has a key of its own",
                 fmt::format("`flow: {}, metric: {}`", until.metric().substr(0, slash),
                             until.metric().substr(slash + 1)));
}

}  // namespace

void check_until_flow(const Document<TestSet>& test_set,
                      const std::vector<const Workload*>& workloads, Diagnostics& problems) {
  const std::string& wanted = test_set.message.until().flow();
  std::vector<std::string> names{"downlink", "uplink"};
  names.insert(names.end(), kFlowClasses.begin(), kFlowClasses.end());
  for (const Workload* workload : workloads)
    for (const Flow& flow : workload->flows()) names.push_back(flow.name());
  if (wanted.empty() || std::ranges::find(names, wanted) != names.end()) return;
  problems.add(
      test_set.at("until.flow"),
      fmt::format("no workload has a flow `{}`, and no class of flows or direction is called so",
                  wanted),
      did_you_mean(wanted, names));
}

void check_test_set(const Document<TestSet>& test_set, Diagnostics& problems) {
  check_until(test_set, problems);
  const std::string& text = test_set.message.parallel();
  if (text.empty()) return;  // could not be read; already reported
  if (const std::string problem = parallel_problem(text); !problem.empty())
    problems.add(test_set.at("parallel"), "`parallel`: " + problem);
}

std::vector<std::string> mtu_problems(const TestSet& test_set, const LinkProfile& link) {
  std::vector<std::string> all;
  const std::int64_t mtu = test_set.mtu();
  for (const auto& [name, direction] : directions(link)) {
    if (mtu <= direction.max_packet_size()) continue;
    all.push_back(
        fmt::format("`mtu` is {}B, but the link `{}` rejects packets larger than {}B "
                    "(`max_packet_size` of its {})",
                    mtu, link.name(), direction.max_packet_size(), name));
  }
  for (const StageSpec& stage : link.downlink().stages()) {
    const std::int64_t largest = stage.nat64().has_mtu() ? stage.nat64().mtu() : 1500;
    if (!stage.has_nat64() || largest <= mtu) continue;
    all.push_back(
        fmt::format("`mtu` is {}B, but `nat64` of the link `{}` makes packets of up to {}B", mtu,
                    link.name(), largest));
  }
  return all;
}

void check_mtu(const Document<TestSet>& test_set, const Document<LinkProfile>& link,
               Diagnostics& problems) {
  for (const std::string& problem : mtu_problems(test_set.message, link.message))
    problems.add(test_set.at("mtu"), problem);
}

void check_datagrams(const Document<TestSet>& test_set, const Document<Workload>& workload,
                     Diagnostics& problems) {
  constexpr double kHeaders = 28;      // IPv4 and UDP or ICMP
  constexpr double kLifetime = 8;      // the IP option
  constexpr double kAnySize = 65'000;  // that the keys permit
  const auto mtu = static_cast<double>(test_set.message.mtu());
  for (int i = 0; i < workload.message.flows_size(); ++i) {
    const Flow& flow = workload.message.flows(i);
    const bool has_lifetime = flow.stream().lifetime() > 0 || flow.tfrc().lifetime() > 0;
    const double headers = kHeaders + (has_lifetime ? kLifetime : 0);
    const auto check = [&](const char* key, double largest) {
      if (largest + headers <= mtu) return;
      problems.add(workload.at(fmt::format("flows[{}].{}", i, key)),
                   fmt::format("packets of up to {:.0f} B and their headers do not fit into the "
                               "test set's `mtu`, {:.0f}B; no metric could follow their fragments",
                               largest, mtu),
                   fmt::format("at most {:.0f}B, or a larger `mtu`", mtu - headers));
    };
    if (flow.has_stream())
      check("stream.packet_size", std::min(largest_value(flow.stream().packet_size()), kAnySize));
    if (flow.has_tfrc()) check("tfrc.packet_size", static_cast<double>(flow.tfrc().packet_size()));
    if (flow.has_ping()) check("ping.payload", static_cast<double>(flow.ping().payload()));
    if (flow.request_response().protocol() != RequestResponse::UDP) continue;
    const RequestResponse& exchange = flow.request_response();
    check("request_response.request_size", static_cast<double>(exchange.request_size()));
    check("request_response.response_size", static_cast<double>(exchange.response_size()));
  }
}

void check_router_holds_mtu(const Document<TestSet>& test_set, const Document<Router>& router,
                            Diagnostics& problems) {
  const Limit& limit = router.message.root().tail_drop().limit();
  if (!limit.has_bytes() || limit.bytes() >= test_set.message.mtu()) return;
  problems.add(
      router.at("root.tail_drop.limit"),
      fmt::format("a queue of {}B has no room for a single packet of the test set's `mtu`, {}B",
                  limit.bytes(), test_set.message.mtu()));
}

namespace {

/// The time for which a flow sends from its start on; 0: not fixed. (A program may end before the
/// `duration` of its flow.)
std::int64_t sends_for(const Flow& flow) {
  return flow.has_tfrc() ? flow.tfrc().duration() : flow.bulk_tcp().duration();
}

}  // namespace

void check_first_start(const Document<TestSet>& test_set, const Document<Workload>& workload,
                       Diagnostics& problems) {
  constexpr std::int64_t kSoonest = 1'000'000;  // ns
  if (test_set.message.settle() >= kSoonest) return;
  for (const Flow& flow : workload.message.flows()) {
    const std::int64_t first = flow.has_start_spread() ? flow.start_spread().from() : flow.start();
    if (test_set.message.settle() + first >= kSoonest) continue;
    return problems.add(test_set.at("settle"),
                        fmt::format("flow `{}` of `{}` would start before the hosts know when",
                                    flow.name(), workload.file.filename().string()),
                        "at least 1ms, or a later start of the flow");
  }
}

void check_timeout(const Document<TestSet>& test_set, const Document<Workload>& workload,
                   Diagnostics& problems) {
  const Duration latest = latest_start(test_set.message, workload.message);
  if (test_set.message.timeout() > latest.ns()) {
    for (const Flow& flow : workload.message.flows()) {
      const std::int64_t end = latest_start(test_set.message, flow).ns() + sends_for(flow);
      if (sends_for(flow) == 0 || test_set.message.timeout() > end) continue;
      problems.add(
          test_set.at("timeout"),
          fmt::format("`timeout` is {}, but the flow `{}` of the workload `{}` sends until {} "
                      "after the link",
                      format_quantity(static_cast<double>(test_set.message.timeout()), DURATION),
                      flow.name(), workload.message.name(),
                      format_quantity(static_cast<double>(end), DURATION)));
    }
    return;
  }
  problems.add(
      test_set.at("timeout"),
      fmt::format("`timeout` is {}, but flows of the workload `{}` start up to {} after the link",
                  format_quantity(static_cast<double>(test_set.message.timeout()), DURATION),
                  workload.message.name(),
                  format_quantity(static_cast<double>(latest.ns()), DURATION)));
}

void check_flow_control(const Document<LinkProfile>& link, bool downlink_router,
                        Diagnostics& problems) {
  const char* down = flow_control_key(link.message.downlink());
  if (down != nullptr && !downlink_router) {
    problems.add(
        link.at(fmt::format("downlink.{}", down)),
        fmt::format("`{}` needs a router in front of the downlink to hold what the link does not "
                    "take",
                    down),
        "give the test set's matrix a `router`, or write `queue_max_length: 0pkt`: the send buffer "
        "is then the queue");
  }
  if (const char* up = flow_control_key(link.message.uplink()); up != nullptr) {
    problems.add(
        link.at(fmt::format("uplink.{}", up)),
        fmt::format("`{}` needs a router in front of the uplink to hold what the link does not "
                    "take, and a test set has none there",
                    up),
        "write `queue_max_length: 0pkt`: the send buffer is then the queue");
  }
}

}  // namespace seawind
