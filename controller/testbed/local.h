// SPDX-License-Identifier: GPL-3.0-or-later
// The test bed on this machine: a holder process, one seawindd, and two agents per slot.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>

#include "common/directory.h"
#include "controller/legacy_tcp/legacy_tcp.h"
#include "controller/testbed/testbed.h"
#include "namespaces/holder_client.h"
#include "namespaces/runtime_directory.h"
#include "namespaces/socket_table.h"
#include "namespaces/tcp_split.h"
#include "namespaces/veth.h"

namespace seawind {

struct LocalTestBedOptions {
  Directory log_dir;       // --log-dir of seawindd and the agents; names of logs are relative to it
  Directory program_logs;  // for the output of seawindd and the agents
  int mtu = 1500;          // of the end hosts' interfaces, bytes
  bool offloads = false;   // of all interfaces; the links' ports must be of kind "super"
  bool root_programs = false;           // whether `command` flows may have `user: root`
  HostAddresses addresses{};            // of the end hosts of every slot
  std::vector<int> relay_processors{};  // of the relay's threads; empty: any
  std::stop_token stop{};               // when stopped, waiting times become short
};

/// Must be made, used and destroyed by the program's main thread, because the holder dies with the
/// thread that started it.
class LocalTestBed : public TestBed {
 public:
  explicit LocalTestBed(LocalTestBedOptions options);
  ~LocalTestBed() override;

  void make_slot(int slot) override;
  void destroy_slot(int slot) override;
  /// True for an ordinary user, because the kernel lets only the real root clear TCP metrics.
  bool slots_single_use() const override;
  SlotAccess access(int slot) const override;
  std::vector<Loss> losses() override;
  void restart() override;
  RelayTiming relay_timing() override;
  /// The namespaces of a slot's hosts. `user` owns the other two; it is the caller's own when the
  /// caller is root.
  struct Namespaces {
    Fd user;
    Fd fixed;
    Fd mobile;
    NetworkTables fixed_tables;
    NetworkTables mobile_tables;
  };
  Namespaces namespaces(int slot);
  /// The namespace of the links' interfaces, in which seawindd runs.
  Fd relay_namespace();
  /// A TCP socket that listens at every address of the slot's fixed host.
  Fd listen(int slot, std::uint16_t port);
  /// Makes the fixed host the gateway of the mobile host for all other destinations.
  void route_over_link(int slot);
  /// Makes the fixed host the slot's router towards an interface kOutsideInterface, which need not
  /// exist yet (outside.h).
  void forward_to_outside(int slot);
  /// Looks for the gateway `address` from the slot's fixed host (outside.h).
  void resolve_neighbour(int slot, const std::string& address);
  /// Splits TCP connections at the slot's fixed host (tcp_split.h).
  SplitSockets split_tcp(int slot, const std::vector<std::uint16_t>& ports, bool others);
  /// The daemon's socket; changes with a restart.
  std::filesystem::path daemon_socket() const override { return daemon_socket_; }

 private:
  LegacyTcpPrograms& legacy_tcp() const;
  void start();
  void stop();
  /// Returns the descriptors that the answer carries.
  std::vector<Fd> request(const nlohmann::json& message);
  /// A request whose answer carries one descriptor.
  Fd request_one(const nlohmann::json& message);
  nlohmann::json agent_request(int slot, const char* host) const;
  std::filesystem::path agent_socket(int slot, const char* host) const;
  std::string log_file(const std::string& program) const;

  LocalTestBedOptions options_;
  RuntimeDirectory sockets_;
  int generation_ = 0;  // of the test bed; part of every socket's name: new sockets after a restart
  std::optional<HolderClient> holder_;  // empty: the last start has failed
  std::filesystem::path daemon_socket_;
  std::shared_ptr<grpc::Channel> emulator_;
  std::map<int, int> slots_;  // slot -> number of times it was made
  mutable std::mutex legacy_tcp_mutex_;
  mutable std::unique_ptr<LegacyTcpPrograms> legacy_tcp_;  // null until the first use
};

}  // namespace seawind
