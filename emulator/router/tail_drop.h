// SPDX-License-Identifier: GPL-3.0-or-later
// A FIFO queue with tail drop. A packet that does not fit whole is dropped, even if the queue is
// empty: a packet larger than the limit is never admitted. With `overfill` a packet is dropped only
// if the occupancy is at the limit or above. Reference: model 2, "tail-drop router
// queue", counted in IP bytes or in packets.
#pragma once

#include "emulator/core/limit.h"
#include "emulator/router/fifo.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

class TailDropQueue final : public QueueDiscipline {
 public:
  /// `events` must outlive the queue.
  TailDropQueue(const BufferLimit& limit, QueueEvents& events, bool overfill = false)
      : limit_(limit), overfill_(overfill), events_(events) {}

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;
  Time next_ready(Time now) const override { return queue_.empty() ? Time::max() : now; }
  const Packet* front() const override { return queue_.front(); }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) override;
  void drain(std::vector<Packet>& out) override { queue_.drain(out); }
  /// A limit below the occupancy drops nothing, and admits nothing until the occupancy fits.
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;
  std::int64_t bytes() const override { return queue_.occupancy().bytes; }
  std::int64_t packets() const override { return queue_.occupancy().packets; }
  BufferLimit limit() const override { return limit_; }

  void change_limit(const BufferLimit& limit) { limit_ = limit; }

 private:
  BufferLimit limit_;
  bool overfill_;
  QueueEvents& events_;
  Fifo queue_;
};

}  // namespace seawind
