// SPDX-License-Identifier: GPL-3.0-or-later
// What a controller makes on a host of its lab: at an end host, for each slot, a namespace with the
// end of a link and an agent; at the emulator a namespace with seawindd and, for each slot, the
// ends of two links, tunnels or interfaces of the machine. Nothing else of the host is changed. The
// kernel removes all of it when this process has ended, a namespace when its last TCP connection
// has. Errors throw Error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/directory.h"
#include "common/fds.h"
#include "common/netlink/interface_use.h"
#include "common/permitted_programs.h"
#include "lab/certificate.h"
#include "lab/host/lab_host.pb.h"
#include "namespaces/holder_client.h"
#include "namespaces/taken_wire.h"
#include "namespaces/vxlan.h"

namespace seawind::lab {

/// The socket in `sockets` of a service that `HostParts` runs: `seawindd` at the emulator,
/// `agent-N` for slot N of a host. It may not exist. Throws Error for any other name.
std::filesystem::path service_socket(const std::filesystem::path& sockets,
                                     const std::string& service);

/// For one thread.
class HostParts {
 public:
  struct Options {
    Role role = Role::kAgent;    // kAgent or kEmulator
    bool root_programs = false;  // whether `command` flows may have `user: root`
    PermittedPrograms programs{PermittedPrograms::kNone};  // of `command` flows
    std::vector<std::string> program_groups{};             // ProgramGroup::entries() for them
    std::vector<std::string> interfaces{};                 // that may carry a link
    std::uint16_t tunnel_port = kTunnelPort;               // of all tunnels
  };
  /// `work`: for logs, `sockets`: of the services; both of this process alone, and outlive this
  /// object. At the emulator, seawindd listens afterwards. Removes the former programs/ of `work`,
  /// and, when all else has succeeded, what is in logs/.
  HostParts(Options options, const Directory& work, std::filesystem::path sockets);
  /// Removes everything that was made.
  ~HostParts();
  HostParts(const HostParts&) = delete;
  HostParts& operator=(const HostParts&) = delete;
  /// The folders of attempts that are in `work`. Throws Error: none.
  static Directory logs_in(const Directory& work);
  /// Removes these folders.
  static void remove_logs(const Directory& work);

  /// The slot's agent listens afterwards.
  void make_slot(const MakeSlotRequest& request);
  void destroy_slot(int slot);
  SlotPackets count_packets(int slot) const;
  void send_probes(const ProbesRequest& request) const;
  std::vector<HostEvent> losses();

  const Directory& logs() const { return logs_; }  // folders of attempts

 private:
  struct EndHost {
    Fd network_namespace;
    std::string interface;  // the end of the link
    bool wire = false;      // joined to it in relay_
  };
  struct Wire {
    InterfaceLock lock;
    std::optional<OwnStackGuard> guard;  // once it is taken
  };
  std::filesystem::path socket_of(const std::string& service) const;
  void start_daemon();
  /// `slot`: of the agent; -1: the service is seawindd.
  void wait_for(const std::string& service, int slot);
  void note_losses();
  /// Throws Error if the request names an interface of this machine that may not carry a link,
  /// another port for a tunnel, or a wire of an end host that has one in another slot
  /// (make_wire()).
  void require_permitted(const MakeSlotRequest& request) const;
  /// Keeps others out of the tunnels of a slot (vxlan.h).
  void guard(const MakeSlotRequest& request);
  /// Keeps the host's own protocols out of the slot's wires, once these are taken (taken_wire.h).
  void guard_wires(const MakeSlotRequest& request);
  /// Removes the interface by name: its namespace exists until the last process in it has ended,
  /// and closed connections hold it for minutes.
  void remove_interface(const EndHost& host);

  Options options_;
  Directory logs_;
  Directory program_logs_;
  std::filesystem::path sockets_;
  HolderClient holder_;
  std::vector<HostEvent> losses_;  // not reported yet
  std::set<std::string> remotes_;  // of guard_
  std::optional<TunnelGuard> guard_;
  std::map<int, EndHost> hosts_;    // by slot
  std::multimap<int, Wire> wires_;  // likewise
  Fd relay_;                        // the holder's network namespace, of seawindd at the emulator
};

}  // namespace seawind::lab
