// SPDX-License-Identifier: GPL-3.0-or-later
// What `seawind bridge` makes besides the daemon: the interfaces at both ends and in the relay's
// namespace, the way to the machine's network, the access network of devices.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "common/fds.h"
#include "controller/bridge/access_point.h"
#include "controller/bridge/address_server.h"
#include "controller/bridge/bridge_options.h"
#include "controller/bridge/taken_interface.h"
#include "controller/exec/gateway_process.h"
#include "controller/testbed/local.h"
#include "controller/testset/testset.pb.h"
#include "namespaces/taken_wire.h"

namespace seawind {

/// The interfaces of a link in the relay's namespace.
struct RelayNames {
  std::string fixed = "fixed";
  std::string mobile = "mobile";
};
/// The names for a device's own link; `device` counts from 0.
RelayNames relay_names(std::size_t device);

/// ADDRESS of ADDRESS/PREFIX.
std::string without_prefix(const std::string& address);

/// An end as it was made.
struct MadeEnd {
  std::string interface {};  // in its namespace; empty: an interface that was there, or the network
  std::string address{};     // with its prefix; empty: none
};

/// Makes, owns and monitors all parts except the daemon. For the main thread.
class BridgeEnds {
 public:
  /// `options`: a container or namespace that comes back replaces its end there. `logs`: of the
  /// programs that serve an end. Both must outlive this. Throws UsageError, Error.
  BridgeEnds(const Plan& plan, BridgeOptions& options, LocalTestBed& bed, const Directory& logs,
             const std::stop_token& stop);
  /// Removes the interfaces, which otherwise end a moment later, with the relay's namespace.
  ~BridgeEnds();
  BridgeEnds(const BridgeEnds&) = delete;
  BridgeEnds& operator=(const BridgeEnds&) = delete;

  MadeEnd fixed;
  MadeEnd mobile;
  std::string name_server{};  // for programs at the mobile end; empty: none
  bool offloads() const { return offloads_; }
  /// Where the DHCP server is.
  int access_namespace() const { return access_.get(); }
  /// The addresses of the devices with links of their own, in their order.
  const std::vector<std::string>& device_addresses() const { return device_addresses_; }
  /// Attaches one end again if it has gone and is back. Returns false when an end `pid:N` has
  /// ended: nothing can take its place.
  bool check(bool is_fixed);
  /// Which programs have ended early; empty: none.
  std::string lost() const;
  /// lost(), else frames lost at an interface, else others' network changes. Called at the end.
  std::string problem();
  /// The devices that have addresses.
  std::vector<Device> devices() const;

 private:
  void remove(const RelayNames& names) const;
  int fixed_host() const;
  bool has_devices() const { return options_.mobile.kind == BridgeEnd::Kind::kDevices; }
  void choose_hosts();
  std::string address_of(bool is_fixed) const;
  InterfaceEnd describe(int host, bool is_fixed) const;
  InterfaceEnd in_relay(const std::string& name) const;
  MadeEnd make(const BridgeEnd& end, int host, bool is_fixed);
  void attach(bool is_fixed, BridgeEnd back);
  void connect_network(const Directory& logs);
  void serve_devices(const Directory& logs, const std::stop_token& stop);
  std::vector<DeviceWire> connect_devices(AddressPlan& addresses);
  void route_mobile() const;

  BridgeOptions& options_;
  int mtu_;
  bool has_nat_;
  std::vector<std::string> nat64_prefixes_;
  Fd relay_;
  bool offloads_ = false;
  bool addressed_ = true;  // the interfaces made here get addresses by themselves
  HostAddresses hosts_;
  struct Gone {
    std::chrono::steady_clock::time_point since;
    std::chrono::steady_clock::time_point retry_at;
    std::string problem;  // of the last attempt
  };
  std::array<std::optional<Gone>, 2> gone_;  // fixed, mobile
  std::optional<WifiAccessPoint> access_point_;
  std::array<std::optional<TakenInterface>, 2> taken_;  // fixed, mobile: ends that are interfaces
  Fd access_;                                           // beside the devices
  std::optional<AddressServer> addresses_;
  std::vector<std::string> device_addresses_;
  Fd between_;  // between the link and the machine's network
  std::optional<GatewayProcess> gateway_;
};

}  // namespace seawind
