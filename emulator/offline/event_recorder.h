// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a hop's events directly to an event log. No ring or thread is needed in virtual time.
#pragma once

#include "common/event_log.h"
#include "emulator/core/observer.h"

namespace seawind {

class EventRecorder final : public LinkObserver {
 public:
  static constexpr std::uint32_t kSnapBytes = 96;

  explicit EventRecorder(EventLogWriter& log) : log_(log) {}
  void on_event(const LinkEvent& event, const Packet* packet) override;

 private:
  EventLogWriter& log_;
  std::vector<std::byte> record_;
};

}  // namespace seawind
