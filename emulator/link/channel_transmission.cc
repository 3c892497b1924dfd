// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/channel_transmission.h"

#include <algorithm>
#include <utility>

#include "emulator/link/arq.h"

namespace seawind {
namespace {

bool same_random_delay(const DirectionConfig& a, const DirectionConfig& b) {
  return std::ranges::equal(
      a.states, b.states, [](const StateParameters& one, const StateParameters& other) {
        return one.random_delay_probability == other.random_delay_probability &&
               one.random_delay_length == other.random_delay_length;
      });
}

}  // namespace

ChannelTransmission::ChannelTransmission(DirectionState& shared, std::uint64_t seed,
                                         bool shared_delay, Receiver& receiver,
                                         std::function<void()> reset_link)
    : shared_(shared),
      receiver_(receiver),
      reset_link_(std::move(reset_link)),
      errors_(seed, shared.emit.direction(), shared.channel, *shared.config),
      pattern_(shared.config->loss_pattern, seed, shared.emit.direction()),
      delays_(seed, shared.emit.direction(), shared_delay) {}

void ChannelTransmission::reconfigure(const DirectionConfig& before, bool shared_delay) {
  const DirectionConfig& config = *shared_.config;
  const bool orderless = config.release == ReleaseOrder::kNone;
  if (orderless && (before.release != config.release || !same_random_delay(before, config)))
    line_free_ = {};
  errors_.reconfigure(config, shared_.former);
  pattern_.reconfigure(config.loss_pattern);
  delays_.reconfigure(shared_delay);
}

void ChannelTransmission::transmitted(std::uint64_t number) {
  Frame& frame = shared_.frames[number];
  if (frame.attempt == 0) {
    const Time now = shared_.now();
    const StateParameters& state = shared_.state_of(*frame.parameters);
    frame.first_attempt = now;
    frame.propagation = delays_.propagation(state, frame.parameters->delay_redraw_interval, now);
    Duration line_delay;  // with the packet that is delayed the longest
    for (std::uint32_t i = 0; i < frame.begins; ++i)
      line_delay = std::max(line_delay, delays_.random_delay(state));
    if (line_delay > Duration()) line_free_ = std::max(line_free_, now) + line_delay;
  }
  attempt(number);
}

void ChannelTransmission::attempt(std::uint64_t number) {
  if (!shared_.frames.contains(number)) return;  // a reset has flushed the frame
  Frame& frame = shared_.frames[number];
  ++frame.attempt;
  const auto code = static_cast<std::uint8_t>(std::min(frame.attempt, 255u));
  const Time now = shared_.now();
  const StateParameters& state = shared_.state_of(*frame.parameters);
  bool corrupted = false;
  if (frame.attempt == 1) corrupted = pattern_.corrupts(++first_attempts_, now);
  if (!frame.certain) {
    corrupted |= errors_.corrupted(*frame.parameters, frame.size);
  }
  if (!corrupted) return received_intact(number);
  shared_.emit(EventKind::kCorrupted, frame.id, frame.size, 0, code);
  const ArqDecision decision = after_corruption(state, frame, now, errors_);
  switch (decision.action) {
    case ArqDecision::kLose:
      return state.error_handling == ErrorHandling::kDrop ? lose(number) : lose_for_good(number);
    case ArqDecision::kOnLink:
      if (decision.delay == Duration()) {
        shared_.retransmissions.push_back(number);  // the transmitter looks for its next frame
      } else {
        shared_.scheduler.at(now + decision.delay, [this, number] { send_again(number); });
      }
      return;
    case ArqDecision::kEmulatedCertain:
      frame.certain = true;
      [[fallthrough]];
    case ArqDecision::kEmulated:
      shared_.scheduler.at(now + decision.delay, [this, number] {
        if (!shared_.frames.contains(number)) return;
        const Frame& again = shared_.frames[number];
        shared_.emit(EventKind::kRetransmit, again.id, again.size, 0,
                     static_cast<std::uint8_t>(std::min(again.attempt + 1, 255u)));
        attempt(number);
      });
  }
}

void ChannelTransmission::received_intact(std::uint64_t number) {
  const Frame& frame = shared_.frames[number];
  const Time leaves = std::max(shared_.now(), line_free_);
  shared_.scheduler.at(leaves + frame.propagation, [this, number] { receiver_.arrive(number); });
}

void ChannelTransmission::send_again(std::uint64_t number) {
  if (!shared_.frames.contains(number)) return;
  shared_.retransmissions.push_back(number);
  shared_.progress.make_progress();
}

bool ChannelTransmission::loses_late(std::uint64_t number) {
  const Frame& frame = shared_.frames[number];
  if (!begins_too_late(shared_.state_of(*frame.parameters), frame, shared_.now())) return false;
  lose_for_good(number);
  return true;
}

/// The frame is beyond its persistency.
void ChannelTransmission::lose_for_good(std::uint64_t number) {
  const bool resets = shared_.frames[number].parameters->framing.link_reset;
  lose(number);
  if (resets) reset_link_();
}

void ChannelTransmission::lose(std::uint64_t number) {
  const Frame& frame = shared_.frames[number];
  const bool whole = frame.parameters->framing.reassembly;
  shared_.send_buffer.for_each(frame, [&](std::uint64_t packet, std::uint32_t bytes) {
    BufferedPacket& buffered = shared_.send_buffer[packet];
    buffered.lost += bytes;
    if (!buffered.packet || (!whole && buffered.lost != buffered.size)) return;
    shared_.emit.drop(shared_.send_buffer.extract(packet), DropReason::kErrorLoss);
  });
  shared_.scheduler.at(std::max(shared_.now(), line_free_) + frame.propagation,
                       [this, number] { receiver_.count_lost(number); });
}

}  // namespace seawind
