// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind bridge`: a link between what exists.
#include "controller/bridge/bridge.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "common/config/names.h"
#include "common/config/rules.h"
#include "common/print_error.h"
#include "common/units.h"
#include "common/unix_time.h"
#include "controller/campaign/link_counters.h"
#include "controller/cli/durations.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/signals.h"
#include "controller/cli/verbs.h"
#include "controller/exec/exec_plan.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/bridge_file.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

constexpr int kLastChannel = 165;

struct BridgeVerb {
  ExecPlanChoice plan;
  std::string file, configs, record, fixed, mobile, duration;
  std::string interval = "1s";
  std::string fixed_address, mobile_address, name;
  std::string ssid, band, country, security, passphrase_file;
  std::uint64_t channel = 0;
  AccessPoint access_point;           // of the file, or of the options
  std::vector<ListedDevice> devices;  // of the file
  std::vector<std::string> offered;   // profiles of the page; empty: there is none
  bool json = false;
  bool quiet = false;
};

/// Changes by hand are what such a link is for: all are permitted unless limited.
void permit_changes(Plan& plan, const std::vector<std::string>& limits) {
  constexpr std::int64_t kAnyNumber = 1'000'000;  // the largest that the key permits
  for (const std::string& limit : limits)
    if (limit.starts_with("manual_changes=")) return;
  plan.mutable_test_set()->mutable_limits()->set_manual_changes(kAnyNumber);
}

/// Takes from the file what options would give.
void read_file(BridgeVerb& options) {
  const BridgedLink file = read_bridged_link(options.file, options.plan.configs);
  options.plan.link = file.link();
  options.plan.router = file.router();
  options.plan.seed = file.seed();
  options.fixed = file.fixed();
  options.mobile = file.mobile();
  options.fixed_address = file.fixed_address();
  options.mobile_address = file.mobile_address();
  options.access_point = file.access_point();
  options.devices.assign(file.devices().begin(), file.devices().end());
  options.offered.assign(file.page().profiles().begin(), file.page().profiles().end());
  if (options.name.empty()) options.name = file.name();
}

/// The enum's value with this label, which the parser has checked; without a label the first.
template <typename Enum>
Enum labelled(const std::string& label) {
  const auto* value = config::labelled(*google::protobuf::GetEnumDescriptor<Enum>(), label);
  return value == nullptr ? Enum() : static_cast<Enum>(value->number());
}

void read_access_point(BridgeVerb& options) {
  const bool is_access_point = options.mobile.starts_with("ap:");
  AccessPoint& out = options.access_point;
  if (options.file.empty()) {
    for (const auto& [option, given] :
         {std::pair{"--ssid", !options.ssid.empty()}, std::pair{"--band", !options.band.empty()},
          std::pair{"--channel", options.channel != 0},
          std::pair{"--country", !options.country.empty()},
          std::pair{"--security", !options.security.empty()}})
      if (given && !is_access_point)
        throw CLI::ValidationError(option, "only --mobile ap:INTERFACE has it");
    out.set_ssid(options.ssid);
    out.set_country(options.country);
    out.set_channel(options.channel);
    out.set_band(labelled<WifiBand>(options.band));
    out.set_security(labelled<WifiSecurity>(options.security));
  }
  if (!options.passphrase_file.empty() && !is_access_point)
    throw CLI::ValidationError("--passphrase-file", "only --mobile ap:INTERFACE has it");
  if (!is_access_point) return;
  if (const char* given = std::getenv(kPassphraseVariable); given != nullptr) {
    if (out.passphrase().empty()) out.set_passphrase(given);
    ::unsetenv(kPassphraseVariable);  // the programs that the link needs do not get it
  }
  if (!options.passphrase_file.empty()) {
    std::ifstream file(options.passphrase_file);
    std::string line;
    std::getline(file, line);
    if (!file && line.empty())
      throw CLI::ValidationError("--passphrase-file", "cannot read a line of it");
    out.set_passphrase(line);
  }
  if (out.passphrase().empty())
    throw CLI::ValidationError(
        "--mobile", fmt::format("an access point needs a passphrase: --passphrase-file, or {} in "
                                "the environment",
                                kPassphraseVariable));
  for (const KeyProblem& found : access_point_problems(out))
    throw CLI::ValidationError("--" + found.key, found.problem);
}

/// Checks the page of the options; read_file() has checked that of a file.
void check_page(const BridgeVerb& options) {
  if (!options.offered.empty() && !interface_of_devices(options.mobile))
    throw CLI::ValidationError("--page", "only --mobile lan:INTERFACE and ap:INTERFACE have it");
  if (options.offered.size() > kMostOffered)
    throw CLI::ValidationError("--page", fmt::format("{} profiles; at most {} can be chosen from",
                                                     options.offered.size(), kMostOffered));
}

/// Checks the ends of the options; read_file() has checked those of a file.
void check_ends(const BridgeVerb& options) {
  BridgedLink link;
  link.set_fixed(options.fixed);
  link.set_mobile(options.mobile);
  link.set_fixed_address(options.fixed_address);
  link.set_mobile_address(options.mobile_address);
  for (const KeyProblem& found : bridge_ends_problems(link)) {
    std::string option = "--" + found.key;
    std::replace(option.begin(), option.end(), '_', '-');
    throw CLI::ValidationError(option, found.problem);
  }
}

/// The plans of the shared link, of those of devices, and of the profiles of the page. Empty: there
/// are problems.
std::vector<Plan> plans_of(const BridgeVerb& options, Diagnostics& problems) {
  std::vector<ExecPlanChoice> choices{options.plan};
  for (const ListedDevice& device : options.devices) {
    ExecPlanChoice& choice = choices.emplace_back(options.plan);
    choice.link = device.link();
    choice.router = device.router();
  }
  for (const std::string& profile : options.offered) {
    if (const SearchPath search{{".", options.plan.configs}};
        find_reference(search, "profiles", profile, "").empty()) {
      report_missing_reference(search, "profiles", profile, "", {.file = "--page"}, problems);
      return {};
    }
    ExecPlanChoice& choice = choices.emplace_back(options.plan);
    choice.link = profile;
  }
  std::vector<Plan> out;
  for (const ExecPlanChoice& choice : choices) {
    auto plan = exec_plan(choice, problems);
    if (!plan) return {};
    permit_changes(*plan, options.plan.limits);
    out.push_back(*std::move(plan));
  }
  return out;
}

/// Adds the page to `wanted`. The plan of the shared link, the first one, gets the smallest MTU of
/// the offered profiles, whose plans are the last ones.
void offer(const BridgeVerb& options, std::vector<Plan>& plans, BridgeOptions& wanted) {
  if (options.offered.empty()) return;
  wanted.page = {.profiles = {}, .configs = options.plan.configs};
  std::vector<LinkProfile> links;
  for (std::size_t i = 0; i <= options.devices.size(); ++i)
    links.push_back(plans[i].cases(0).link());
  for (std::size_t i = 0; i < options.offered.size(); ++i) {
    const Plan& plan = plans[plans.size() - options.offered.size() + i];
    if (const std::string problem = offer_problem(options.offered[i], plan.cases(0).link(), links);
        !problem.empty())
      throw CLI::ValidationError("--page", problem);
    wanted.page->profiles.push_back({plan.cases(0).link().name(), options.offered[i]});
    TestSet& shared = *plans.front().mutable_test_set();
    shared.set_mtu(std::min(shared.mtu(), plan.test_set().mtu()));
  }
}

int bridge(BridgeVerb& options) {
  options.plan.configs = configs_root(options.configs);
  if (!options.file.empty()) read_file(options);
  for (const auto& [option, value] :
       {std::pair{"--link", &options.plan.link}, std::pair{"--fixed", &options.fixed},
        std::pair{"--mobile", &options.mobile}})
    if (value->empty()) throw CLI::RequiredError(fmt::format("{}, or a file that has it,", option));
  if (const std::string problem =
          options.name.empty() ? "" : config::name_problem(options.name, PLAIN_NAME);
      !problem.empty())
    throw CLI::ValidationError("--name", problem);
  for (const ListedDevice& device : options.devices)
    if (const std::string problem =
            config::name_problem(device_link_name(options.name, device.name()), PLAIN_NAME);
        !problem.empty())
      throw CLI::ValidationError("--name",
                                 fmt::format("of the link of {}: {}", device.name(), problem));
  if (!options.devices.empty() && !options.record.empty())
    throw CLI::ValidationError(
        "--record", "a bridge whose file has `devices` has several links and is not recorded");
  if (options.file.empty()) {
    check_ends(options);
    check_page(options);
  }
  read_access_point(options);
  BridgeOptions wanted{.fixed = open_bridge_end(options.fixed),
                       .mobile = open_bridge_end(options.mobile),
                       .fixed_address = options.fixed_address,
                       .mobile_address = options.mobile_address,
                       .access_point = options.access_point,
                       .name = options.name,
                       .record = options.record,
                       .quiet = options.quiet};
  if (!options.duration.empty()) wanted.duration = duration_of("--for", options.duration);
  wanted.interval = watch_interval(options.interval);
  options.plan.description =
      fmt::format("bridge --fixed {} --mobile {}", options.fixed, options.mobile);
  Diagnostics problems;
  std::vector<Plan> plans = plans_of(options, problems);
  print_error("{}", problems.render());
  if (plans.empty()) return kUsage;
  offer(options, plans, wanted);
  for (std::size_t i = 0; i < options.devices.size(); ++i)
    wanted.devices.push_back(
        {options.devices[i].name(), options.devices[i].mac(), std::move(plans[i + 1])});
  std::map<std::string, LinkReport> before;
  wanted.on_report = [&](const std::string& name, const LinkReport& now) {
    const LinkReport last = std::exchange(before[name], now);
    if (options.quiet || (!options.json && last.link_time_ns() == 0)) return;
    const std::string line = options.json ? watch_line(now, unix_now()) : counters_line(last, now);
    fmt::print("{}\n", options.devices.empty() ? line : with_link_name(name, line, options.json));
    std::fflush(stdout);
  };
  enter_owner_of(wanted.fixed, wanted.mobile);
  const StopOnSignal stop;
  return run_bridge(std::move(plans.front()), std::move(wanted), stop.token()) ? kOk
                                                                               : kRepetitionsFailed;
}

}  // namespace

void add_bridge(CLI::App& app, Action& action) {
  auto options = std::make_shared<BridgeVerb>();
  auto* verb = app.add_subcommand("bridge",
                                  "Join interfaces, network namespaces or containers by a link "
                                  "until Ctrl-C, and print its counters");
  constexpr auto kEnds =
      "an interface, netns:NAME, container:NAME (Docker, Podman), compose:PROJECT:SERVICE, "
      "pod:NAMESPACE/NAME or pid:N";
  auto* file = verb->add_option("file", options->file,
                                "File with the link and its ends, in place of --link, --fixed, "
                                "--mobile and the other options that it has as keys")
                   ->check(CLI::ExistingFile);
  verb->add_option("--link", options->plan.link, "Link profile: a name or a file")->excludes(file);
  verb->add_option("--fixed", options->fixed,
                   fmt::format("The fixed end: {}, or nat, this machine's network", kEnds))
      ->excludes(file);
  verb->add_option(
          "--mobile", options->mobile,
          fmt::format("The mobile end: {}; for devices that get addresses, lan:INTERFACE, or "
                      "ap:INTERFACE, a Wi-Fi card that becomes an access point",
                      kEnds))
      ->excludes(file);
  verb->add_option("--router", options->plan.router,
                   "Router in front of the downlink [none; tail-drop-20 where the link needs one]")
      ->excludes(file);
  verb->add_option("--seed", options->plan.seed, "Seed of the channel")
      ->capture_default_str()
      ->check(CLI::Validator(seed_problem, "N"))
      ->excludes(file);
  verb->add_option("--fixed-address", options->fixed_address,
                   "ADDRESS/PREFIX of the interface made at the fixed end [10.N.0.1/30, for "
                   "devices /24; none if an end is an interface]")
      ->excludes(file);
  verb->add_option("--mobile-address", options->mobile_address,
                   "ADDRESS/PREFIX of the interface made at the mobile end, or of the DHCP server "
                   "of devices [10.N.0.2/30, for devices /24; none if an end is an interface]")
      ->excludes(file);
  verb->add_option("--ssid", options->ssid, "Name of the Wi-Fi network of --mobile ap:INTERFACE")
      ->excludes(file);
  verb->add_option("--passphrase-file", options->passphrase_file,
                   fmt::format("File whose first line is its passphrase [that of the environment "
                               "variable {}]",
                               kPassphraseVariable))
      ->check(CLI::ExistingFile);
  verb->add_option("--band", options->band, "Its frequency band: 2.4GHz or 5GHz [2.4GHz]")
      ->check(CLI::IsMember({"2.4GHz", "5GHz"}))
      ->excludes(file);
  verb->add_option("--channel", options->channel, "Its channel [6, or 36 at 5 GHz]")
      ->check(CLI::Range(1, kLastChannel))
      ->excludes(file);
  verb->add_option("--country", options->country,
                   "Country whose rules the radio obeys, as DE [required at 5 GHz]")
      ->excludes(file);
  verb->add_option("--security", options->security,
                   "How devices authenticate: wpa2-wpa3, wpa2 or wpa3 [wpa2-wpa3]")
      ->check(CLI::IsMember({"wpa2-wpa3", "wpa2", "wpa3"}))
      ->excludes(file);
  verb->add_option("--page", options->offered,
                   "Link profile that the devices of --mobile lan:INTERFACE or ap:INTERFACE may "
                   "choose, at a page that is served to them (repeatable) [no page]")
      ->allow_extra_args(false)
      ->excludes(file);
  verb->add_option("--name", options->name,
                   "Name for `seawind link` [that of the file, or of the profile]");
  verb->add_option("--for", options->duration, "Time after which it ends: 30s [Ctrl-C ends it]");
  verb->add_option("--interval", options->interval,
                   "Time between two lines of the counters: 10ms to 1h")
      ->capture_default_str();
  verb->add_option("-o,--record", options->record,
                   "Campaign directory to make, for `report`, `export` and the window [nothing is "
                   "kept]")
      ->check([](const std::string& name) { return name.empty() ? "the name is empty" : ""; });
  verb->add_option("--limit", options->plan.limits,
                   "KEY=VALUE of a test set's fidelity limits, for example lateness_p999=10ms "
                   "(repeatable)")
      ->allow_extra_args(false);
  verb->add_flag("--json", options->json, "Print the counters as JSON, a line for each interval");
  verb->add_flag("-q,--quiet", options->quiet,
                 "Print only errors and warnings, and the summary if the timing is not valid");
  verb->add_option("--configs", options->configs, "Folder of profiles and routers")
      ->check(CLI::ExistingDirectory);
  verb->callback([options, &action] { action = [options] { return bridge(*options); }; });
}

}  // namespace seawind
