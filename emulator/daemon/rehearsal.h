// SPDX-License-Identifier: GPL-3.0-or-later
// A link that goes nowhere, to run through before a real release: after an idle time a halted
// processor's caches hold neither the code nor the address translations of a packet's way, and the
// first packet would pay for fetching them (about 3 us, measured with relay_bench at 200
// packets/s).
#pragma once

#include <memory>

#include "emulator/daemon/clock.h"
#include "emulator/daemon/relay_link.h"
#include "emulator/daemon/stamp_mapper.h"

namespace seawind {

class Rehearsal {
 public:
  explicit Rehearsal(Clock& clock);
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;

  /// Takes one packet all the way from a port that makes it to a port that swallows it.
  void run();

 private:
  Clock& clock_;
  StampMapper stamps_;
  std::unique_ptr<RelayLink> link_;
};

}  // namespace seawind
