// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/bridge.h"

#include <fmt/format.h>
#include <net/if.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/units.h"
#include "controller/bridge/access_point.h"
#include "controller/bridge/address_server.h"
#include "controller/bridge/page_server.h"
#include "controller/bridge/running_links.h"
#include "controller/bridge/taken_interface.h"
#include "controller/campaign/obstacle.h"
#include "controller/campaign/rpc.h"
#include "controller/exec/exec_plan.h"
#include "controller/exec/free_addresses.h"
#include "controller/exec/gateway_process.h"
#include "controller/exec/name_server.h"
#include "controller/exec/recording.h"
#include "controller/exec/summary.h"
#include "controller/store/layout.h"
#include "controller/testbed/local.h"
#include "controller/testset/bridge_file.h"
#include "controller/testset/plan.h"
#include "controller/testset/router_flows.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "namespaces/netns.h"
#include "namespaces/outside.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// The name of an interface made in an end is this one and a number.
constexpr auto kInterfacePrefix = "seawind";
constexpr int kMostInterfaces = 1000;
/// Of the access network.
constexpr auto kDevicesInterface = "devices";
constexpr auto kDevicesPrefix = "/24";

/// The interfaces of a link in the relay's namespace.
struct RelayNames {
  std::string fixed = "fixed";
  std::string mobile = "mobile";
};
/// Of a device's own link, from 0.
RelayNames relay_names(std::size_t device) {
  return {fmt::format("fixed{}", device + 1), fmt::format("mobile{}", device + 1)};
}

/// An end as it was made.
struct MadeEnd {
  std::string interface {};  // in its namespace; empty: an interface that was there, or the network
  std::string address{};     // with its prefix; empty: none
};

std::string free_interface(int network_namespace) {
  std::string name;
  in_network_namespace(network_namespace, [&] {
    for (int i = 0; i < kMostInterfaces && name.empty(); ++i)
      if (const auto one = fmt::format("{}{}", kInterfacePrefix, i);
          if_nametoindex(one.c_str()) == 0)
        name = one;
  });
  if (name.empty()) throw Error("cannot name an interface: seawind0 to seawind999 exist");
  return name;
}

std::string without_prefix(const std::string& address) {
  return address.substr(0, address.find('/'));
}

/// Makes and holds all that is beside the daemon.
class Ends {
 public:
  Ends(const Plan& plan, BridgeOptions& options, LocalTestBed& bed, const Directory& logs,
       const std::stop_token& stop)
      : options_(options),
        mtu_(static_cast<int>(plan.test_set().mtu())),
        has_nat_(has_nat(plan)),
        nat64_prefixes_(nat64_prefixes(plan)),
        relay_(bed.relay_namespace()) {
    offloads_ = plan.test_set().offloads() || !options.fixed.interface.empty() ||
                !options.mobile.interface.empty();
    choose_hosts();
    fixed = make(options.fixed, fixed_host(), true);
    if (options.mobile.text.starts_with("ap:"))
      access_point_.emplace(options.access_point, options.mobile.interface, logs, stop);
    mobile = make(options.mobile, options.mobile.network_namespace.get(), false);
    if (options.fixed.kind == BridgeEnd::Kind::kNetwork) connect_network(logs);
    if (options.mobile.kind == BridgeEnd::Kind::kDevices) serve_devices(logs, stop);
  }

  /// When the program is killed, the kernel does this a moment later, with the relay's namespace.
  ~Ends() {
    remove(RelayNames());
    for (std::size_t i = 0; i < options_.devices.size(); ++i) remove(relay_names(i));
  }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;

  MadeEnd fixed;
  MadeEnd mobile;
  std::string name_server{};  // for programs at the mobile end; empty: none
  bool offloads() const { return offloads_; }
  /// Where the DHCP server is.
  int access_namespace() const { return access_.get(); }
  /// Of the devices that have links of their own, in their order.
  const std::vector<std::string>& device_addresses() const { return device_addresses_; }
  /// Looks after one end: whether it has gone, and attaches it again. Returns false when an end
  /// `pid:N` has ended: nothing can take its place.
  bool check(bool is_fixed) {
    BridgeEnd& end = is_fixed ? options_.fixed : options_.mobile;
    auto& gone = gone_[is_fixed ? 0 : 1];
    if (auto& taken = taken_[is_fixed ? 0 : 1]) taken->check();
    const auto now = steady_clock::now();
    if (!gone) {
      if (end.kind != BridgeEnd::Kind::kNamespace || !has_gone(end)) return true;
      if (end.text.starts_with("pid:")) {
        print_error("seawind: {} has ended\n", end.text);
        return false;
      }
      print_error("seawind: {} has gone; the link waits for it\n", end.text);
      gone = {now, now, {}};
    }
    constexpr std::chrono::seconds kLook{1};
    if (now < gone->next) return true;
    gone->next = now + kLook;
    try {
      attach(is_fixed, open_bridge_end(end.text));
    } catch (const UsageError&) {  // not yet
      return true;
    } catch (const Error& error) {  // on its way, perhaps
      if (std::exchange(gone->problem, error.what()) != error.what())
        print_error("seawind: {} is back, but cannot be attached yet: {}\n", end.text,
                    gone->problem);
      return true;
    }
    print_error(
        "seawind: {} is attached again, after {}\n", end.text,
        short_duration(std::chrono::nanoseconds(steady_clock::now() - gone->since).count()));
    gone.reset();
    return true;
  }
  /// What has ended before its time; empty: nothing.
  std::string lost() const {
    std::vector<std::string_view> out;
    if (gateway_ && gateway_->has_ended())
      out.emplace_back("the gateway has ended: nothing leaves the fixed end");
    if (access_point_ && access_point_->has_ended())
      out.emplace_back("hostapd has ended: there is no access point");
    if (addresses_ && addresses_->has_ended())
      out.emplace_back("dnsmasq has ended: devices get no addresses");
    return fmt::format("{}", fmt::join(out, "; "));
  }
  /// That have got addresses.
  std::vector<Device> devices() const {
    return addresses_ ? addresses_->devices() : std::vector<Device>();
  }

 private:
  void remove(const RelayNames& names) const {
    for (const std::string& name : {names.fixed, names.mobile}) {
      try {
        remove_interface(relay_.get(), name);
      } catch (const Error&) {  // gone with its other end
      }
    }
  }

  int fixed_host() const {
    return router_ ? router_.get() : options_.fixed.network_namespace.get();
  }

  /// Addresses that are free in this machine's network and at both ends.
  void choose_hosts() {
    if (options_.fixed.kind == BridgeEnd::Kind::kNetwork) router_ = make_network_namespace();
    std::vector<Network> taken = taken_networks();
    for (const BridgeEnd* end : {&options_.fixed, &options_.mobile}) {
      if (end->kind == BridgeEnd::Kind::kInterface) addressed_ = false;
      if (end->kind != BridgeEnd::Kind::kNamespace) continue;
      in_network_namespace(end->network_namespace.get(), [&] {
        const auto more = taken_networks();
        taken.insert(taken.end(), more.begin(), more.end());
      });
    }
    const FreeAddresses free = choose_addresses(taken);
    if (addressed_ && !free.unused && options_.mobile_address.empty())
      throw Error(
          "every network 10.N.0.0/23 is in use: give addresses by --fixed-address and "
          "--mobile-address");
    hosts_ = free.hosts;
  }

  std::string address_of(bool is_fixed) const {
    const std::string& own = is_fixed ? options_.fixed_address : options_.mobile_address;
    if (!own.empty() || !addressed_) return own;
    return (is_fixed ? hosts_.fixed : hosts_.mobile) +
           (has_devices() ? kDevicesPrefix : HostAddresses::kPrefix);
  }

  /// The interface of a namespace.
  InterfaceEnd describe(int host, bool is_fixed) const {
    InterfaceEnd own{.network_namespace = host,
                     .name = free_interface(host),
                     .mtu = mtu_,
                     .offloads = offloads_,
                     .address = address_of(is_fixed)};
    if (!addressed_) return own;
    using A = HostAddresses;
    if (!has_devices()) {  // the other host is known: no ARP
      own.mac = is_fixed ? A::kFixedMac : A::kMobileMac;
      own.neighbours = {
          {without_prefix(address_of(!is_fixed)), is_fixed ? A::kMobileMac : A::kFixedMac}};
    }
    if (options_.fixed.kind != BridgeEnd::Kind::kNetwork) return own;
    if (!is_fixed) own.nat64_prefixes = nat64_prefixes_;
    if (is_fixed && has_nat_) own.pool_gateway = without_prefix(address_of(false));
    return own;
  }

  InterfaceEnd in_relay(const std::string& name) const {
    return {.network_namespace = relay_.get(), .name = name, .mtu = mtu_, .offloads = offloads_};
  }

  MadeEnd make(const BridgeEnd& end, int host, bool is_fixed) {
    const RelayNames names;
    const InterfaceEnd relay = in_relay(is_fixed ? names.fixed : names.mobile);
    if (!end.interface.empty()) {
      const bool is_card = !is_fixed && access_point_.has_value();
      taken_[is_fixed ? 0 : 1].emplace(relay, is_card ? access_point_->bridge() : end.interface);
      return {};
    }
    const InterfaceEnd own = describe(host, is_fixed);
    make_veth_pair(own, relay);
    return {.interface = own.name, .address = own.address};
  }

  /// Gives the interface of a namespace to the one that has taken its place. Each step is
  /// repeatable: after one that has thrown, the next call continues from where the interface is.
  void attach(bool is_fixed, BridgeEnd back) {
    BridgeEnd& end = is_fixed ? options_.fixed : options_.mobile;
    MadeEnd& made = is_fixed ? fixed : mobile;
    InterfaceEnd own = describe(back.network_namespace.get(), is_fixed);
    if (same_namespace(back.network_namespace, end.network_namespace)) {
      own.name = made.interface;
    } else {
      move_veth_end(own, end.network_namespace.get(), made.interface);
      made.interface = own.name;
    }
    end = std::move(back);
    bring_up_interface(own);
    await_carrier(in_relay(is_fixed ? RelayNames().fixed : RelayNames().mobile));
    if (!is_fixed && options_.fixed.kind == BridgeEnd::Kind::kNetwork) route_mobile();
  }

  void connect_network(const Directory& logs) {
    const std::string server = own_name_server();
    gateway_.emplace(GatewayPlan{.fixed_address = without_prefix(fixed.address),
                                 .mtu = mtu_,
                                 .nat = true,
                                 .expose = {},
                                 .caller_name_server = server},
                     router_, logs);
    if (!server.empty()) name_server = gateway_->address();
    if (!has_devices()) route_mobile();
  }
  bool has_devices() const { return options_.mobile.kind == BridgeEnd::Kind::kDevices; }
  /// The access network: it gives addresses, and forwards what a NAT of the link's profile
  /// translates back to the device that it is for.
  void serve_devices(const Directory& logs, const std::stop_token& stop) {
    access_ = make_network_namespace();
    const InterfaceEnd own{.network_namespace = access_.get(),
                           .name = kDevicesInterface,
                           .mtu = mtu_,
                           .offloads = offloads_,
                           .address = address_of(false)};
    const bool is_nat = options_.fixed.kind == BridgeEnd::Kind::kNetwork;
    const std::string router = without_prefix(fixed.address);
    mobile.address = own.address;
    AddressPlan addresses{
        .address = own.address, .router = router, .name_server = is_nat ? name_server : router};
    taken_[1]->join(own, connect_devices(addresses));
    in_network_namespace(access_.get(), [] {
      for (const auto& [setting, value] :
           {std::pair{"ip_forward", "1"}, std::pair{"conf/all/send_redirects", "0"},
            std::pair{"conf/devices/send_redirects", "0"}, std::pair{"conf/all/rp_filter", "0"},
            std::pair{"conf/devices/rp_filter", "0"}})
        write_setting(fmt::format("/proc/sys/net/ipv4/{}", setting), value);
    });
    addresses_.emplace(addresses, own, logs, stop);
  }
  /// Gives each device that has a link of its own an address, to which the fixed end sends over
  /// that link.
  std::vector<DeviceWire> connect_devices(AddressPlan& addresses) {
    std::vector<DeviceWire> out;
    device_addresses_ = last_addresses(addresses, options_.devices.size());
    for (const std::string& address : device_addresses_) {
      const DeviceLink& device = options_.devices[out.size()];
      const RelayNames names = relay_names(out.size());
      make_veth_pair({.network_namespace = router_.get(),
                      .name = free_interface(router_.get()),
                      .mtu = mtu_,
                      .offloads = offloads_,
                      .address = addresses.router,
                      .peer = address},
                     in_relay(names.fixed));
      addresses.reserved.push_back({.mac = device.mac, .address = address, .name = {}});
      out.push_back({device.mac, in_relay(names.mobile)});
    }
    return out;
  }
  /// More specific than a default route that is there, which stays.
  void route_mobile() const {
    for (const char* half : {"0.0.0.0/1", "128.0.0.0/1"})
      add_route(options_.mobile.network_namespace.get(), half, without_prefix(fixed.address));
  }

  BridgeOptions& options_;
  int mtu_;
  bool has_nat_;
  std::vector<std::string> nat64_prefixes_;
  Fd relay_;
  bool offloads_ = false;
  bool addressed_ = true;  // the interfaces made here get addresses by themselves
  HostAddresses hosts_;
  struct Gone {
    steady_clock::time_point since;
    steady_clock::time_point next;  // look
    std::string problem;            // of the last look
  };
  std::array<std::optional<Gone>, 2> gone_;  // fixed, mobile
  std::optional<WifiAccessPoint> access_point_;
  std::array<std::optional<TakenInterface>, 2> taken_;  // likewise, of ends that are interfaces
  Fd access_;                                           // beside the devices
  std::optional<AddressServer> addresses_;
  std::vector<std::string> device_addresses_;
  Fd router_;  // between the link and the machine's network
  std::optional<GatewayProcess> gateway_;
};

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
  /// The rest as RunningLink().
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

/// Makes the links known, each with those of `devices` that have got addresses and send over it.
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

/// Nothing: no page is wanted.
std::unique_ptr<PageServer> serve_page(const BridgeOptions& options,
                                       const std::deque<OneLink>& links, const Ends& ends,
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

/// Waits until `until` or `stop`.
void pause(steady_clock::time_point until, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_until(lock, stop, until, [] { return false; });
}

/// Reports the links until the end. Returns why it ended before its time; empty: it did not.
std::string watch(const BridgeOptions& options, Peer<Emulator::StubInterface>& daemon,
                  const std::deque<OneLink>& links, LocalTestBed& bed, Ends& ends, PageServer* page,
                  const std::stop_token& stop) {
  constexpr milliseconds kLook{200};
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
    // Twice the same: dnsmasq empties its file before it writes it anew.
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
    pause(std::min({next, end, now + kLook}), stop);
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
  Ends ends(plan, options, bed, recording.logs(), stop);
  // Signals end the wait, not the calls: the last one has the results.
  Peer<Emulator::StubInterface> daemon(Server::kDaemon, "seawindd",
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
                                 .lost = ends.lost()};
    const auto [invalid, failed] =
        link.mac.empty() ? recording.end(report, marks)
                         : Recording::End{Recording::judged(report, marks, link.plan).reason, ""};
    if (!options.quiet || !invalid.empty())
      print_error("{}", exec_summary(report, link.plan, invalid, links.size() > 1 ? name : ""));
    valid = valid && invalid.empty();
    incomplete += failed;
  }
  if (!options.quiet && !options.record.empty())
    print_error("  recorded in {}{}\n", printable(options.record.string()),
                recording.is_there() ? "" : ", which has been moved since");
  if (!incomplete.empty()) throw Error("the recording is not complete: " + incomplete);
  return valid;
}

}  // namespace

bool run_bridge(Plan plan, BridgeOptions options, const std::stop_token& stop) {
  if (same_namespace(options.fixed.network_namespace, options.mobile.network_namespace))
    throw UsageError(
        "--mobile: both ends are in one network namespace, whose packets to itself cross no link");
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
