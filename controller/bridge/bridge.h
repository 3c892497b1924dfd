// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind bridge`: a link between interfaces, network namespaces and containers that exist.
//
//   fixed end --veth or macvlan-- relay's namespace (seawindd) --veth or macvlan-- mobile end
//
// All that is made has its other end in the relay's namespace, which ends with its processes, so
// that the kernel removes it, whatever is killed. A device with a link of its own has such a row of
// its own from the fixed end to the interface that it is behind (namespaces/wire.h).
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "controller/bridge/bridge_end.h"
#include "controller/bridge/page_server.h"
#include "controller/testset/bridge.pb.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

class LinkReport;

/// A device of kDevices with a link of its own, whose name device_link_name() gives.
struct DeviceLink {
  std::string name;  // of the device
  std::string mac;   // in lower case
  Plan plan;
};

/// A page for the devices of kDevices.
struct DevicePageOptions {
  std::vector<OfferedProfile> profiles;
  std::filesystem::path configs;  // where names of profiles are looked up
};

struct BridgeOptions {
  BridgeEnd fixed;
  BridgeEnd mobile;
  // ADDRESS/PREFIX of the interface made there; empty: chosen if the other end is not an interface,
  // else none
  std::string fixed_address{};
  std::string mobile_address{};             // kDevices: of the DHCP server
  AccessPoint access_point{};               // of a mobile end `ap:`
  std::vector<DeviceLink> devices{};        // only with `nat` and kDevices, and without `record`
  std::optional<DevicePageOptions> page{};  // likewise with kDevices; none: nothing is served
  std::string name{};                       // of the link; empty: chosen
  std::filesystem::path record{};           // a new campaign directory; empty: nothing is kept
  std::optional<std::chrono::nanoseconds> duration{};  // none: until a stop
  std::chrono::milliseconds interval{1000};            // between two calls of on_report
  /// Called for each link, with its name and counters: at the start, at each interval and at the
  /// end.
  std::function<void(const std::string&, const LinkReport&)> on_report{};
  bool quiet = false;  // print only errors, warnings and invalid timing
};

/// Runs until the end of `duration`, a stop, or the end of the process of an end. A container or a
/// named namespace that has gone is attached again when it is back. `plan`: of the link of all that
/// have none of their own. All links have the smallest MTU of their plans. Returns whether the
/// timing of all was valid. Must be called by the main thread. Throws UsageError, Error.
bool run_bridge(Plan plan, BridgeOptions options, const std::stop_token& stop);

}  // namespace seawind
