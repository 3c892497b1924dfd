// SPDX-License-Identifier: GPL-3.0-or-later
// An interface of the caller's network namespace as an end of a link, which takes all of its
// frames. When the interface goes away, loses its carrier, or gets an address, by which this
// machine would answer past the link, the link waits for it, and its own interface has no carrier
// meanwhile: what the link sends then is lost, and counts as such.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/fds.h"
#include "common/netlink/interface_use.h"
#include "common/restarting_counter.h"
#include "namespaces/taken_wire.h"

namespace seawind {

class TakenInterface {
 public:
  /// `link`: the interface to be made for the link. Throws Error when `name` cannot carry a link.
  TakenInterface(InterfaceEnd link, std::string name);
  /// Gives the interface back.
  ~TakenInterface();
  TakenInterface(const TakenInterface&) = delete;
  TakenInterface& operator=(const TakenInterface&) = delete;

  /// As join_server().
  void join(const InterfaceEnd& server, const std::vector<DeviceWire>& devices) {
    join_server(server, between_.get(), devices);
  }
  /// Checks the interface and prints what has changed. Throws Error.
  void check();
  /// How frames were lost at the interface; empty: none was. Throws Error.
  const std::string& lost();

 private:
  /// Returns whether the interface's MTU has become too small.
  bool note_losses(const InterfaceState& now);
  void connect();
  void wait(const std::string& why);

  InterfaceEnd link_;
  std::string name_;
  std::optional<InterfaceLock> lock_;   // empty: the interface has gone
  unsigned index_ = 0;                  // of `name_`; 0: it has gone
  Fd between_;                          // a network namespace with what joins the two
  std::optional<OwnStackGuard> guard_;  // empty: the interface has gone
  InterfaceState seen_;
  RestartingCounter queue_drops_;
  std::string lost_;
  std::string problem_;  // why an interface that is there cannot carry the link
  std::chrono::steady_clock::time_point next_check_{};  // when wire_problem() is called again
  std::optional<std::chrono::steady_clock::time_point> waits_since_;
};

}  // namespace seawind
