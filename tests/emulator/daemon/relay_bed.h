// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "emulator/daemon/relay.h"
#include "tests/emulator/daemon/fakes.h"

namespace seawind::test {

/// A link of a relay between two fake ports, with its event log started.
struct RelayBed {
  RelayBed(const HopConfig& hop, Relay& relay, FakeClock& clock, const EventLogTarget& log = {},
           const PauseEvidence& pauses = {}) {
    auto fixed_port = std::make_unique<FakePort>(clock);
    auto mobile_port = std::make_unique<FakePort>(clock);
    fixed = fixed_port.get();
    mobile = mobile_port.get();
    link = std::make_unique<RelayLink>(hop, relay.packets(), clock.now - kOpening,
                                       std::move(fixed_port), std::move(mobile_port), log, clock,
                                       pauses);
    link->monitor().start_logging();
    relay.add(*link);
  }

  /// From before the opening of the ports to the start of the link.
  static constexpr Duration kOpening = Duration::seconds(2);
  FakePort* fixed;
  FakePort* mobile;
  std::unique_ptr<RelayLink> link;
};

}  // namespace seawind::test
