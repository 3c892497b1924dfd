// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/waiting_packets.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace seawind {

void WaitingPackets::remove_if(const std::function<bool(const Packet&)>& chosen,
                               DropReason reason) {
  const std::uint64_t next = shared_.send_buffer.next();
  shared_.send_buffer.remove_if(chosen, reason, shared_.emit);
  if (shared_.send_buffer.next() != next) transmitter_.next_packet_dropped();
  input_.remove_if(chosen, reason);
  if (router_) router_->remove_if(chosen, reason, shared_.now());
}

Occupancy WaitingPackets::router_and_input() const {
  Occupancy occupancy = input_.occupancy();
  if (router_) {
    occupancy.packets += router_->packets();
    occupancy.bytes += router_->bytes();
  }
  return occupancy;
}

bool WaitingPackets::drop_head(DropReason reason) {
  if (input_.drop_head(reason)) return true;
  if (!router_ || router_->packets() == 0) return false;
  // The first pass finds the earliest arrival, the second removes it.
  const Time now = shared_.now();
  std::optional<Arrival> oldest;
  router_->for_each(
      [&oldest](const Packet& packet) {
        if (const Arrival one = arrival_of(packet); !oldest || one < *oldest) oldest = one;
      },
      now);
  router_->remove_if([&oldest](const Packet& packet) { return arrival_of(packet) == *oldest; },
                     reason, now);
  return true;
}

void WaitingPackets::outage_begins(const Outage& outage) {
  if (outage.queue_loss > 0) lose_share(outage.queue_loss);
  if (outage.discard) schedule_sweep(shared_.now() + outage.persistency);
}

// A router may have several queues, which are visited one after the other.
void WaitingPackets::lose_share(double share) {
  std::vector<Arrival> arrivals;
  remove_if([&](const Packet& packet) { return arrivals.push_back(arrival_of(packet)), false; },
            DropReason::kOutage);
  std::sort(arrivals.begin(), arrivals.end());
  const auto lost =
      static_cast<std::size_t>(std::llround(share * static_cast<double>(arrivals.size())));
  if (lost == 0) return;
  const Arrival first = arrivals[arrivals.size() - lost];
  remove_if([&](const Packet& packet) { return arrival_of(packet) >= first; }, DropReason::kOutage);
}

bool WaitingPackets::outage_rejects_arrival() {
  return lost_at(shared_.now()) <= shared_.now();
}

void WaitingPackets::arrived() {
  schedule_sweep(lost_at(shared_.now()));
}

Time WaitingPackets::lost_at(Time arrival) const {
  return gates_.lost_at(shared_.emit.direction(), arrival, shared_.now());
}

void WaitingPackets::schedule_sweep(Time when) {
  if (when >= next_sweep_) return;
  next_sweep_ = when;
  shared_.scheduler.at(when, [this] { sweep(); });
}

void WaitingPackets::sweep() {
  const Time now = shared_.now();
  if (now != next_sweep_) return;
  next_sweep_ = Time::max();
  if (lost_at(now) == Time::max()) return;  // no such outage any more
  Time next = Time::max();
  remove_if(
      [&](const Packet& packet) {
        const Time end = lost_at(packet.arrival());
        if (end > now) next = std::min(next, end);
        return end <= now;
      },
      DropReason::kOutage);
  if (next != Time::max()) schedule_sweep(next);
  shared_.progress.make_progress();
}

}  // namespace seawind
