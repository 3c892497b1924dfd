// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/air.h"

#include <algorithm>
#include <limits>

#include "emulator/link/arq.h"

namespace seawind {

Air::Air(Underway& underway, Direction direction, std::uint64_t seed, bool shared_delay,
         Receiver& receiver, Transmitter& transmitter, LinkResets& resets)
    : underway_(underway),
      receiver_(receiver),
      transmitter_(transmitter),
      resets_(resets),
      errors_(seed, direction),
      pattern_(underway.config->loss_pattern, seed, direction),
      delays_(seed, direction, shared_delay) {}

void Air::reconfigure(bool shared_delay) {
  pattern_.reconfigure(underway_.config->loss_pattern);
  delays_.reconfigure(shared_delay);
}

void Air::transmitted(std::uint64_t number) {
  Frame& frame = underway_.frames[number];
  if (frame.attempt == 0) {
    const Time now = underway_.now();
    const StateParameters& state = underway_.now_of(*frame.parameters);
    frame.first_attempt = now;
    frame.propagation = delays_.propagation(state, frame.parameters->delay_redraw_interval, now);
    if (frame.begins != 0) {
      const Duration held = delays_.random_delay(state);
      if (held > Duration()) line_free_ = std::max(line_free_, now) + held;
    }
  }
  attempt(number);
}

void Air::attempt(std::uint64_t number) {
  if (!underway_.frames.contains(number)) return;  // a reset has flushed the frame
  Frame& frame = underway_.frames[number];
  ++frame.attempt;
  const auto code = static_cast<std::uint8_t>(std::min(frame.attempt, 255u));
  const Time now = underway_.now();
  const StateParameters& state = underway_.now_of(*frame.parameters);
  bool corrupted = false;
  if (frame.attempt == 1) corrupted = pattern_.corrupts(++first_attempts_, now);
  if (!frame.sure) {
    corrupted |= errors_.corrupted(state, frame.size, underway_.channel.dwell());
  }
  if (!corrupted) return came_through(number);
  underway_.tell(EventKind::kCorrupted, frame.id, frame.size, 0, code);
  const ArqDecision decision = after_corruption(state, frame, now, errors_);
  switch (decision.action) {
    case ArqDecision::kLose:
      if (frame.parameters->framing.link_reset && state.error_handling != ErrorHandling::kDrop) {
        lose(number);
        reset();
        return resets_.link_was_reset(underway_.tell.direction());
      }
      return lose(number);
    case ArqDecision::kSendAgain:
      underway_.scheduler.at(now + decision.delay, [this, number] { send_again(number); });
      return;
    case ArqDecision::kRetransmitForSure:
      frame.sure = true;
      [[fallthrough]];
    case ArqDecision::kRetransmit:
      underway_.scheduler.at(now + decision.delay, [this, number] {
        if (!underway_.frames.contains(number)) return;
        const Frame& again = underway_.frames[number];
        underway_.tell(EventKind::kRetransmit, again.id, again.size, 0,
                       static_cast<std::uint8_t>(std::min(again.attempt + 1, 255u)));
        attempt(number);
      });
  }
}

void Air::came_through(std::uint64_t number) {
  const Frame& frame = underway_.frames[number];
  const Time leaves = std::max(underway_.now(), line_free_);
  underway_.scheduler.at(leaves + frame.propagation, [this, number] { receiver_.arrive(number); });
}

void Air::send_again(std::uint64_t number) {
  if (!underway_.frames.contains(number)) return;
  transmitter_.send_again(number);
  underway_.progress.go_on();
}

void Air::lose(std::uint64_t number) {
  const Frame& frame = underway_.frames[number];
  const bool whole = frame.parameters->framing.reassembly;
  underway_.buffer.for_each(frame, [&](std::uint64_t packet, std::uint32_t bytes) {
    Cargo& cargo = underway_.buffer[packet];
    cargo.lost += bytes;
    if (!cargo.packet || (!whole && cargo.lost != cargo.size)) return;
    underway_.tell.drop(underway_.buffer.give_up(packet), DropReason::kErrorLoss);
  });
  underway_.scheduler.at(std::max(underway_.now(), line_free_) + frame.propagation,
                         [this, number] { receiver_.count_lost(number); });
}

void Air::reset() {
  underway_.tell(EventKind::kLinkReset);
  underway_.buffer.flush(DropReason::kLinkReset, underway_.tell);
  while (!underway_.frames.empty()) underway_.frames.pop_front();
  underway_.receiver.reset(underway_.frames.end());
  transmitter_.reset();
  underway_.progress.go_on();
}

}  // namespace seawind
