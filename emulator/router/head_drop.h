// SPDX-License-Identifier: GPL-3.0-or-later
// A FIFO queue that drops from the head (`head_drop`) until an arriving packet fits, so that the
// sender detects the loss one queueing delay earlier. A packet larger than the limit is rejected
// (`router_full`) and displaces no other. References: Lakshman, Neidhardt, Ott, "The drop from
// front strategy in TCP and in TCP over ATM" (1996); experiments B1.5.6.
#pragma once

#include "emulator/router/fifo.h"

namespace seawind {

class HeadDropQueue final : public QueueDiscipline {
 public:
  /// `events` must outlive the queue.
  HeadDropQueue(const BufferLimit& limit, QueueEvents& events) : limit_(limit), events_(events) {}

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time) override { return queue_.pop(); }
  Time next_ready(Time now) const override { return queue_.empty() ? Time::max() : now; }
  const Packet* front() const override { return queue_.front(); }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) override;
  void drain(std::vector<Packet>& out) override { queue_.drain(out); }
  /// A limit below the occupancy drops nothing until the next packet arrives.
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;
  std::int64_t bytes() const override { return queue_.occupancy().bytes; }
  std::int64_t packets() const override { return queue_.occupancy().packets; }
  BufferLimit limit() const override { return limit_; }

 private:
  BufferLimit limit_;
  QueueEvents& events_;
  Fifo queue_;
};

}  // namespace seawind
