// SPDX-License-Identifier: GPL-3.0-or-later
// A UNIX socket that only its owner and root may call. The mode of a socket's file alone is no
// guard: it is the folder's and the umask's to lose, and says nothing of who has got hold of it.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "common/fds.h"

namespace seawind {

class PeerListener {
 public:
  struct Options {
    std::string path;
    std::string program;               // who serves it, for messages: "seawindd"
    std::function<void(Fd)> accepted;  // a non-blocking connection; called by a thread of its own
    std::function<void(const std::string&)> refused;  // at most one line in 10 s
  };

  /// Listens from now on, on a file of mode 0660. A file that nobody answers on is replaced; throws
  /// Error when another program serves it or it cannot be made.
  explicit PeerListener(Options options);
  /// Takes no more connections and removes the file, if it is still ours.
  ~PeerListener();
  PeerListener(const PeerListener&) = delete;
  PeerListener& operator=(const PeerListener&) = delete;

 private:
  void serve();
  void take(Fd connection);

  const Options options_;
  Fd listener_;
  Fd stop_;              // an event
  struct stat made_ {};  // the socket's file
  std::int64_t told_ns_ = 0;
  int untold_ = 0;
  std::thread thread_;
};

/// Whether the other end of a connection is this process's user, or root. In a user namespace users
/// it does not know, root outside among them, are nobody and may not. The kernel notes who the
/// other end is when it connects.
bool peer_may_call(int connection);

}  // namespace seawind
