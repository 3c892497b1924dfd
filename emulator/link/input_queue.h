// SPDX-License-Identifier: GPL-3.0-or-later
// The way from the router to the send buffer: the slots of adapter and driver, then the link's own
// input queue, one FIFO, "in neither buffer" (link-model section 2; section 3, queue_max_length,
// queue_max_size, queue_max_delay, queue_overflow_handling, queue_drop_policy). A packet in here
// has left the router for good and cannot be reordered any more.
//
// Flow control behind a router. The queue takes a packet while it holds fewer than
// queue_max_length packets and fewer than queue_max_size bytes - so the last one may exceed the
// bytes by less than itself, as with the kernel's byte queue limits: the size of what the router
// gives next is not known before it is taken [I]. Behind it adapter_slots packets wait for a place.
// Without adapter slots and limits there is room for any number. Without a router there is nowhere
// else to wait: the limits do nothing.
//
// Drop. Everything is taken at once and the adapter slots hold nothing back. A packet that does not
// fit whole within both limits is dropped (tail: input_full), or packets are dropped from the head
// until it fits (head: head_drop); one larger than queue_max_size itself is always input_full.
//
// Age. A packet that has been in the queue (not the slots) for longer than queue_max_delay is
// dropped (input_age) at that instant: it may leave queue_max_delay after it came, and is dropped
// one nanosecond later.
#pragma once

#include <functional>

#include "emulator/core/ring.h"
#include "emulator/link/hop_config.h"
#include "emulator/link/teller.h"

namespace seawind {

class InputQueue {
 public:
  InputQueue(const InputQueueConfig& config, bool behind_router, Scheduler& scheduler,
             const Teller& tell, Progress& progress);
  InputQueue(const InputQueue&) = delete;

  /// Whether a packet may be handed over now.
  bool takes() const;
  /// Takes a packet (takes() holds), which may cost it or others their place.
  void push(Packet packet);

  /// Whether no packet is ready for the send buffer.
  bool empty() const { return queued_.packets == 0; }
  const Packet& front() const { return slots_.front().packet; }
  Packet pop();
  bool drop_head(DropReason reason);

  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason);
  /// Takes over new limits. Packets beyond them stay, unless `shrink`: then those that do not fit
  /// are dropped from the tail.
  void change(const InputQueueConfig& config, bool behind_router, bool shrink);

  /// Queue and slots together.
  const Fill& fill() const { return fill_; }

 private:
  struct Slot {
    Packet packet;
    Time entered;  // the queue
  };
  bool admits() const;
  void advance();
  void arm();
  void expire();
  void shrink();

  InputQueueConfig config_;
  bool behind_router_;
  Scheduler& scheduler_;
  const Teller& tell_;
  Progress& progress_;
  Ring<Slot> slots_;  // the oldest are in the queue
  Fill fill_;         // of all
  Fill queued_;       // of the queue
  Time expiry_ = Time::max();
};

}  // namespace seawind
