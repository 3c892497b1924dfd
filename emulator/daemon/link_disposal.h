// SPDX-License-Identifier: GPL-3.0-or-later
// Destroys removed links in the background. Closing a packet socket waits for a grace period of the
// kernel (about 14 ms with HZ 250), and a link has several. Sockets that are closed at the same
// time share one period. Until then a socket receives the frames of its interface, which nobody
// reads; another link may use the interface.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "emulator/daemon/relay_link.h"

namespace seawind {

class LinkDisposal {
 public:
  LinkDisposal();
  ~LinkDisposal();  // returns when all links are destroyed

  /// Thread-safe. Blocks while many links wait, because each holds file descriptors.
  void add(std::unique_ptr<RelayLink> link);

 private:
  void loop();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<RelayLink>> waiting_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace seawind
