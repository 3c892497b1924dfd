// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/bridge_ends.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <net/if.h>

#include <thread>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/print_error.h"
#include "common/units.h"
#include "common/unix_address.h"
#include "controller/campaign/rpc.h"
#include "controller/exec/exec_plan.h"
#include "controller/exec/free_addresses.h"
#include "controller/exec/name_server.h"
#include "controller/testset/plan.h"
#include "namespaces/netns.h"
#include "namespaces/outside.h"

namespace seawind {
namespace {

using std::chrono::steady_clock;

/// The name of an interface made in an end is this one and a number.
constexpr auto kInterfacePrefix = "seawind";
constexpr int kMostInterfaces = 1000;
/// The access network's.
constexpr auto kDevicesInterface = "devices";
constexpr auto kDevicesPrefix = "/24";

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

/// Locks both ends until they are made: bridges that begin at once in the same namespaces choose
/// addresses and names of interfaces there one after the other.
std::vector<Fd> lock_ends(const BridgeEnd& fixed, const BridgeEnd& mobile,
                          const std::stop_token& stop) {
  std::vector<const BridgeEnd*> ends;
  for (const BridgeEnd* end : {&fixed, &mobile})
    if (end->kind == BridgeEnd::Kind::kNamespace &&
        (ends.empty() || !same_namespace(end->network_namespace, ends.front()->network_namespace)))
      ends.push_back(end);
  constexpr std::chrono::seconds kSetUpTime{60};  // for all that begin at once
  constexpr std::chrono::milliseconds kPause{20};
  const auto until = steady_clock::now() + kSetUpTime;
  while (!stop.stop_requested() && steady_clock::now() < until) {
    std::vector<Fd> locks;
    for (const BridgeEnd* end : ends)
      in_network_namespace(end->network_namespace.get(), [&] {
        if (Fd lock = lock_abstract_name("lock " + end->text, "seawind-bridge"))
          locks.push_back(std::move(lock));
      });
    if (locks.size() == ends.size()) return locks;
    locks.clear();
    std::this_thread::sleep_for(kPause);
  }
  if (stop.stop_requested()) throw Stopped();
  throw Error(fmt::format("cannot use {} and {}: others set up their links there", fixed.text,
                          mobile.text));
}

}  // namespace

RelayNames relay_names(std::size_t device) {
  return {fmt::format("fixed{}", device + 1), fmt::format("mobile{}", device + 1)};
}

std::string without_prefix(const std::string& address) {
  return address.substr(0, address.find('/'));
}

BridgeEnds::BridgeEnds(const Plan& plan, BridgeOptions& options, LocalTestBed& bed,
                       const Directory& logs, const std::stop_token& stop)
    : options_(options),
      mtu_(static_cast<int>(plan.test_set().mtu())),
      has_nat_(has_nat(plan)),
      nat64_prefixes_(nat64_prefixes(plan)),
      relay_(bed.relay_namespace()) {
  offloads_ = plan.test_set().offloads() || !options.fixed.interface.empty() ||
              !options.mobile.interface.empty();
  std::vector<Fd> locks = lock_ends(options.fixed, options.mobile, stop);
  choose_hosts();
  fixed = make(options.fixed, fixed_host(), true);
  if (options.mobile.text.starts_with("ap:"))
    access_point_.emplace(options.access_point, options.mobile.interface, logs, stop);
  mobile = make(options.mobile, options.mobile.network_namespace.get(), false);
  locks.clear();
  if (options.fixed.kind == BridgeEnd::Kind::kNetwork) connect_network(logs);
  if (options.mobile.kind == BridgeEnd::Kind::kDevices) serve_devices(logs, stop);
}

BridgeEnds::~BridgeEnds() {
  remove(RelayNames());
  for (std::size_t i = 0; i < options_.devices.size(); ++i) remove(relay_names(i));
}

bool BridgeEnds::check(bool is_fixed) {
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
  constexpr std::chrono::seconds kPollInterval{1};
  if (now < gone->retry_at) return true;
  gone->retry_at = now + kPollInterval;
  try {
    attach(is_fixed, open_bridge_end(end.text));
  } catch (const UsageError&) {  // not yet
    return true;
  } catch (const Error& error) {  // it may still be in the making
    if (std::exchange(gone->problem, error.what()) != error.what())
      print_error("seawind: {} is back, but cannot be attached yet: {}\n", end.text, gone->problem);
    return true;
  }
  print_error("seawind: {} is attached again, after {}\n", end.text,
              short_duration(std::chrono::nanoseconds(steady_clock::now() - gone->since).count()));
  gone.reset();
  return true;
}

std::string BridgeEnds::lost() const {
  std::vector<std::string_view> out;
  if (gateway_ && gateway_->has_ended()) out.emplace_back(kGatewayEnded);
  if (access_point_ && access_point_->has_ended())
    out.emplace_back("hostapd has ended: there is no access point");
  if (addresses_ && addresses_->has_ended())
    out.emplace_back("dnsmasq has ended: devices get no addresses");
  return fmt::format("{}", fmt::join(out, "; "));
}

std::string BridgeEnds::problem() {
  if (std::string ended = lost(); !ended.empty()) return ended;
  for (auto& taken : taken_)
    if (std::string what = taken ? taken->lost() : ""; !what.empty()) return what;
  return gateway_ ? gateway_->problem() : "";
}

std::vector<Device> BridgeEnds::devices() const {
  return addresses_ ? addresses_->devices() : std::vector<Device>();
}

void BridgeEnds::remove(const RelayNames& names) const {
  for (const std::string& name : {names.fixed, names.mobile}) {
    try {
      remove_interface(relay_.get(), name);
    } catch (const Error&) {  // gone with its other end
    }
  }
}

int BridgeEnds::fixed_host() const {
  return between_ ? between_.get() : options_.fixed.network_namespace.get();
}

/// Addresses that are free in this machine's network and at both ends.
void BridgeEnds::choose_hosts() {
  if (options_.fixed.kind == BridgeEnd::Kind::kNetwork) between_ = make_network_namespace();
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

std::string BridgeEnds::address_of(bool is_fixed) const {
  const std::string& own = is_fixed ? options_.fixed_address : options_.mobile_address;
  if (!own.empty() || !addressed_) return own;
  return (is_fixed ? hosts_.fixed : hosts_.mobile) +
         (has_devices() ? kDevicesPrefix : HostAddresses::kPrefix);
}

/// The interface to make in a namespace.
InterfaceEnd BridgeEnds::describe(int host, bool is_fixed) const {
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

InterfaceEnd BridgeEnds::in_relay(const std::string& name) const {
  return {.network_namespace = relay_.get(), .name = name, .mtu = mtu_, .offloads = offloads_};
}

MadeEnd BridgeEnds::make(const BridgeEnd& end, int host, bool is_fixed) {
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

/// Moves the interface of an end to the namespace that has replaced the end's. Each step is
/// repeatable: after one that has thrown, the next call continues from where the interface is.
void BridgeEnds::attach(bool is_fixed, BridgeEnd back) {
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

void BridgeEnds::connect_network(const Directory& logs) {
  const std::string server = own_name_server();
  gateway_.emplace(GatewayPlan{.fixed_address = without_prefix(fixed.address),
                               .mtu = mtu_,
                               .nat = true,
                               .expose = {},
                               .caller_name_server = server,
                               .old_connections = true},
                   between_, logs);
  if (!server.empty()) name_server = gateway_->address();
  if (!has_devices()) route_mobile();
}

/// Makes the access network, which assigns addresses and forwards what a NAT of the link's profile
/// translates back to the device that it is for.
void BridgeEnds::serve_devices(const Directory& logs, const std::stop_token& stop) {
  access_ = make_network_namespace();
  const InterfaceEnd own{.network_namespace = access_.get(),
                         .name = kDevicesInterface,
                         .mtu = mtu_,
                         .offloads = offloads_,
                         .address = address_of(false)};
  const bool is_nat = options_.fixed.kind == BridgeEnd::Kind::kNetwork;
  const std::string gateway = without_prefix(fixed.address);
  mobile.address = own.address;
  AddressPlan addresses{
      .address = own.address, .gateway = gateway, .name_server = is_nat ? name_server : gateway};
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
std::vector<DeviceWire> BridgeEnds::connect_devices(AddressPlan& addresses) {
  std::vector<DeviceWire> out;
  device_addresses_ = last_addresses(addresses, options_.devices.size());
  for (const std::string& address : device_addresses_) {
    const DeviceLink& device = options_.devices[out.size()];
    const RelayNames names = relay_names(out.size());
    make_veth_pair({.network_namespace = between_.get(),
                    .name = free_interface(between_.get()),
                    .mtu = mtu_,
                    .offloads = offloads_,
                    .address = addresses.gateway,
                    .peer = address},
                   in_relay(names.fixed));
    addresses.reserved.push_back({.mac = device.mac, .address = address, .name = {}});
    out.push_back({device.mac, in_relay(names.mobile)});
  }
  return out;
}

/// Adds routes that are more specific than a default route that is there, which stays.
void BridgeEnds::route_mobile() const {
  for (const char* half : {"0.0.0.0/1", "128.0.0.0/1"})
    add_route(options_.mobile.network_namespace.get(), half, without_prefix(fixed.address));
}

}  // namespace seawind
