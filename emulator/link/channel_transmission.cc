// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/channel_transmission.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "emulator/link/arq.h"

namespace seawind {

ChannelTransmission::ChannelTransmission(InFlight& in_flight, std::uint64_t seed, bool shared_delay,
                                         Receiver& receiver, std::function<void()> reset_link)
    : in_flight_(in_flight),
      receiver_(receiver),
      reset_link_(std::move(reset_link)),
      errors_(seed, in_flight.emit.direction()),
      pattern_(in_flight.config->loss_pattern, seed, in_flight.emit.direction()),
      delays_(seed, in_flight.emit.direction(), shared_delay) {}

void ChannelTransmission::reconfigure(bool shared_delay) {
  pattern_.reconfigure(in_flight_.config->loss_pattern);
  delays_.reconfigure(shared_delay);
}

void ChannelTransmission::transmitted(std::uint64_t number) {
  Frame& frame = in_flight_.frames[number];
  if (frame.attempt == 0) {
    const Time now = in_flight_.now();
    const StateParameters& state = in_flight_.state_of(*frame.parameters);
    frame.first_attempt = now;
    frame.propagation = delays_.propagation(state, frame.parameters->delay_redraw_interval, now);
    Duration held;  // with the packet that is held the longest
    for (std::uint32_t i = 0; i < frame.begins; ++i)
      held = std::max(held, delays_.random_delay(state));
    if (held > Duration()) line_free_ = std::max(line_free_, now) + held;
  }
  attempt(number);
}

void ChannelTransmission::attempt(std::uint64_t number) {
  if (!in_flight_.frames.contains(number)) return;  // a reset has flushed the frame
  Frame& frame = in_flight_.frames[number];
  ++frame.attempt;
  const auto code = static_cast<std::uint8_t>(std::min(frame.attempt, 255u));
  const Time now = in_flight_.now();
  const StateParameters& state = in_flight_.state_of(*frame.parameters);
  bool corrupted = false;
  if (frame.attempt == 1) corrupted = pattern_.corrupts(++first_attempts_, now);
  if (!frame.sure) {
    corrupted |= errors_.corrupted(state, frame.size, in_flight_.channel.dwell());
  }
  if (!corrupted) return received_intact(number);
  in_flight_.emit(EventKind::kCorrupted, frame.id, frame.size, 0, code);
  const ArqDecision decision = after_corruption(state, frame, now, errors_);
  switch (decision.action) {
    case ArqDecision::kLose:
      if (frame.parameters->framing.link_reset && state.error_handling != ErrorHandling::kDrop) {
        lose(number);
        return reset_link_();
      }
      return lose(number);
    case ArqDecision::kSendAgain:
      in_flight_.scheduler.at(now + decision.delay, [this, number] { send_again(number); });
      return;
    case ArqDecision::kRetransmitForSure:
      frame.sure = true;
      [[fallthrough]];
    case ArqDecision::kRetransmit:
      in_flight_.scheduler.at(now + decision.delay, [this, number] {
        if (!in_flight_.frames.contains(number)) return;
        const Frame& again = in_flight_.frames[number];
        in_flight_.emit(EventKind::kRetransmit, again.id, again.size, 0,
                        static_cast<std::uint8_t>(std::min(again.attempt + 1, 255u)));
        attempt(number);
      });
  }
}

void ChannelTransmission::received_intact(std::uint64_t number) {
  const Frame& frame = in_flight_.frames[number];
  const Time leaves = std::max(in_flight_.now(), line_free_);
  in_flight_.scheduler.at(leaves + frame.propagation, [this, number] { receiver_.arrive(number); });
}

void ChannelTransmission::send_again(std::uint64_t number) {
  if (!in_flight_.frames.contains(number)) return;
  in_flight_.retransmissions.push_back(number);
  in_flight_.progress.make_progress();
}

void ChannelTransmission::lose(std::uint64_t number) {
  const Frame& frame = in_flight_.frames[number];
  const bool whole = frame.parameters->framing.reassembly;
  in_flight_.send_buffer.for_each(frame, [&](std::uint64_t packet, std::uint32_t bytes) {
    BufferedPacket& buffered = in_flight_.send_buffer[packet];
    buffered.lost += bytes;
    if (!buffered.packet || (!whole && buffered.lost != buffered.size)) return;
    in_flight_.emit.drop(in_flight_.send_buffer.extract(packet), DropReason::kErrorLoss);
  });
  in_flight_.scheduler.at(std::max(in_flight_.now(), line_free_) + frame.propagation,
                          [this, number] { receiver_.count_lost(number); });
}

}  // namespace seawind
