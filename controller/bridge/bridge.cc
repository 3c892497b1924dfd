// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/bridge.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "common/error.h"
#include "common/pause_until.h"
#include "common/print_error.h"
#include "controller/bridge/bridge_ends.h"
#include "controller/bridge/page_server.h"
#include "controller/bridge/running_links.h"
#include "controller/campaign/rpc.h"
#include "controller/campaign/storage_problem.h"
#include "controller/exec/exec_plan.h"
#include "controller/exec/recording.h"
#include "controller/exec/summary.h"
#include "controller/store/layout.h"
#include "controller/testbed/local.h"
#include "controller/testset/bridge_file.h"
#include "controller/testset/plan.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "namespaces/netns.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::string end_text(const char* name, const BridgeEnd& end, const MadeEnd& made) {
  std::string text = fmt::format("{} {}", name, end.text);
  if (end.kind == BridgeEnd::Kind::kDevices)
    return text + fmt::format(" (DHCP server {})", made.address);
  if (made.interface.empty() || end.kind == BridgeEnd::Kind::kNetwork) return text;
  text += fmt::format(" ({}", made.interface);
  if (!made.address.empty()) text += " " + made.address;
  return text + ")";
}

/// One link of the bridge: the shared one, or that of a device.
struct OneLink {
  /// `name` and `proposal`: of RunningLink().
  OneLink(const Plan& of, const std::string& name, const std::string& proposal)
      : plan(of), known(name, proposal) {}

  const Plan& plan;
  RunningLink known;
  RelayNames interfaces{};
  std::string mac{};  // of the device; empty: the shared one
  std::int64_t start_monotonic_ns = 0;
};

CreateLinkRequest create_request(const OneLink& link, bool offloads, const std::string& event_log) {
  CreateLinkRequest create;
  create.set_name(link.known.name());
  *create.mutable_hop() = hop_of(link.plan, plan_repetition(link.plan, link.plan.cases(0), 0).seed);
  create.set_fixed_interface(link.interfaces.fixed);
  create.set_mobile_interface(link.interfaces.mobile);
  create.set_port_kind(offloads ? "super" : "");
  create.set_event_log(event_log);
  return create;
}

/// Announces the links, each with those of `devices` that send over it.
void announce(const std::deque<OneLink>& links, const std::string& socket,
              const std::vector<Device>& devices) {
  for (const OneLink& link : links) {
    std::vector<Device> own;
    for (const Device& device : devices) {
      const bool is_listed = std::any_of(links.begin(), links.end(),
                                         [&](const OneLink& one) { return one.mac == device.mac; });
      if (is_listed ? link.mac == device.mac : link.mac.empty()) own.push_back(device);
    }
    link.known.announce(socket, own);
  }
}

/// Null: the options have no page.
std::unique_ptr<PageServer> serve_page(const BridgeOptions& options,
                                       const std::deque<OneLink>& links, const BridgeEnds& ends,
                                       const std::string& socket, const Directory& logs,
                                       const std::stop_token& stop) {
  if (!options.page) return {};
  PagePlan plan{.network_namespace = ends.access_namespace(),
                .address = without_prefix(ends.mobile.address),
                .profiles = options.page->profiles,
                .configs = options.page->configs,
                .links = {{.name = links.front().known.name()}},
                .socket = socket,
                .quiet = options.quiet};
  for (const std::string& address : ends.device_addresses())
    plan.links.push_back({links[plan.links.size()].known.name(), address});
  return std::make_unique<PageServer>(std::move(plan), logs, stop);
}

/// Reports the links until the end. Returns why the end was early; empty: it was not.
std::string watch(const BridgeOptions& options, RpcClient<Emulator::StubInterface>& daemon,
                  const std::deque<OneLink>& links, LocalTestBed& bed, BridgeEnds& ends,
                  PageServer* page, const std::stop_token& stop) {
  constexpr milliseconds kPollInterval{200};
  auto next = steady_clock::now();
  const auto end = options.duration ? next + *options.duration : steady_clock::time_point::max();
  std::string reported;
  std::vector<Device> devices;
  std::vector<Device> seen;  // at the last look
  while (!stop.stop_requested()) {
    if (const auto lost = bed.losses(); !lost.empty()) return lost.front().words;
    if (const auto ended = ends.lost(); std::exchange(reported, ended) != ended)
      print_error("seawind: warning: {}\n", ended);
    if (page != nullptr) page->check();
    if (!ends.check(true) || !ends.check(false)) return {};
    // Two equal reads: dnsmasq truncates its file before it writes it again.
    auto found = ends.devices();
    if (std::exchange(seen, found) == found && found != devices) {
      for (const Device& one : found)
        if (!options.quiet && std::find(devices.begin(), devices.end(), one) == devices.end())
          print_error("seawind: {}\n", device_text(one));
      devices = std::move(found);
      announce(links, bed.daemon_socket(), devices);
    }
    const auto now = steady_clock::now();
    if (now >= end) return {};
    if (now >= next) {
      for (const OneLink& link : links) {
        ReportsRequest request;
        request.set_name(link.known.name());
        const Reports reports =
            daemon.call("read the counters", &Emulator::StubInterface::GetReports, request);
        if (options.on_report) options.on_report(link.known.name(), reports.links(0));
      }
      while (next <= now) next += options.interval;
    }
    pause_until(std::min({next, end, now + kPollInterval}), stop);
  }
  return {};
}

bool run(const Plan& plan, BridgeOptions& options, const std::stop_token& stop,
         Recording& recording) {
  std::deque<OneLink> links;
  links.emplace_back(plan, options.name, plan.cases(0).axes().at("link"));
  for (const DeviceLink& device : options.devices) {
    OneLink& own = links.emplace_back(
        device.plan, device_link_name(links.front().known.name(), device.name), "");
    own.interfaces = relay_names(links.size() - 2);
    own.mac = device.mac;
  }
  LocalTestBed bed({.log_dir = recording.work().duplicate(),
                    .program_logs = recording.logs().duplicate(),
                    .mtu = static_cast<int>(plan.test_set().mtu()),
                    .offloads = plan.test_set().offloads(),
                    .stop = stop});
  if (stop.stop_requested()) throw Stopped();
  BridgeEnds ends(plan, options, bed, recording.logs(), stop);
  // Signals end the wait, not the calls, because the last call returns the results.
  RpcClient<Emulator::StubInterface> daemon(Server::kDaemon, "seawindd",
                                            Emulator::NewStub(connect_to(bed.daemon_socket())), {});
  for (OneLink& link : links)
    link.start_monotonic_ns =
        daemon
            .call("start the link", &Emulator::StubInterface::CreateLink,
                  create_request(link, ends.offloads(),
                                 link.mac.empty() ? recording.event_log(kEventLogFile) : ""))
            .start_monotonic_ns();
  announce(links, bed.daemon_socket(), {});
  auto page = serve_page(options, links, ends, bed.daemon_socket(), recording.logs(), stop);
  if (!options.quiet) {
    print_error("seawind: link {}: {}, {}\n", links.front().known.name(),
                end_text("fixed", options.fixed, ends.fixed),
                end_text("mobile", options.mobile, ends.mobile));
    for (const OneLink& link : links)
      if (!link.mac.empty())
        print_error("seawind: link {}: of the device {}\n", link.known.name(), link.mac);
    if (!ends.name_server.empty())
      print_error("seawind: name server of the mobile end: {}\n", ends.name_server);
    if (page)
      print_error("seawind: page of the devices: http://{}/\n",
                  without_prefix(ends.mobile.address));
  }
  const std::string lost = watch(options, daemon, links, bed, ends, page.get(), stop);
  page.reset();
  if (!lost.empty()) throw Error("the link is lost: " + lost);
  bool valid = true;
  std::string incomplete;
  for (OneLink& link : links) {
    const std::string& name = link.known.name();
    RemoveLinkRequest remove;
    remove.set_name(name);
    const LinkReport report = daemon.call("stop the link", &Emulator::StubInterface::RemoveLink,
                                          remove, std::chrono::seconds(60));
    if (report.start_monotonic_ns() != link.start_monotonic_ns)
      throw Error("the link was removed and another one made in its place, by hand");
    if (options.on_report) options.on_report(name, report);
    const Recording::Marks marks{.manual_changes = static_cast<int>(report.changes()),
                                 .tcp_of_others = true,
                                 .lost = ends.problem()};
    const auto [invalid, failed] =
        link.mac.empty() ? recording.end(report, marks)
                         : Recording::End{Recording::judged(report, marks, link.plan).reason, ""};
    if (!options.quiet || !invalid.empty())
      print_error("{}", link_summary(report, link.plan, invalid, links.size() > 1 ? name : ""));
    valid = valid && invalid.empty();
    incomplete += failed;
  }
  recording.report(incomplete, options.quiet);
  return valid;
}

}  // namespace

bool run_bridge(Plan plan, BridgeOptions options, const std::stop_token& stop) {
  if (same_namespace(options.fixed.network_namespace, options.mobile.network_namespace))
    throw UsageError(
        "--mobile: both ends are in one network namespace, whose packets to itself cross no link");
  // The routes of the mobile end would be those of the machine.
  if (options.fixed.kind == BridgeEnd::Kind::kNetwork &&
      same_namespace(current_network_namespace(), options.mobile.network_namespace))
    throw UsageError(
        fmt::format("--mobile: {} is in this machine's network, as `nat` is: what it sends would "
                    "come back to the link",
                    options.mobile.text));
  for (const DeviceLink& device : options.devices)
    plan.mutable_test_set()->set_mtu(std::min(plan.test_set().mtu(), device.plan.test_set().mtu()));
  for (DeviceLink& device : options.devices)
    device.plan.mutable_test_set()->set_mtu(plan.test_set().mtu());
  Recording recording(plan, options.record);
  try {
    return run(plan, options, stop, recording);
  } catch (const Stopped&) {
    recording.fail("stopped before the link ran");
    return true;
  } catch (const std::exception& error) {
    recording.fail(error.what(), cause_of(error));
    throw;
  }
}

}  // namespace seawind
