// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/input_queue.h"

#include <algorithm>
#include <utility>

namespace seawind {

InputQueue::InputQueue(const InputQueueConfig& config, bool behind_router, Scheduler& scheduler,
                       const EventEmitter& emit, Progress& progress)
    : config_(config),
      behind_router_(behind_router),
      scheduler_(scheduler),
      emit_(emit),
      progress_(progress) {}

// Whether the queue, without the slots, accepts a packet.
bool InputQueue::admits() const {
  if (!behind_router_ || config_.none() || config_.overflow == OverflowHandling::kDrop) return true;
  const BufferLimit& limit = config_.limit;
  return (!limit.packets || queued_.packets < *limit.packets) &&
         (!limit.bytes || queued_.bytes < *limit.bytes);
}

bool InputQueue::accepts() const {
  if (config_.none()) return occupancy_.packets == 0;
  const std::int64_t in_slots = occupancy_.packets - queued_.packets;
  return in_slots < config_.adapter_slots || (in_slots == 0 && admits());
}

void InputQueue::push(Packet packet) {
  const std::uint32_t size = packet.size();
  if (config_.overflow == OverflowHandling::kDrop && !queued_.fits(size, config_.limit)) {
    const bool hopeless = !Occupancy{}.fits(size, config_.limit);
    if (hopeless || config_.drop == DropPolicy::kTail) {
      return emit_.drop(packet, DropReason::kInputFull);
    }
    while (!queued_.fits(size, config_.limit)) drop_head(DropReason::kHeadDrop);
  }
  push_beyond_limit(std::move(packet));
}

void InputQueue::push_beyond_limit(Packet packet) {
  occupancy_.add(packet.size());
  packets_.push_back({std::move(packet), {}});
  advance();
}

Packet InputQueue::pop() {
  Packet packet = packets_.pop_front().packet;
  occupancy_.remove(packet.size());
  queued_.remove(packet.size());
  advance();
  return packet;
}

bool InputQueue::drop_head(DropReason reason) {
  if (empty()) return false;
  emit_.drop(pop(), reason);
  return true;
}

void InputQueue::advance() {
  while (queued_.packets < occupancy_.packets && admits()) {
    Entry& entry = packets_[packets_.first() + static_cast<std::uint64_t>(queued_.packets)];
    entry.entered = scheduler_.now();
    queued_.add(entry.packet.size());
  }
  arm();
}

void InputQueue::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason) {
  const std::int64_t queued = queued_.packets;
  std::int64_t visited = 0;
  packets_.remove_if([&](const Entry& entry) { return ++visited, chosen(entry.packet); },
                     [&](const Entry& entry) {
                       occupancy_.remove(entry.packet.size());
                       if (visited <= queued) queued_.remove(entry.packet.size());
                       emit_.drop(entry.packet, reason);
                     });
  advance();
}

void InputQueue::change(const InputQueueConfig& config, bool behind_router, bool shrink) {
  const bool same = config.limit == config_.limit && config.overflow == config_.overflow &&
                    config.adapter_slots == config_.adapter_slots &&
                    behind_router == behind_router_;  // it may hold more than its limit by design
  config_ = config;
  behind_router_ = behind_router;
  const bool limited = behind_router || config.none() || config.overflow == OverflowHandling::kDrop;
  if (shrink && limited && !same) this->shrink();
  expiry_ = Time::max();  // voids the event of an earlier arm()
  advance();
}

// Keeps the longest run from the head that fits the queue, and up to adapter_slots more.
void InputQueue::shrink() {
  Occupancy kept;
  std::int64_t in_slots = 0;
  const bool slots = config_.overflow == OverflowHandling::kFlowControl;
  remove_if(
      [&](const Packet& packet) {
        if (in_slots == 0 && kept.fits(packet.size(), config_.limit)) {
          kept.add(packet.size());
          return false;
        }
        return !slots || in_slots++ >= config_.adapter_slots;
      },
      DropReason::kShrink);
}

void InputQueue::arm() {
  if (!config_.max_delay || empty()) return;
  // A live change to a smaller limit may put this in the past; the event then runs at this instant.
  const Time when = std::max(
      packets_.front().entered + *config_.max_delay + Duration::nanoseconds(1), scheduler_.now());
  if (when >= expiry_) return;  // the pending event calls arm() again
  expiry_ = when;
  scheduler_.at(when, [this] { expire(); });
}

void InputQueue::expire() {
  if (scheduler_.now() != expiry_) return;
  expiry_ = Time::max();
  const Time now = scheduler_.now();
  bool any = false;
  while (!empty() && now - packets_.front().entered > *config_.max_delay) {
    drop_head(DropReason::kInputAge);
    any = true;
  }
  arm();
  if (any) progress_.make_progress();
}

}  // namespace seawind
