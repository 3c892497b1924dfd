// SPDX-License-Identifier: GPL-3.0-or-later
// The path from the router to the send buffer: the slots of adapter and driver, then the link's
// input queue, in one FIFO, "in neither buffer" (model 2; section 3, queue_max_length,
// queue_max_size, queue_max_delay, queue_overflow_handling, queue_drop_policy). A packet here has
// left the router and is not reordered any more.
//
// Flow control behind a router. The queue accepts a packet while it holds fewer than
// queue_max_length packets and fewer than queue_max_size bytes. The last packet may therefore
// exceed the byte limit by less than its own size, as with the kernel's byte queue limits: the size
// of the router's next packet is not known before its dequeue (an interpretation). Up to
// adapter_slots further packets wait for a place in the queue. Without adapter slots and limits,
// the number of packets is not limited. Without a router the limits have no effect, since packets
// have no other place to wait.
//
// Drop. Packets enter the queue at once; the adapter slots hold none. If a packet does not fit
// whole within both limits, policy tail drops the packet (input_full); policy head drops packets
// from the head until it fits (head_drop). A packet larger than queue_max_size itself is always
// dropped (input_full).
//
// Age. A packet may leave up to and including queue_max_delay after it entered the queue (not the
// slots). One nanosecond later it is dropped (input_age).
//
// No queue (queue_max_length 0): hop_direction.h. Packets that were queued before a live change
// removed the queue stay, and none enters behind them until they have left.
#pragma once

#include <functional>

#include "emulator/core/ring.h"
#include "emulator/link/event_emitter.h"
#include "emulator/link/hop_config.h"
#include "emulator/link/progress.h"

namespace seawind {

class InputQueue {
 public:
  InputQueue(const InputQueueConfig& config, bool behind_router, Scheduler& scheduler,
             const EventEmitter& emit, Progress& progress);
  InputQueue(const InputQueue&) = delete;

  /// True if push() may be called now.
  bool accepts() const;
  /// Enqueues a packet; requires accepts(). May drop this packet or others.
  void push(Packet packet);
  /// Enqueues a packet of a router that is removed, regardless of the limit.
  void push_beyond_limit(Packet packet);

  /// True if no packet is ready for the send buffer.
  bool empty() const { return queued_.packets == 0; }
  const Packet& front() const { return packets_.front().packet; }
  Packet pop();
  bool drop_head(DropReason reason);

  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason);
  /// Applies new limits. Packets beyond the limits stay. With `shrink`, packets that do not fit are
  /// dropped from the tail.
  void change(const InputQueueConfig& config, bool behind_router, bool shrink);

  /// Occupancy of queue and slots together.
  const Occupancy& occupancy() const { return occupancy_; }

 private:
  struct Entry {
    Packet packet;
    Time entered;  // time it entered the queue
  };
  bool admits() const;
  void advance();
  void arm();
  void expire();
  void shrink();

  InputQueueConfig config_;
  bool behind_router_;
  Scheduler& scheduler_;
  const EventEmitter& emit_;
  Progress& progress_;
  Ring<Entry> packets_;  // the oldest queued_.packets elements are in the queue
  Occupancy occupancy_;  // queue and slots
  Occupancy queued_;     // queue only
  Time expiry_ = Time::max();
};

}  // namespace seawind
