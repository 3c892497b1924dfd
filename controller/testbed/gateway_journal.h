// SPDX-License-Identifier: GPL-3.0-or-later
// Records what a run changes in the caller's network namespace and the kernel does not undo:
// forwarding of IPv4 packets that arrive at its interfaces. Each run has a file in /run/seawind,
// complete before the first change and locked by the run's process, so that the changes of a killed
// run are found. The last of several runs that use an interface restores it.
#pragma once

#include <string>
#include <vector>

#include "common/directory.h"
#include "common/fds.h"

namespace seawind {

struct RestoredGateways {
  std::vector<std::string> written;  // settings: "net.ipv4.conf.eth0.forwarding=0"
  struct InUse {
    std::string interface;  // "seawind-0"
    pid_t process = 0;      // 0: unknown
  };
  std::vector<InUse> in_use;  // by runs
};

class GatewayJournal {
 public:
  /// Restores what dead runs changed in this network namespace. Holds a lock until unlock(), so
  /// that only one run at a time chooses its addresses and changes settings. Throws Error.
  GatewayJournal();
  /// Restores the settings, and removes the interface and the kernel's entries of connections over
  /// it. A setting that somebody else has changed since is left alone.
  ~GatewayJournal();
  GatewayJournal(const GatewayJournal&) = delete;
  GatewayJournal& operator=(const GatewayJournal&) = delete;

  /// The run's interface: its name, the MAC address that it will have, and the IPv4 address of the
  /// fixed host behind it.
  struct Own {
    std::string interface;
    std::string mac;
    std::string client;
  };
  /// Journals `own`, and which of `interfaces` do not forward without Seawind. Returns the indices
  /// of these. Called once, before the own interface is made. Throws Error.
  std::vector<unsigned> record(const Own& own, const std::vector<std::string>& interfaces);
  /// Switches on forwarding of the interfaces that record() returned. Throws Error.
  void switch_on();
  /// Whether somebody has written net.ipv4.ip_forward since record().
  bool forwarding_of_all_has_changed() const;
  void unlock() { lock_.reset(); }
  /// The interfaces in use in this network namespace when the lock was taken.
  const std::vector<RestoredGateways::InUse>& in_use() const { return in_use_; }

 private:
  Directory directory_;
  Fd lock_;
  std::vector<RestoredGateways::InUse> in_use_;
  std::string name_;                  // of the run's file; empty: none
  Fd file_;                           // holds its lock
  std::vector<unsigned> interfaces_;  // that this run lets forward
  std::string all_;                   // net.ipv4.conf.all.forwarding at record()
};

/// Whether IPv4 packets that arrive at this interface of the calling thread's network namespace are
/// forwarded.
bool forwards(const std::string& interface);

/// Restores what dead runs changed in this network namespace, and removes the entries of network
/// namespaces that no longer exist. Does nothing unless root has started a gateway since the
/// machine was installed. Throws Error.
RestoredGateways restore_gateways();

}  // namespace seawind
