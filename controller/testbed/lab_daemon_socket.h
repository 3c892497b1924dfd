// SPDX-License-Identifier: GPL-3.0-or-later
// A socket on this machine that stands for that of a lab's seawindd, for `seawind link` and the
// window: the bytes of its connections, from this user and root alone, are carried to the emulator.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

#include "common/fds.h"
#include "common/peer_listener.h"
#include "controller/testbed/lab_connection.h"
#include "lab/tls_relay.h"
#include "namespaces/runtime_directory.h"

namespace seawind {

class LabDaemonSocket {
 public:
  /// `lab`: the controller's folder (lab_folder.h), read for each connection.
  LabDaemonSocket(LabAddress emulator, std::filesystem::path lab);
  ~LabDaemonSocket();
  LabDaemonSocket(const LabDaemonSocket&) = delete;
  LabDaemonSocket& operator=(const LabDaemonSocket&) = delete;

  std::filesystem::path path() const { return folder_.path() / "daemon.sock"; }

 private:
  /// Closes the connection if the emulator does not answer.
  void admit(Fd connection);

  const LabAddress emulator_;
  const std::filesystem::path lab_;
  const RuntimeDirectory folder_;
  std::stop_source stop_;
  std::vector<std::unique_ptr<lab::TlsRelay>> relays_;  // of the listener's thread
  PeerListener listener_;
};

}  // namespace seawind
