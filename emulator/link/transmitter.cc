// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/transmitter.h"

#include <algorithm>

namespace seawind {
namespace {

BufferLimit window(const DirectionConfig& config) {
  return config.receive_buffer.unlimited() ? config.send_buffer : config.receive_buffer;
}

}  // namespace

Transmitter::Transmitter(Underway& underway, const Context& context)
    : underway_(underway),
      direction_(context.direction),
      gates_(context.gates),
      end_(context.end),
      background_(context.background),
      rate_(underway.config, {context.seed, context.direction, underway.channel, underway.scheduler,
                              context.observer, *this}),
      allocation_(context.seed, context.direction, underway.scheduler, context.observer, *this),
      persistency_(underway.config->persistency) {}

bool Transmitter::in_turn() {
  return !again_.empty() || underway_.buffer.has_next();
}

bool Transmitter::lets_go(Time now) {
  if (rate_.may_start(now) > now) return false;
  if (allocation_.open_at(underway_.state(), now) > now) return false;
  return gates_.open_at(direction_, now) <= now;
}

bool Transmitter::start() {
  if (serializing_ || !in_turn()) return false;
  const Time now = underway_.now();
  if (!again_.empty()) {
    if (!lets_go(now)) return false;
    const std::uint64_t number = again_.pop_front();
    Frame& frame = underway_.frames[number];
    underway_.tell(EventKind::kRetransmit, frame.id, frame.size, 0,
                   static_cast<std::uint8_t>(std::min(frame.attempt + 1, 255u)));
    begin(number);
    return true;
  }
  const DirectionConfig& config = *underway_.config;
  Frame frame = underway_.buffer.plan(config.framing);
  if (config.link_layer_acks && !underway_.receiver.admits(frame, window(config))) return false;
  if (!lets_go(now)) return false;
  frame.parameters = underway_.config;
  if (!config.persistency.empty()) {
    const std::uint8_t its = persistency_.of(underway_.buffer.view_of_next());
    if (its != PersistencyTable::kNone) frame.persistency = &config.persistency[its];
  }
  underway_.buffer.take(frame, frame.persistency == nullptr || frame.persistency->in_order);
  underway_.receiver.transmitted(frame);
  begin(underway_.frames.push_back(std::move(frame)));
  return true;
}

void Transmitter::begin(std::uint64_t number) {
  Frame& frame = underway_.frames[number];
  const DirectionConfig& config = *frame.parameters;
  const Time now = underway_.now();
  const bool leaves = frame.in_send_buffer && frame.attempt == 0 && !config.link_layer_acks &&
                      !config.frame_in_service_in_buffer;
  underway_.tell(EventKind::kTransmitStart, frame.id, frame.size,
                 underway_.buffer.bytes() - (leaves ? std::int64_t{frame.size} : 0));
  if (leaves) underway_.leave_send_buffer(frame);
  const std::int64_t on_air = frame.size + config.framing.link_overhead +
                              frame.begins * config.framing.protocol_overhead_per_packet;
  const Time end = rate_.end_of(now, on_air, underway_.buffer.came(frame));
  allocation_.started(end);
  frame.air = end - now;
  serializing_ = true;
  free_at_ = end;
  current_ = number;
  current_id_ = frame.id;
  current_size_ = frame.size;
  underway_.scheduler.at(end, [this] { finish(); });
}

void Transmitter::finish() {
  serializing_ = false;
  underway_.tell(EventKind::kTransmitEnd, current_id_, current_size_);
  if (underway_.frames.contains(current_)) {
    Frame& frame = underway_.frames[current_];
    if (frame.in_send_buffer && !frame.parameters->link_layer_acks) {
      underway_.leave_send_buffer(frame);
    }
    end_.transmitted(current_);
  }
  underway_.progress.go_on();
}

void Transmitter::reconfigure() {
  persistency_ = PersistencyTable(underway_.config->persistency);
  rate_.reconfigure(underway_.config);
}

void Transmitter::reset() {
  while (!again_.empty()) again_.pop_front();
  allocation_.withdrawn();
}

Duration Transmitter::busy() const {
  const Time now = underway_.now();
  Time free = serializing_ ? free_at_ : now;
  const Time open = gates_.open_at(direction_, now);
  if (open != Time::max()) free = std::max(free, open);
  return free - now;
}

}  // namespace seawind
