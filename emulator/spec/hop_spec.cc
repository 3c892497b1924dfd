// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/spec/hop_spec.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include "common/config_reader.h"
#include "emulator/api/link.pb.h"
#include "emulator/api/link_rules.h"
#include "emulator/router/tree_structure.h"
#include "emulator/spec/parts.h"
#include "emulator/spec/router_spec.h"

namespace seawind {
namespace {

bool equal(const google::protobuf::Message& a, const google::protobuf::Message& b) {
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

void read_direction(const LinkDirection& from, const char* name, const Channel& channel,
                    const Router* router, DirectionConfig& out,
                    std::vector<std::string>& problems) {
  out = spec::direction_config(from, channel);
  if (router != nullptr) {
    out.router = router_config(*router, std::string(name) + "_router", problems);
  } else if (const char* key = flow_control_key(from); key != nullptr) {
    problems.push_back(fmt::format(
        "link.{}.{}: holds packets back, but there is no router to queue them", name, key));
  }
}

/// Beyond this number of problems the rules between parameters are not checked: their messages
/// quote other values, which may be many and long in such a request.
constexpr std::size_t kEnough = 100;

}  // namespace

HopConfig hop_config(const HopSpec& spec, std::vector<std::string>& problems) {
  for (std::string& line : check_message(spec)) problems.push_back(std::move(line));
  if (!spec.has_link()) problems.emplace_back("link: is missing");
  HopConfig out;
  if (problems.size() > kEnough) return out;
  const LinkProfile& link = spec.link();
  for (const LinkProblem& p : link_problems(link)) {
    problems.push_back(fmt::format("link.{}: {}", p.path, p.message));
  }
  out.seed = spec.seed();
  out.channel = spec::channel_config(link.channel());
  out.spikes = spec::spikes(link);
  out.outages = spec::outages(link);
  out.shared_delay = link.shared_delay();
  out.shared_allocation = link.shared_allocation();
  read_direction(link.downlink(), "downlink", link.channel(),
                 spec.has_downlink_router() ? &spec.downlink_router() : nullptr, out.downlink,
                 problems);
  for (StageConfig& stage : out.downlink.stages) {
    if (Nat* nat = std::get_if<Nat>(&stage)) nat->network = link.name();
    if (Nat64* nat64 = std::get_if<Nat64>(&stage)) nat64->nat.network = link.name();
  }
  read_direction(link.uplink(), "uplink", link.channel(),
                 spec.has_uplink_router() ? &spec.uplink_router() : nullptr, out.uplink, problems);
  return out;
}

std::vector<std::string> change_problems(const HopSpec& running, const HopSpec& wanted) {
  std::vector<std::string> problems;
  if (running.seed() != wanted.seed()) {
    problems.push_back(
        fmt::format("seed: the running link has {}; it cannot change", running.seed()));
  }
  if (!equal(running.link().channel(), wanted.link().channel())) {
    problems.emplace_back("link.channel: differs from the running link's; it cannot change");
  }
  return problems;
}

namespace {

constexpr int kMaxTimedChanges = 10'000;

std::uint64_t queues_in(const HopConfig& config) {
  std::uint64_t count = 0;
  for (const DirectionConfig* direction : {&config.downlink, &config.uplink}) {
    if (direction->router) count += seawind::queues_in(direction->router->root);
  }
  return count;
}

}  // namespace

std::vector<TimedChange> timed_changes(
    const HopSpec& first, const google::protobuf::RepeatedPtrField<TimedChangeSpec>& changes,
    std::vector<std::string>& problems) {
  std::vector<TimedChange> out;
  if (changes.size() > kMaxTimedChanges) {
    problems.push_back(fmt::format("changes: {}; at most {}", changes.size(), kMaxTimedChanges));
    return out;
  }
  std::uint64_t queues = 0;
  for (int i = 0; i < changes.size() && problems.size() <= kEnough; ++i) {
    const std::string path = fmt::format("changes[{}]", i);
    const auto add = [&](const std::string& line) { problems.push_back(path + "." + line); };
    const std::int64_t at = changes[i].at_ns();
    if (at < 0) add("at_ns: is below 0");
    if (i > 0 && at < changes[i - 1].at_ns()) add("at_ns: is before the change before it");
    std::vector<std::string> own;
    HopConfig config = hop_config(changes[i].hop(), own);
    for (const std::string& line : own) add("hop." + line);
    for (const std::string& line : change_problems(first, changes[i].hop())) add("hop." + line);
    queues += queues_in(config);
    out.push_back({Time::from_ns(at), std::make_shared<const HopConfig>(std::move(config))});
  }
  if (queues > kMaxQueuesOfLink) {
    problems.push_back(fmt::format("changes: their routers have {} queues together; at most {}",
                                   queues, kMaxQueuesOfLink));
  }
  return out;
}

}  // namespace seawind
