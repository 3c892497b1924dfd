// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind link list`, `create`, `watch`, `show`, `change` and `remove`: commands for the link of a
// running repetition, or for a daemon's link by its name.
#include "controller/cli/link_live.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "common/config_reader.h"
#include "common/error.h"
#include "common/json_text.h"
#include "common/print_error.h"
#include "common/units.h"
#include "common/unix_time.h"
#include "controller/bridge/running_links.h"
#include "controller/campaign/daemon_link.h"
#include "controller/campaign/directory.h"
#include "controller/campaign/job.h"
#include "controller/campaign/link_counters.h"
#include "controller/campaign/live_link.h"
#include "controller/campaign/measure.h"
#include "controller/campaign/verdict.h"
#include "controller/cli/durations.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/signals.h"
#include "controller/exec/exec_plan.h"
#include "controller/exec/summary.h"
#include "controller/offline/configs_root.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

struct LiveOptions {
  std::string link;         // a name, or with a slot a campaign directory
  std::optional<int> slot;  // of a repetition
  std::string socket;       // of the daemon of a name; empty: searched
  bool json = false;
  std::string interval = "1s";
  std::string profile, router, outage, direction = "both", configs;
  std::vector<std::string> set;
  ExecPlanChoice created;
  std::string fixed, mobile;  // interfaces of the daemon's machine
};

constexpr auto kServiceSocket = "/run/seawindd/seawindd.sock";  // default of seawindd

/// The links of the chosen daemon; by default those of this user's bridges and of the daemon that
/// runs as a service.
std::vector<KnownLink> known_links(const LiveOptions& options) {
  std::vector<KnownLink> out;
  std::string daemon = options.socket;
  if (daemon.empty()) {
    out = running_links();
    if (::access(kServiceSocket, R_OK | W_OK) == 0) daemon = kServiceSocket;
  }
  if (!daemon.empty())
    for (const LinkReport& one : links_of(daemon)) out.push_back({one.name(), daemon});
  return out;
}

KnownLink find_link(const LiveOptions& options) {
  for (KnownLink& one : known_links(options))
    if (one.name == options.link) return std::move(one);
  throw UsageError(fmt::format(
      "no link `{}` runs; see `seawind link list`. For the link of a repetition give its campaign "
      "directory and --slot",
      options.link));
}

/// The link of a repetition, or that of a name.
class ChosenLink {
 public:
  explicit ChosenLink(const LiveOptions& options) {
    if (!options.slot) {
      KnownLink link = find_link(options);
      named_.emplace(link.socket, link.name);
      devices_ = std::move(link.devices);
      return;
    }
    store_of(options.link);  // throws unless it is a campaign
    live_.emplace(options.link, *options.slot);
  }

  std::string text() const {
    return live_ ? attempt_text(live_->attempt()) : "link " + named_->name();
  }
  Json json() const {
    if (!live_) return {{"name", named_->name()}};
    const LiveSlot& slot = live_->attempt();
    return {{"slot", slot.slot},
            {"case", slot.case_name},
            {"repetition", slot.repetition},
            {"attempt", slot.attempt}};
  }
  /// The devices of an end `lan:` or `ap:` that have addresses.
  const std::vector<Device>& devices() const { return devices_; }
  ShownLink configuration() { return live_ ? live_->configuration() : named_->configuration(); }
  std::optional<AppliedChange> change(const RequestedChange& request,
                                      const std::filesystem::path& configs, Diagnostics& problems) {
    if (live_) return live_->change(request, configs, problems);
    TestSet set;
    fill_defaults(set);
    return named_->change(request, {set, {}, kFirstFlowPort}, SearchPath{{".", configs}}, problems);
  }
  /// Returns whether the link has ended; false: `stop`.
  bool watch(std::chrono::milliseconds interval, const std::stop_token& stop,
             const std::function<void(const LinkReport&)>& callback) {
    if (live_) return live_->watch(interval, stop, callback) == LiveLink::WatchEnd::kAttemptOver;
    const grpc::Status status = named_->stream(interval, stop, [&](const LinkReport& report) {
      callback(report);
      return true;
    });
    if (stop.stop_requested()) return false;
    // The daemon of a bridge ends with it.
    if (status.error_code() == grpc::StatusCode::NOT_FOUND ||
        status.error_code() == grpc::StatusCode::UNAVAILABLE)
      return true;
    throw LinkCallError("watch the link", status);
  }

 private:
  std::optional<LiveLink> live_;
  std::optional<DaemonLink> named_;
  std::vector<Device> devices_;
};

int list(const LiveOptions& options) {
  Json all = Json::array();
  for (const KnownLink& one : known_links(options)) {
    std::vector<LinkReport> reports;
    try {
      reports = links_of(one.socket);
    } catch (const LinkCallError&) {  // has just ended
      continue;
    }
    for (const LinkReport& report : reports) {
      if (report.name() != one.name) continue;
      if (options.json)
        all.push_back({{"name", one.name},
                       {"socket", one.socket},
                       {"link_time_ns", report.link_time_ns()},
                       {"downlink_packets", report.downlink().delivered_packets()},
                       {"uplink_packets", report.uplink().delivered_packets()}});
      else
        fmt::print("{}: {}, down {} packets, up {} packets\n", one.name,
                   short_duration(report.link_time_ns()), report.downlink().delivered_packets(),
                   report.uplink().delivered_packets());
    }
  }
  if (options.json) fmt::print("{}\n", json_text(all, 2));
  return kOk;
}

int watch(const LiveOptions& options) {
  const auto interval = watch_interval(options.interval);
  const StopOnSignal stop;
  ChosenLink link(options);
  if (!options.json) fmt::print("{}\n", link.text());
  LinkReport before;
  const bool ended = link.watch(interval, stop.token(), [&](const LinkReport& now) {
    if (now.link_time_ns() < before.link_time_ns()) before.Clear();
    if (options.json)
      fmt::print("{}\n", watch_line(now, unix_now()));
    else
      fmt::print("{}\n", counters_line(before, now));
    std::fflush(stdout);
    before = now;
  });
  if (!ended) return kInterrupted;
  if (!options.json) fmt::print("the {} has ended\n", options.slot ? "attempt" : "link");
  return kOk;
}

int show(const LiveOptions& options) {
  ChosenLink link(options);
  const auto now = link.configuration();
  if (options.json) {
    Json out = link.json();
    out["link_time_ns"] = now.link_time_ns;
    out["version"] = now.version;
    out["link"] = now.link;
    out["downlink_router"] = now.downlink_router;
    out["uplink_router"] = now.uplink_router;
    for (const Device& one : link.devices())
      out["devices"].push_back({{"address", one.address}, {"mac", one.mac}, {"name", one.name}});
    fmt::print("{}\n", json_text(out, 2));
    return kOk;
  }
  fmt::print("# {}; {:.3f} s after the start of the link, changed {} times\n{}", link.text(),
             static_cast<double>(now.link_time_ns) / 1e9, now.version, now.link);
  for (const auto& [name, text] :
       {std::pair{"downlink", &now.downlink_router}, std::pair{"uplink", &now.uplink_router}})
    if (!text->empty()) fmt::print("---\n# router in front of the {}\n{}", name, *text);
  for (const Device& one : link.devices()) fmt::print("# {}\n", device_text(one));
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
  if (!options.outage.empty()) request.outage = duration_of("--outage", options.outage);
  if (options.direction == "down") request.outage_directions = LinkDirections::kDownlink;
  if (options.direction == "up") request.outage_directions = LinkDirections::kUplink;
  return request;
}

int change(const LiveOptions& options) {
  const RequestedChange request = request_of(options);
  ChosenLink link(options);
  Diagnostics problems;
  const auto done = link.change(request, configs_root(options.configs), problems);
  if (!done) {
    print_error("{}", problems.render());
    return kUsage;
  }
  if (options.json) {
    Json out = link.json();
    out["link_time_ns"] = done->link_time_ns;
    out["changed"] = Json::array();
    for (const Difference& value : done->values)
      out["changed"].push_back(
          {{"path", value.path}, {"before", value.before}, {"after", value.after}});
    fmt::print("{}\n", json_text(out, 2));
    return kOk;
  }
  fmt::print("{}; changed {:.6f} s after the start of the link:\n", link.text(),
             static_cast<double>(done->link_time_ns) / 1e9);
  for (const Difference& value : done->values)
    fmt::print("  {}: {} -> {}\n", value.path, value.before, value.after);
  return kOk;
}

int create(LiveOptions& options) {
  options.created.configs = configs_root(options.configs);
  Diagnostics problems;
  const auto plan = exec_plan(options.created, problems);
  print_error("{}", problems.render());
  if (!plan) return kUsage;
  const DaemonLink link(options.socket.empty() ? kServiceSocket : options.socket, options.link);
  CreateLinkRequest request;
  *request.mutable_hop() = hop_of(*plan, plan_repetition(*plan, plan->cases(0), 0).seed);
  request.set_fixed_interface(options.fixed);
  request.set_mobile_interface(options.mobile);
  try {
    link.create(std::move(request));
  } catch (const LinkCallError& error) {
    using C = grpc::StatusCode;
    for (const C users : {C::INVALID_ARGUMENT, C::ALREADY_EXISTS, C::NOT_FOUND})
      if (error.code() == users)
        throw UsageError(fmt::format("link {}: {}", options.link, error.what()));
    throw;
  }
  if (options.json)
    fmt::print("{}\n", json_text(Json{{"name", options.link}}, 2));
  else
    fmt::print("link {}: fixed {}, mobile {}; `seawind link remove {}` ends it\n", options.link,
               options.fixed, options.mobile, options.link);
  return kOk;
}

int remove(const LiveOptions& options) {
  const KnownLink link = find_link(options);
  LinkReport report;
  std::string problem;
  std::string timing;
  if (link.bridge != 0) {
    for (LinkReport& one : links_of(link.socket))
      if (one.name() == link.name) report = std::move(one);
    end_bridge(link);  // which prints its own summary
  } else {
    const DaemonLink daemon(link.socket, link.name);
    Plan plan;
    fill_defaults(*plan.mutable_test_set());
    *plan.add_cases()->mutable_link() = daemon.read().hop().link();
    report = daemon.remove();
    problem = judge(fidelity_of(report, {}), plan.test_set(), plan.cases(0)).reason;
    timing = timing_summary(report, plan, problem);
  }
  if (options.json) {
    Json out = Json::parse(watch_line(report, unix_now()));
    if (link.bridge == 0) out["not_valid"] = problem;
    fmt::print("{}\n", json_text(out));
  } else {
    fmt::print("link {}: ended {} after its start, down {} packets, up {} packets\n{}", link.name,
               short_duration(report.link_time_ns()), report.downlink().delivered_packets(),
               report.uplink().delivered_packets(), timing);
  }
  return kOk;
}

CLI::App* add_verb(CLI::App& link, const char* name, const char* what,
                   const std::shared_ptr<LiveOptions>& options) {
  auto* verb = link.add_subcommand(name, what);
  verb->add_option("link", options->link,
                   "The link's name, as `seawind link list` shows it; with --slot the campaign "
                   "directory")
      ->required();
  auto* slot = verb->add_option("--slot", options->slot,
                                "The slot of a repetition, as `seawind status` lists it");
  verb->add_option("--socket", options->socket, "Socket of the link's seawindd [searched]")
      ->excludes(slot);
  verb->add_flag("--json", options->json, "Print JSON");
  return verb;
}

void add_create(CLI::App& link, Action& action, const std::shared_ptr<LiveOptions>& options) {
  auto* verb = link.add_subcommand(
      "create",
      "Make a link between two interfaces of the machine of a running seawindd: it stays until "
      "`seawind link remove` or the daemon's end");
  verb->add_option("name", options->link, "Name of the link, unique in the daemon")->required();
  verb->add_option("--link", options->created.link, "Link profile: a name or a file")->required();
  verb->add_option("--fixed", options->fixed, "The interface towards the fixed host")->required();
  verb->add_option("--mobile", options->mobile, "The interface towards the mobile host")
      ->required();
  verb->add_option("--router", options->created.router,
                   "Router in front of the downlink [none; tail-drop-20 where the link needs one]");
  verb->add_option("--seed", options->created.seed, "Seed of the channel")
      ->capture_default_str()
      ->check(CLI::Validator(seed_problem, "N"));
  verb->add_option("--socket", options->socket,
                   "Socket of the seawindd [that of the daemon that runs as a service]");
  verb->add_flag("--json", options->json, "Print JSON");
  verb->add_option("--configs", options->configs, "Folder of profiles and routers")
      ->check(CLI::ExistingDirectory);
  verb->callback([=, &action] { action = [options] { return create(*options); }; });
}

void add_remove(CLI::App& link, Action& action, const std::shared_ptr<LiveOptions>& options) {
  auto* verb = link.add_subcommand(
      "remove", "End a link of a seawindd, or a `seawind bridge` as Ctrl-C does");
  verb->add_option("name", options->link, "The link's name, as `seawind link list` shows it")
      ->required();
  verb->add_option("--socket", options->socket, "Socket of the link's seawindd [searched]");
  verb->add_flag("--json", options->json, "Print the last counters as JSON");
  verb->callback([=, &action] { action = [options] { return remove(*options); }; });
}

}  // namespace

void add_live_link(CLI::App& link, Action& action) {
  auto options = std::make_shared<LiveOptions>();
  auto* list_verb = link.add_subcommand(
      "list", "List the links of `seawind bridge`, and those of the daemon that runs as a service");
  list_verb->add_option("--socket", options->socket, "Socket of another seawindd");
  list_verb->add_flag("--json", options->json, "Print JSON");
  list_verb->callback([=, &action] { action = [options] { return list(*options); }; });
  add_create(link, action, options);
  add_remove(link, action, options);
  auto* watch_verb = add_verb(link, "watch", "Print the counters of a link until it ends", options);
  watch_verb->add_option("--interval", options->interval, "Time between two lines: 10ms to 1h")
      ->capture_default_str();
  watch_verb->callback([=, &action] { action = [options] { return watch(*options); }; });
  add_verb(link, "show", "Print the current parameters of a link (YAML)", options)
      ->callback([=, &action] { action = [options] { return show(*options); }; });
  auto* change_verb =
      add_verb(link, "change",
               "Change a link. The change of a repetition's link is recorded, and the "
               "repetition does not count unless the test set or `run "
               "--allow-changes` permits changes",
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
