// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `seawind bridge`.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
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
  std::optional<DevicePageOptions> page{};  // only with kDevices; none: no page
  std::string name{};                       // of the link; empty: chosen
  std::filesystem::path record{};           // a new campaign directory; empty: nothing is kept
  std::optional<std::chrono::nanoseconds> duration{};  // none: until a stop
  std::chrono::milliseconds interval{1000};            // between two calls of on_report
  /// Called for each link, with its name and counters: at the start, at each interval and at the
  /// end.
  std::function<void(const std::string&, const LinkReport&)> on_report{};
  bool quiet = false;  // print only errors, warnings and invalid timing
};

}  // namespace seawind
