// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/relay_link.h"

#include <linux/if_ether.h>

#include <algorithm>
#include <utility>

#include "emulator/daemon/lookahead.h"

namespace seawind {
namespace {

constexpr std::size_t kReservedArrivals = 64;

bool is_ip(std::span<const std::uint8_t> frame) {
  if (frame.size() < ETH_HLEN) return false;
  const int type = frame[2 * ETH_ALEN] << 8 | frame[2 * ETH_ALEN + 1];
  return type == ETH_P_IP || type == ETH_P_IPV6;
}

}  // namespace

RelayLink::RelayLink(const HopConfig& config, PacketPool& packets, Time ports_since,
                     std::unique_ptr<Port> fixed, std::unique_ptr<Port> mobile, EventLogTarget log,
                     Clock& clock, const PauseEvidence& pauses)
    : pool_(packets),
      monitor_(log),
      lateness_(pauses),
      entries_{std::make_unique<Entry>(*this, Direction::kDownlink, std::move(fixed)),
               std::make_unique<Entry>(*this, Direction::kUplink, std::move(mobile))},
      downlink_out_(departure_port(Direction::kDownlink), scheduler_, clock, lateness_),
      uplink_out_(departure_port(Direction::kUplink), scheduler_, clock, lateness_),
      hop_(config, scheduler_, monitor_, downlink_out_, uplink_out_),
      lookahead_(lookahead_of(config)),
      ports_since_(ports_since) {
  for (auto& entry : entries_) entry->arrivals.reserve(kReservedArrivals);
}

void RelayLink::start(Time now) {
  start_ = now;
  downlink_out_.start(now);
  uplink_out_.start(now);
}

void RelayLink::collect(Direction direction, StampMapper& stamps, Time earliest,
                        std::size_t limit) {
  Entry& from = entry(direction);
  if (!from.frames_left) from.earliest = earliest;
  if (out_of_steps_) {  // the frames stay in the port, which counts those beyond its capacity
    from.frames_left = true;
    return;
  }
  stamps_ = &stamps;
  from.frames_left = from.port->read_batch(from, limit) == limit;
}

void RelayLink::receive(Entry& from, const CapturedFrame& frame) {
  StampMapper::Mapped stamp = stamps_->map(frame.realtime_ns, from.earliest);
  if (stamp.at < start_) {
    // The frame arrived between the opening of the ports and the start of the link, or the wall
    // clock was set, so that its stamp precedes the opening of the ports.
    if (stamp.stamped >= ports_since_) return;
    stamp.at = start_;
    stamp.clamped = true;
  }
  if (!is_ip(frame.head)) {
    ++bypassed_;
    ReleaseSender& out = from.direction == Direction::kDownlink ? downlink_out_ : uplink_out_;
    const auto whole_frame = static_cast<std::uint16_t>(frame.head.size());
    out.bypass(Packet::copy_of(pool_, 0, Time(), frame.head, frame.rest, whole_frame));
    from.taken_until = std::max(from.taken_until, in_link_time(stamp.at));
    return;
  }
  if (stamp.clamped) ++clamped_;
  arrival_lag_max_ = std::max(arrival_lag_max_, stamps_->now() - stamp.at);
  // An arrival must not precede earlier events of the link or earlier arrivals at this port: stamps
  // of one port may step back.
  Time at = std::max(in_link_time(stamp.at), scheduler_.now());
  if (!from.arrivals.empty()) at = std::max(at, from.arrivals.back().arrival());
  // If the thread was stopped between its wait and its turn, the link's time has passed the stamp:
  // the packet enters later than it arrived.
  if (const Duration moved = at - in_link_time(stamp.at); moved >= Pauses::kShortest)
    lateness_.record(stamp.at, stamp.at + moved);
  from.arrivals.push_back(
      Packet::copy_of(pool_, next_packet_++, at, frame.head, frame.rest, ETH_HLEN));
  from.arrivals.back().set_checksum_correct(frame.checksum_correct);
  from.taken_until = at;
}

RelayLink::Entry* RelayLink::earliest_arrival() {
  Entry* first = nullptr;
  for (auto& entry : entries_) {
    if (entry->next_arrival == entry->arrivals.size()) continue;
    if (first == nullptr || entry->arrivals[entry->next_arrival].arrival() <
                                first->arrivals[first->next_arrival].arrival()) {
      first = entry.get();
    }
  }
  return first;
}

bool RelayLink::catch_up(Time until, Time known_until) {
  std::uint64_t left = kStepsATurn;
  const auto run = [&](Time to) {
    left -= scheduler_.run_until(to, left);
    return left > 0;
  };
  while (Entry* from = earliest_arrival()) {
    const Time at = from->arrivals[from->next_arrival].arrival();
    if (at > known_until) break;
    if (!run(at)) return false;
    hop_.enter(from->direction, std::move(from->arrivals[from->next_arrival++]));
  }
  for (auto& entry : entries_) {
    entry->arrivals.erase(
        entry->arrivals.begin(),
        entry->arrivals.begin() + static_cast<std::ptrdiff_t>(entry->next_arrival));
    entry->next_arrival = 0;
  }
  // includes events that a change has scheduled for now
  return until < scheduler_.now() || run(until);
}

void RelayLink::advance(Time now) {
  Time known_until = Time::max();
  for (const auto& entry : entries_)
    if (entry->frames_left) known_until = std::min(known_until, entry->taken_until);
  const Time until = std::min(in_link_time(now), known_until);
  out_of_steps_ = !catch_up(until, known_until);
  stopped_early_ = until < in_link_time(now) || earliest_arrival() != nullptr;
  advanced_ = now;
  downlink_out_.flush();
  uplink_out_.flush();
}

void RelayLink::warm_ports() {
  for (auto& entry : entries_) entry->port->warm();
}

Time RelayLink::next_event() const {
  if (out_of_steps_ || stopped_early_) return advanced_ + Duration::nanoseconds(1);
  const Time next = scheduler_.next_event();
  return next == Time::max() ? next : start_ + Duration::nanoseconds(next.ns());
}

std::optional<Duration> RelayLink::reconfigure(HopChange& change, Time now,
                                               const ChangeCondition& condition) {
  advance(now);
  const Duration at = scheduler_.now() - Time();
  if (condition && !condition(at)) return {};
  for (Outage& outage : change.config.outages) {
    if (!outage.at && !outage.interval) outage.at = at;
  }
  // Timed changes of the former configuration may still be due.
  lookahead_ = std::min(lookahead_, lookahead_of(change.config));
  hop_.reconfigure(change);
  advance(now);
  return at;
}

LinkSnapshot RelayLink::snapshot(Time now) {
  advance(now);
  LinkSnapshot snapshot;
  snapshot.link_time = link_time(now);
  for (const Direction direction : {Direction::kDownlink, Direction::kUplink}) {
    LinkSnapshot::DirectionSnapshot& out = snapshot.directions[static_cast<std::size_t>(direction)];
    out.tally = monitor_.tally(direction);
    out.occupancy = hop_.occupancy(direction);
    const auto classes = hop_.router_classes(direction);
    out.router_classes.assign(classes.begin(), classes.end());
    out.delay_sum = (direction == Direction::kDownlink ? downlink_out_ : uplink_out_).delay_sum();
    out.port = entry(direction).port->stats();
  }
  snapshot.state = hop_.state();
  snapshot.lateness = lateness_.lateness();
  snapshot.arrival_lag_max = arrival_lag_max_;
  snapshot.log_overruns = monitor_.overruns();
  snapshot.bypassed_frames = bypassed_;
  snapshot.clamped_stamps = clamped_;
  return snapshot;
}

}  // namespace seawind
