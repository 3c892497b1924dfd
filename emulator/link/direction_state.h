// SPDX-License-Identifier: GPL-3.0-or-later
// The state shared by transmitter, channel and receiver of one direction: packets and frames
// between send buffer and exit, and the parameters in force. The object spans both ends of the
// link: a packet stays in the send buffer until the receiver passes it on, so the channel and the
// receiver update it there, too.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "emulator/core/ring.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/channel_process.h"
#include "emulator/link/event_emitter.h"
#include "emulator/link/frame.h"
#include "emulator/link/progress.h"
#include "emulator/link/receive_buffer.h"
#include "emulator/link/send_buffer.h"

namespace seawind {

struct DirectionState {
  using Configs = std::vector<std::shared_ptr<const DirectionConfig>>;

  Scheduler& scheduler;
  ChannelProcess& channel;
  const EventEmitter& emit;
  Progress& progress;
  std::shared_ptr<const DirectionConfig> config;
  Configs former{};  // those of frames in flight, the oldest first
  SendBuffer send_buffer{};
  Ring<Frame> frames{};                   // from the start of their first transmission
  Ring<std::uint64_t> retransmissions{};  // numbers of frames to transmit again, before new ones
  ReceiveBuffer receive_buffer{};

  Time now() const { return scheduler.now(); }
  /// The values of the current channel state.
  const StateParameters& state_of(const DirectionConfig& direction) {
    if (direction.states.size() == 1) return direction.states.front();
    return direction.states[channel.current()];
  }
  const StateParameters& state() { return state_of(*config); }

  /// Replaces `config`. Returns the configurations that no frame refers to any more.
  Configs change_config(std::shared_ptr<const DirectionConfig> to) {
    former.push_back(std::exchange(config, std::move(to)));
    const auto needed = std::find_if(former.begin(), former.end(), [this](const auto& one) {
      return !frames.empty() && frames.front().parameters == one.get();
    });
    Configs unused(std::make_move_iterator(former.begin()), std::make_move_iterator(needed));
    former.erase(former.begin(), needed);
    return unused;
  }

  /// The bytes of `frame` leave the send buffer.
  void leave_send_buffer(Frame& frame) {
    frame.in_send_buffer = false;
    send_buffer.uncount(frame);
    emit(EventKind::kSendBufferLeave, frame.id, frame.size, send_buffer.bytes());
  }
  /// Discards the frames that both ends have finished with, and their packets.
  void discard_finished() {
    bool any = false;
    while (!frames.empty() && frames.front().released_in_order && !frames.front().in_send_buffer) {
      frames.pop_front();
      any = true;
    }
    if (any) send_buffer.discard_before(frames.empty() ? send_buffer.next() : frames.front().first);
  }
};

}  // namespace seawind
