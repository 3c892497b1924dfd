// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind link watch`, `show` and `change`: commands for the link of a running repetition.
#include "controller/cli/link_live.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/print_error.h"
#include "common/units.h"
#include "common/unix_time.h"
#include "controller/campaign/directory.h"
#include "controller/campaign/link_counters.h"
#include "controller/campaign/live_link.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/signals.h"
#include "controller/offline/configs_root.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

// Limit of the relay daemon.
constexpr std::chrono::milliseconds kShortest{10};
constexpr std::chrono::hours kLongest{1};

struct LiveOptions {
  std::string root;
  int slot = 0;
  bool json = false;
  std::string interval = "1s";
  std::string profile, router, outage, direction = "both", configs;
  std::vector<std::string> set;
};

/// Parses a duration of the command line; in ns. Throws CLI::ValidationError.
std::int64_t duration_of(const char* option, const std::string& text) {
  const Quantity quantity = parse_quantity(text, DURATION);
  if (!quantity.value)
    throw CLI::ValidationError(option, fmt::format("`{}` {}", text, quantity.problem));
  return std::llround(*quantity.value);
}

LiveLink link_of(const LiveOptions& options) {
  store_of(options.root);  // throws unless it is a campaign
  return {options.root, options.slot};
}

Json attempt_json(const LiveSlot& slot) {
  return {{"slot", slot.slot},
          {"case", slot.case_name},
          {"repetition", slot.repetition},
          {"attempt", slot.attempt}};
}

int watch(const LiveOptions& options) {
  const auto interval = std::chrono::ceil<std::chrono::milliseconds>(
      std::chrono::nanoseconds(duration_of("--interval", options.interval)));
  if (interval < kShortest || interval > kLongest)
    throw CLI::ValidationError("--interval",
                               fmt::format("{} is not between 10ms and 1h", options.interval));
  const StopOnSignal stop;
  LiveLink link = link_of(options);
  if (!options.json) fmt::print("{}\n", attempt_text(link.attempt()));
  LinkReport before;
  const auto end = link.watch(interval, stop.token(), [&](const LinkReport& now) {
    if (now.link_time_ns() < before.link_time_ns()) before.Clear();
    if (options.json)
      fmt::print("{}\n", watch_line(now, unix_now()));
    else
      fmt::print("{}\n", counters_line(before, now));
    std::fflush(stdout);
    before = now;
  });
  if (end == LiveLink::WatchEnd::kStopped) return kInterrupted;
  if (!options.json) fmt::print("the attempt has ended\n");
  return kOk;
}

int show(const LiveOptions& options) {
  LiveLink link = link_of(options);
  const auto now = link.configuration();
  if (options.json) {
    Json out = attempt_json(link.attempt());
    out["link_time_ns"] = now.link_time_ns;
    out["version"] = now.version;
    out["link"] = now.link;
    out["downlink_router"] = now.downlink_router;
    out["uplink_router"] = now.uplink_router;
    fmt::print("{}\n", out.dump(2));
    return kOk;
  }
  fmt::print("# {}; {:.3f} s after the start of the link, changed {} times\n{}",
             attempt_text(link.attempt()), static_cast<double>(now.link_time_ns) / 1e9, now.version,
             now.link);
  for (const auto& [name, text] :
       {std::pair{"downlink", &now.downlink_router}, std::pair{"uplink", &now.uplink_router}})
    if (!text->empty()) fmt::print("---\n# router in front of the {}\n{}", name, *text);
  return kOk;
}

RequestedChange request_of(const LiveOptions& options) {
  RequestedChange request{.profile = options.profile, .router = options.router, .set = {}};
  for (const std::string& one : options.set) {
    const auto equals = one.find('=');
    if (equals == std::string::npos)
      throw CLI::ValidationError("--set", fmt::format("`{}` is not PATH=VALUE", one));
    request.set.emplace_back(one.substr(0, equals), one.substr(equals + 1));
  }
  if (!options.outage.empty())
    request.outage = std::chrono::nanoseconds(duration_of("--outage", options.outage));
  if (options.direction == "down") request.outage_directions = LinkDirections::kDownlink;
  if (options.direction == "up") request.outage_directions = LinkDirections::kUplink;
  return request;
}

int change(const LiveOptions& options) {
  const RequestedChange request = request_of(options);
  LiveLink link = link_of(options);
  Diagnostics problems;
  const auto done = link.change(request, configs_root(options.configs), problems);
  if (!done) {
    print_error("{}", problems.render());
    return kUsage;
  }
  if (options.json) {
    Json out = attempt_json(link.attempt());
    out["link_time_ns"] = done->link_time_ns;
    out["changed"] = Json::array();
    for (const ChangedValue& value : done->values)
      out["changed"].push_back(
          {{"path", value.path}, {"before", value.before}, {"after", value.after}});
    fmt::print("{}\n", out.dump(2));
    return kOk;
  }
  fmt::print("{}; changed {:.6f} s after the start of the link:\n", attempt_text(link.attempt()),
             static_cast<double>(done->link_time_ns) / 1e9);
  for (const ChangedValue& value : done->values)
    fmt::print("  {}: {} -> {}\n", value.path, value.before, value.after);
  return kOk;
}

CLI::App* add_verb(CLI::App& link, const char* name, const char* what,
                   const std::shared_ptr<LiveOptions>& options) {
  auto* verb = link.add_subcommand(name, what);
  verb->add_option("directory", options->root, "The campaign directory")->required();
  verb->add_option("--slot", options->slot, "The slot, as `seawind status` lists it")->required();
  verb->add_flag("--json", options->json, "Print JSON");
  return verb;
}

}  // namespace

void add_live_link(CLI::App& link, Action& action) {
  auto options = std::make_shared<LiveOptions>();
  auto* watch_verb = add_verb(
      link, "watch", "Print the counters of a running repetition's link until it ends", options);
  watch_verb->add_option("--interval", options->interval, "Time between two lines: 10ms to 1h")
      ->capture_default_str();
  watch_verb->callback([=, &action] { action = [options] { return watch(*options); }; });
  add_verb(link, "show", "Print the current parameters of a running repetition's link (YAML)",
           options)
      ->callback([=, &action] { action = [options] { return show(*options); }; });
  auto* change_verb = add_verb(link, "change",
                               "Change a running repetition's link. The change is recorded, and "
                               "the repetition does not count "
                               "unless the test set or `run --allow-changes` permits changes",
                               options);
  change_verb
      ->add_option("--set", options->set,
                   "PATH=VALUE as in a profile: downlink.rate_base=32kbit/s (repeatable)")
      ->allow_extra_args(false);
  change_verb->add_option("--profile", options->profile,
                          "Handover to this link profile: a name or a file");
  change_verb->add_option("--router", options->router,
                          "Replacement of the downlink's router: a name or a file; off removes it");
  auto* outage = change_verb->add_option("--outage", options->outage,
                                         "Length of an outage that begins now: 5s");
  change_verb
      ->add_option("--direction", options->direction, "Directions of the outage: both, down or up")
      ->capture_default_str()
      ->needs(outage)
      ->check(CLI::IsMember({"both", "down", "up"}));
  change_verb->add_option("--configs", options->configs, "Folder of profiles and routers")
      ->check(CLI::ExistingDirectory);
  change_verb->callback([=, &action] { action = [options] { return change(*options); }; });
}

}  // namespace seawind
