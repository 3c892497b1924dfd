// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/waiting.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace seawind {

void Waiting::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason) {
  underway_.buffer.remove_if(chosen, reason, underway_.tell);
  input_.remove_if(chosen, reason);
  if (router_) router_->remove_if(chosen, reason, underway_.now());
}

Fill Waiting::upstream() const {
  Fill fill = input_.fill();
  if (router_) {
    fill.packets += router_->packets();
    fill.bytes += router_->bytes();
  }
  return fill;
}

bool Waiting::drop_head(DropReason reason) {
  if (input_.drop_head(reason)) return true;
  if (!router_ || router_->packets() == 0) return false;
  // The first pass finds the earliest arrival, the second removes it.
  const Time now = underway_.now();
  std::optional<std::pair<Time, std::uint64_t>> oldest;
  router_->remove_if(
      [&oldest](const Packet& packet) {
        const std::pair its{packet.arrival(), packet.id()};
        if (!oldest || its < *oldest) oldest = its;
        return false;
      },
      reason, now);
  router_->remove_if([&oldest](const Packet& packet) { return packet.id() == oldest->second; },
                     reason, now);
  return true;
}

void Waiting::outage_begins(const Outage& outage) {
  if (outage.queue_loss > 0) lose_share(outage.queue_loss);
  if (!outage.discard) return;
  const Time now = underway_.now();
  discarding_since_ = now;
  look_again_at(now + outage.persistency);
}

void Waiting::lose_share(double share) {
  std::int64_t packets = 0;
  remove_if([&](const Packet&) { return ++packets, false; }, DropReason::kOutage);
  const auto lost = std::llround(share * static_cast<double>(packets));
  std::int64_t place = 0;
  remove_if([&](const Packet&) { return ++place > packets - lost; }, DropReason::kOutage);
}

bool Waiting::refuses_now() {
  const auto persistency = gates_.persistency(underway_.tell.direction(), underway_.now());
  return persistency && *persistency <= Duration();
}

void Waiting::came() {
  const Time now = underway_.now();
  const auto persistency = gates_.persistency(underway_.tell.direction(), now);
  if (persistency) look_again_at(now + *persistency);
}

void Waiting::look_again_at(Time when) {
  if (when >= next_sweep_) return;
  next_sweep_ = when;
  underway_.scheduler.at(when, [this] { sweep(); });
}

void Waiting::sweep() {
  const Time now = underway_.now();
  if (now != next_sweep_) return;
  next_sweep_ = Time::max();
  const auto persistency = gates_.persistency(underway_.tell.direction(), now);
  if (!persistency) return;
  Time next = Time::max();
  remove_if(
      [&](const Packet& packet) {
        const Time lost_at = std::max(packet.arrival(), discarding_since_) + *persistency;
        if (lost_at > now) next = std::min(next, lost_at);
        return lost_at <= now;
      },
      DropReason::kOutage);
  if (next != Time::max()) look_again_at(next);
  underway_.progress.go_on();
}

}  // namespace seawind
