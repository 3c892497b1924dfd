// SPDX-License-Identifier: GPL-3.0-or-later
// What a queue of the last-hop router is to the link behind it. A classful discipline is a
// discipline made of disciplines.
#pragma once

#include <cstdint>
#include <functional>

#include "common/event_log.h"
#include "common/time.h"
#include "emulator/core/packet.h"

namespace seawind {

/// Told by a discipline, inside enqueue() or dequeue(), what became of packets: nothing is silent.
/// Must not call back into the discipline.
class QueueEvents {
 public:
  virtual ~QueueEvents() = default;
  /// `packet` is in the queue now; `traffic_class` is the leaf that holds it, 0 for a classless
  /// root.
  virtual void enqueued(const Packet& packet, std::uint8_t traffic_class) = 0;
  /// `packet` is out of the queue, or never got in, and will not be seen again.
  virtual void dropped(const Packet& packet, DropReason reason) = 0;
  /// CE was set in `packet`.
  virtual void marked(const Packet& packet) = 0;
  /// The header of `packet` was changed in another way (re-marked).
  virtual void modified(const Packet& packet) = 0;
  /// A measurement of a class: kRouterAverage, kRouterTokens.
  virtual void measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) = 0;
};

/// Invariants: every packet given to enqueue() is either handed out once by dequeue() or told to
/// QueueEvents::dropped() once; bytes() and packets() count what is inside and nothing else.
class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;

  /// A packet arrives. It may be refused, and others dropped instead of it or with it.
  virtual void enqueue(Packet packet, Time now) = 0;
  /// The packet whose turn it is, or an empty one: nothing is inside, what is inside may not leave
  /// yet (a shaper), or the discipline dropped the last one on the way out.
  virtual Packet dequeue(Time now) = 0;
  /// When dequeue() is next worth calling: now, a later instant, or Time::max() when empty.
  virtual Time next_ready(Time now) const = 0;

  /// Drops, told with `reason`, every packet inside for which `chosen` holds.
  virtual void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                         Time now) = 0;

  virtual std::int64_t bytes() const = 0;  // of IP packets
  virtual std::int64_t packets() const = 0;
};

}  // namespace seawind
