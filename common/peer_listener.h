// SPDX-License-Identifier: GPL-3.0-or-later
// A UNIX socket that only its owner, root and, where permitted, one group may connect to. The mode
// of the socket's file is not sufficient: it depends on the folder and the umask, and does not
// protect a connection that was obtained otherwise.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "common/fds.h"
#include "common/refusals.h"

namespace seawind {

class PeerListener {
 public:
  struct Options {
    std::string path;
    std::string program;               // name of the serving program in messages: "seawindd"
    std::function<void(Fd)> accepted;  // a non-blocking connection; called by a thread of its own
    std::function<void(const std::string&)> refused;  // at most one line in 10 s
    bool group = false;  // whether members of the group of the socket's file may connect as well
  };

  /// Listens on a file of mode 0660. Replaces a file that no process serves. Throws Error if
  /// another program serves the file or it cannot be made.
  explicit PeerListener(Options options);
  /// Takes no more connections and removes the file, if it is still ours.
  ~PeerListener();
  PeerListener(const PeerListener&) = delete;
  PeerListener& operator=(const PeerListener&) = delete;

 private:
  void serve();
  void admit(Fd connection);

  const Options options_;
  Fd listener_;
  Fd stop_;              // an event
  struct stat made_ {};  // the socket's file
  Refusals refusals_{1, std::chrono::seconds(10)};
  std::thread thread_;
};

/// Whether the peer of a connection is this process's user, or root. The kernel records the peer's
/// user when it connects. In a user namespace, users without a mapping (such as root outside)
/// appear as nobody and are rejected.
bool peer_may_call(int connection);

/// Whether `group` is the group, or a supplementary group, with which the peer has connected.
bool peer_in_group(int connection, gid_t group);

}  // namespace seawind
