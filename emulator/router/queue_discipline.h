// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of a queue of the last-hop router to the link. A classful discipline contains other
// disciplines.
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

/// Receives the events of a discipline, from inside its enqueue(), dequeue() or remove_if(), or
/// while the router is changed (last_hop_router.h). Every packet that enters or is dropped causes
/// an event. An implementation must not call into the discipline.
class QueueEvents {
 public:
  virtual ~QueueEvents() = default;
  /// `packet` has been queued. `traffic_class` is the leaf that holds it; 0 for a classless root.
  virtual void enqueued(const Packet& packet, std::uint8_t traffic_class) = 0;
  /// `packet` has left the queue, or was rejected, and does not appear in later events.
  virtual void dropped(const Packet& packet, DropReason reason) = 0;
  /// CE was set in `packet`.
  virtual void marked(const Packet& packet) = 0;
  /// The header of `packet` was changed in another way (re-marked).
  virtual void modified(const Packet& packet) = 0;
  /// A measurement of a class: kRouterAverage or kRouterTokens.
  virtual void measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) = 0;
  /// A meter has assigned a colour to `packet` on its entry into a class.
  virtual void coloured(const Packet&, std::uint8_t /*traffic_class*/, Colour) {}
};

/// Invariants: every packet passed to enqueue() is either returned once by dequeue() (or drain())
/// or reported once by QueueEvents::dropped(). bytes() and packets() count exactly the packets
/// inside. The traffic_class of a packet is the leaf it was sorted into.
class QueueDiscipline {
 public:
  virtual ~QueueDiscipline() = default;

  /// A packet arrives. The discipline may reject it, and may drop other packets.
  virtual void enqueue(Packet packet, Time now) = 0;
  /// Returns the next packet. Returns an empty one if no packet is inside, if no packet may leave
  /// yet (a shaper), or if the discipline dropped the last one at dequeue.
  virtual Packet dequeue(Time now) = 0;
  /// The next time at which dequeue() may return a packet: `now`, a later instant, or Time::max()
  /// if empty. Only calls of non-const functions change it.
  virtual Time next_ready(Time now) const = 0;
  /// The packet that dequeue() would return, if that is known without a decision; otherwise null.
  virtual const Packet* front() const { return nullptr; }

  /// Drops, with `reason`, every packet inside for which `chosen` is true.
  virtual void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                         Time now) = 0;
  /// Appends all packets inside to `out`, without events: the tree is being rebuilt.
  virtual void drain(std::vector<Packet>& out) = 0;
  /// Applies the parameters of `config` while packets are queued. `config` must have this
  /// discipline's structure (same_structure of tree_structure.h). State (averages, tokens, virtual
  /// times) is kept.
  virtual void change(const DisciplineConfig& config, const RouterContext& link, Time now) = 0;

  virtual std::int64_t bytes() const = 0;  // of IP packets
  virtual std::int64_t packets() const = 0;
  /// The limit reported in the counters; unlimited if the children have limits of their own.
  virtual BufferLimit limit() const { return {}; }
  /// Disciplines inside, in the configured order.
  virtual std::size_t children() const { return 0; }
  virtual const QueueDiscipline* child(std::size_t) const { return nullptr; }
  /// Number of the class that a child serves.
  virtual std::uint8_t class_of_child(std::size_t) const { return 0; }
};

}  // namespace seawind
