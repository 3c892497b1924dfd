// SPDX-License-Identifier: GPL-3.0-or-later
// A Wi-Fi card of the caller's network namespace as an access point: hostapd, which joins the card
// to a bridge that it makes. hostapd removes the bridge and restores the card's mode and state,
// also when the process of this object is killed.
#pragma once

#include <stop_token>
#include <string>

#include "common/netlink/interface_use.h"
#include "controller/bridge/serving_program.h"
#include "controller/testset/bridge.pb.h"

namespace seawind {

/// hostapd.conf(5) for the card `interface`, which joins `bridge`.
std::string hostapd_configuration(const AccessPoint& network, const std::string& interface,
                                  const std::string& bridge);
/// What the user should do after hostapd has printed this about a Wi-Fi card; empty: unknown.
std::string hostapd_advice(const std::string& printed, const std::string& interface,
                           const AccessPoint& network);

class WifiAccessPoint {
 public:
  /// Returns when the access point is enabled. Throws Error, Stopped.
  WifiAccessPoint(const AccessPoint& network, const std::string& interface, const Directory& logs,
                  const std::stop_token& stop);
  ~WifiAccessPoint();
  WifiAccessPoint(const WifiAccessPoint&) = delete;
  WifiAccessPoint& operator=(const WifiAccessPoint&) = delete;

  /// The bridge that the devices' frames pass.
  const std::string& bridge() const { return bridge_; }
  bool has_ended() const { return program_->has_ended(); }

 private:
  std::string bridge_;
  InterfaceLock card_;
  std::optional<ServingProgram> program_;
};

}  // namespace seawind
