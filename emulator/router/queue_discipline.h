// SPDX-License-Identifier: GPL-3.0-or-later
// What a queue of the last-hop router is to the link behind it. A classful discipline is a
// discipline made of disciplines.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "common/event_log.h"
#include "common/time.h"
#include "emulator/core/limit.h"
#include "emulator/core/packet.h"
#include "emulator/router/node.h"

namespace seawind {

struct DisciplineConfig;

enum class Colour : std::uint8_t { kGreen = 0, kYellow = 1, kRed = 2 };

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
  /// A meter found `packet`, on its way into a class, to be of this colour.
  virtual void coloured(const Packet&, std::uint8_t /*traffic_class*/, Colour) {}
};

/// Invariants: every packet given to enqueue() is either handed out once by dequeue() (or drain())
/// or told to QueueEvents::dropped() once; bytes() and packets() count what is inside and nothing
/// else. A packet comes with the traffic_class of the leaf it was sorted into.
class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;

  /// A packet arrives. It may be refused, and others dropped instead of it or with it.
  virtual void enqueue(Packet packet, Time now) = 0;
  /// The packet whose turn it is, or an empty one: nothing is inside, what is inside may not leave
  /// yet (a shaper), or the discipline dropped the last one on the way out.
  virtual Packet dequeue(Time now) = 0;
  /// When dequeue() is next worth calling: now, a later instant, or Time::max() when empty. The
  /// instant only changes by a call of a method that is not const.
  virtual Time next_ready(Time now) const = 0;
  /// The packet dequeue() would hand out, if that is known without deciding anything; null when it
  /// is not, or when empty.
  virtual const Packet* front() const { return nullptr; }

  /// Drops, told with `reason`, every packet inside for which `chosen` holds.
  virtual void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                         Time now) = 0;
  /// Appends everything inside to `out`, without a word to QueueEvents: the tree is being rebuilt.
  virtual void drain(std::vector<Packet>& out) = 0;
  /// Takes over the parameters of `config`, which has this discipline's shape (same_shape of
  /// shape.h), while packets are queued; state (averages, tokens, virtual times) is kept.
  virtual void change(const DisciplineConfig& config, const RouterContext& link, Time now) = 0;

  virtual std::int64_t bytes() const = 0;  // of IP packets
  virtual std::int64_t packets() const = 0;
  /// The most it may hold, as shown in the counters; neither: its children have limits of their
  /// own.
  virtual BufferLimit limit() const { return {}; }
  /// Disciplines inside, in the order of the configuration.
  virtual std::size_t children() const { return 0; }
  virtual const QueueDiscipline* child(std::size_t) const { return nullptr; }
  /// Number of the class a child serves.
  virtual std::uint8_t class_of_child(std::size_t) const { return 0; }
};

}  // namespace seawind
