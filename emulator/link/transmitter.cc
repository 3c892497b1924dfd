// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/transmitter.h"

#include <algorithm>

namespace seawind {
namespace {

BufferLimit window(const DirectionConfig& config) {
  return config.receive_buffer.unlimited() ? config.send_buffer : config.receive_buffer;
}

bool same_allocation(const DirectionConfig& a, const DirectionConfig& b) {
  return std::ranges::equal(a.states, b.states,
                            [](const StateParameters& one, const StateParameters& other) {
                              return one.allocation_delay == other.allocation_delay &&
                                     one.link_idle_timeout == other.link_idle_timeout;
                            });
}

}  // namespace

Transmitter::Transmitter(DirectionState& shared, const Context& context)
    : shared_(shared),
      gates_(context.gates),
      transmission_(context.transmission),
      rate_(shared.config, {context.seed, shared.channel, shared.scheduler, shared.emit,
                            shared.progress, context.background_sent}),
      allocation_(context.seed, shared.scheduler, shared.emit, shared.progress,
                  context.shared_allocation),
      persistency_(shared.config->persistency_classes) {}

bool Transmitter::has_frame() const {
  return !shared_.retransmissions.empty() || shared_.send_buffer.has_next();
}

bool Transmitter::needs_packet() const {
  const Framing& framing = shared_.config->framing;
  if (framing.byte_stream && framing.fragment_size) {
    return shared_.send_buffer.waiting_bytes() < *framing.fragment_size;
  }
  return !serializing_ && !has_frame();
}

bool Transmitter::may_start(Time now, const Frame& frame) {
  if (rate_.earliest_start(now, shared_.send_buffer.arrival(frame)) > now) return false;
  if (allocation_.open_at(shared_.state(), now) > now) return false;
  return gates_.open_at(shared_.emit.direction(), now) <= now;
}

bool Transmitter::start() {
  if (waits_for_rate_) return go_on_by_new_rate();
  if (serializing_ || !has_frame()) return false;
  const Time now = shared_.now();
  if (!shared_.retransmissions.empty()) {
    const std::uint64_t number = shared_.retransmissions.front();
    const Frame& frame = shared_.frames[number];
    if (!may_start(now, frame)) return false;
    shared_.retransmissions.pop_front();
    if (transmission_.loses_late(number)) {
      allocation_.decide_again();
      return true;
    }
    shared_.emit(EventKind::kRetransmit, frame.id, frame.size, kOnTheLink,
                 static_cast<std::uint8_t>(std::min(frame.attempt + 1, 255u)));
    begin(number);
    return true;
  }
  const DirectionConfig& config = *shared_.config;
  Frame frame = shared_.send_buffer.plan(config.framing);
  if (config.link_layer_acks && !shared_.receive_buffer.admits(frame, window(config))) return false;
  if (!may_start(now, frame)) return false;
  frame.parameters = &config;
  if (!config.persistency_classes.empty()) {
    const std::uint8_t its = persistency_.of(shared_.send_buffer.view_of_next());
    if (its != PersistencyTable::kNone) frame.persistency = &config.persistency_classes[its];
  }
  shared_.send_buffer.assign(frame, frame.persistency == nullptr || frame.persistency->in_order);
  shared_.receive_buffer.expect(frame);
  begin(shared_.frames.push_back(frame));
  return true;
}

void Transmitter::begin(std::uint64_t number) {
  Frame& frame = shared_.frames[number];
  const DirectionConfig& config = *frame.parameters;
  const Time now = shared_.now();
  const bool leaves = frame.in_send_buffer && frame.attempt == 0 && !config.link_layer_acks &&
                      !config.frame_in_service_in_buffer;
  BufferedPacket& head = shared_.send_buffer[frame.first];
  const bool first = frame.attempt == 0 && !std::exchange(head.started, true);
  // A byte stream transmits the rest of a packet that is already lost.
  const Packet* packet = first && head.packet ? &head.packet : nullptr;
  shared_.emit(EventKind::kTransmitStart, frame.id, frame.size,
               shared_.send_buffer.bytes() - (leaves ? std::int64_t{frame.size} : 0), 0, packet);
  if (leaves) shared_.leave_send_buffer(frame);
  const std::int64_t bytes = frame.size + config.framing.link_overhead +
                             frame.begins * config.framing.protocol_overhead_per_packet;
  const Time end = rate_.end_of(now, bytes, shared_.send_buffer.arrival(frame));
  allocation_.started(end);
  frame.transmission_time = end - now;
  serializing_ = true;
  current_ = number;
  current_id_ = frame.id;
  current_size_ = frame.size;
  current_bytes_ = bytes;
  end_at(end);
}

void Transmitter::end_at(Time end) {
  free_at_ = end;
  shared_.scheduler.at(end, [this, number = ++ends_] {
    if (number == ends_) finish();
  });
}

bool Transmitter::go_on_by_new_rate() {
  const Time now = shared_.now();
  const bool kept = shared_.frames.contains(current_);  // not flushed by a reset
  const Time arrived = kept ? shared_.send_buffer.arrival(shared_.frames[current_]) : now;
  if (rate_.earliest_start(now, arrived) > now) return false;
  waits_for_rate_ = false;
  const Time end = rate_.end_of(now, current_bytes_, arrived);
  if (kept) shared_.frames[current_].transmission_time = end - now;
  end_at(end);
  return true;
}

void Transmitter::finish() {
  serializing_ = false;
  shared_.emit(EventKind::kTransmitEnd, current_id_, current_size_);
  if (shared_.frames.contains(current_)) {
    Frame& frame = shared_.frames[current_];
    if (frame.in_send_buffer && !frame.parameters->link_layer_acks) {
      shared_.leave_send_buffer(frame);
    }
    transmission_.transmitted(current_);
  }
  shared_.progress.make_progress();
}

void Transmitter::reconfigure(const DirectionConfig& before, RadioAllocation* shared_allocation) {
  allocation_.share(shared_allocation);
  if (!same_allocation(before, *shared_.config)) allocation_.decide_again();
  persistency_ = PersistencyTable(shared_.config->persistency_classes);
  if (rate_.reconfigure(shared_.config) && serializing_) {
    waits_for_rate_ = true;
    free_at_ = shared_.now();
    ++ends_;
  }
}

Duration Transmitter::time_until_free() const {
  const Time now = shared_.now();
  Time free = std::max(serializing_ ? free_at_ : now, allocation_.granted_at());
  const Time open = gates_.open_at(shared_.emit.direction(), now);
  if (open != Time::max()) free = std::max(free, open);
  return free - now;
}

}  // namespace seawind
