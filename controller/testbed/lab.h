// SPDX-License-Identifier: GPL-3.0-or-later
// The test bed of a laboratory: an emulator and two end hosts, each a machine of its own on which
// `seawind-agent serve` runs. Every slot is a namespace at each end host, joined to the emulator by
// a tunnel, or, if there is one slot, by interfaces of the machines.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "controller/testbed/lab_connection.h"
#include "controller/testbed/lab_daemon_socket.h"
#include "controller/testbed/testbed.h"
#include "namespaces/veth.h"
#include "namespaces/vxlan.h"

namespace seawind {

struct LabTestBedOptions {
  LabAddress emulator;
  LabAddress fixed;
  LabAddress mobile;
  std::uint16_t tunnel_port = kTunnelPort;
  /// The interfaces that carry the only slot's link in place of tunnels; empty: tunnels.
  struct Wire {
    std::string at_host;
    std::string at_emulator;
  };
  Wire fixed_wire{};
  Wire mobile_wire{};
  std::filesystem::path lab;  // the controller's folder (lab_folder.h)
  int mtu = 1500;             // of the end hosts' interfaces, bytes
  bool offloads = false;      // as in LocalTestBedOptions
  bool root_programs = false;
  /// Programs that `command` flows will run at the end hosts.
  std::vector<std::string> fixed_programs{};
  std::vector<std::string> mobile_programs{};
  HostAddresses addresses{};
  /// Waits for hosts that the last run still holds: if it was killed, until its lease ends.
  bool awaits_last_run = false;
  std::stop_token stop{};
};

class LabTestBed : public TestBed {
 public:
  explicit LabTestBed(LabTestBedOptions options);
  ~LabTestBed() override;

  void make_slot(int slot) override;
  void destroy_slot(int slot) override;
  bool slots_single_use() const override { return false; }
  SlotAccess access(int slot) const override;
  std::vector<Loss> losses() override;
  /// Waits at most ten minutes until the hosts are back.
  void restart() override;
  RelayTiming relay_timing() override;
  std::filesystem::path daemon_socket() const override { return daemon_socket_.path(); }
  void check_room() override;

 private:
  /// The hosts, in the order of their use.
  struct Hosts {
    std::unique_ptr<LabConnection> emulator;
    std::unique_ptr<LabConnection> fixed;
    std::unique_ptr<LabConnection> mobile;
    LabService daemon;
    std::array<LabConnection*, 3> all() const {
      return {emulator.get(), fixed.get(), mobile.get()};
    }
  };
  struct Slot {
    LabService fixed_agent;
    LabService mobile_agent;
  };
  /// Throws Error if one of the hosts is not a member of the lab, or no longer.
  void require_members() const;
  void start();
  void stop();
  LabConnection::Options host(const LabAddress& at, const std::vector<std::string>& programs) const;
  /// Packets sent between the hosts and the emulator, in both directions, that have not arrived.
  static std::int64_t lost_beside(const Hosts& hosts, int slot);
  /// One end of the link between a host and the emulator. `id`: of a tunnel.
  LinkEnd link_end(int slot, std::uint32_t id, bool mobile, bool at_host) const;
  bool has_wires() const { return !options_.fixed_wire.at_host.empty(); }
  /// Throws Error unless frames go from each host to the emulator's interface for it, to no other,
  /// and back.
  void prove_wires(int slot);

  LabTestBedOptions options_;
  LabDaemonSocket daemon_socket_;
  /// Id of the next tunnel. Begins anywhere; each is used once, since the kernel removes released
  /// tunnels with a delay.
  std::uint32_t next_tunnel_;
  const std::string run_;                          // part of the names of its logs
  std::chrono::steady_clock::time_point checked_;  // last check of the hosts' membership
  std::shared_ptr<Hosts> hosts_;                   // shared with the attempts that still use it
  std::map<int, Slot> slots_;
};

}  // namespace seawind
