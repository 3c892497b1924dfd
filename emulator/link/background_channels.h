// SPDX-License-Identifier: GPL-3.0-or-later
// Other users of the same channels (model 3, bgl_*). The literature gives only the
// names of these parameters; their meaning here is [I].
//
//  - The cell's channels are the measured user's (user_max_rate of them). Background user i is
//    assigned to channel i / bgl_max_users_per_channel. A user whose channel does not exist, or no
//    longer exists, is rejected like a call: its packets are ignored. All packets have one
//    size (background_load.h).
//  - A packet occupies its channel for size / rate_base. A channel transmits one packet at a time.
//    Packets that arrive meanwhile wait in FIFO order, without limit.
//  - BASIC allocation: a frame of the measured user takes all channels that are free at its start,
//    up to its maximum, and occupies them until its end. Transmissions are not preempted.
//  - If no channel is free, the frame waits. The priority decides which user gets a channel that
//    becomes free. HIGH: the measured user. EQUAL: first come, first served; the frame's arrival is
//    its first refusal. LOW: the background, while any of its packets waits.
//  - When a frame of the measured user ends and its next frame is ready, HIGH gives the channel to
//    that frame. Otherwise waiting background packets go first.
//  - A channel offered to the measured user and not taken at once goes to the background.
//
// The load depends on the seed alone; traffic affects only the times at which the load's packets
// are transmitted. A change of rate applies to packets that start afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/core/scheduler.h"
#include "emulator/link/background_load.h"

namespace seawind {

class BackgroundChannels final : private BackgroundArrivals {
 public:
  BackgroundChannels(const BackgroundLoad& load, std::uint64_t seed, Direction direction,
                     Scheduler& scheduler, BackgroundListener& listener);

  /// True without background load: all channels are always free, at no cost.
  bool none() const { return load_.users == 0 && busy_ == 0; }
  /// Sets the number of channels of the cell and the rate of one in bit/s, from now on.
  void set_channels(std::int64_t channels, std::int64_t rate);
  /// Number of channels the ready frame may take now. If 0, the frame is in the waiting order and
  /// channel_free() will be called when its turn comes.
  std::int64_t free_channels();
  /// The frame occupies `channels` channels until `end`.
  void take(std::int64_t channels, Time end);

  /// Restarts the users; if the load is equal, they continue. Packets that wait or are being sent
  /// stay.
  void reconfigure(const BackgroundLoad& load);
  void retire();
  bool idle() const { return pending_ == 0 && users_.idle(); }

 private:
  struct Channel {
    bool busy = false;
    std::int64_t waiting = 0;  // packets
    std::int64_t ahead = 0;    // how many of these arrived before the waiting frame
    std::uint32_t size = 0;    // of the packet being sent; 0: a frame of the measured user
  };

  void packets_arrived(std::int64_t user, std::int64_t packets) override;
  bool usable(std::size_t channel) const { return static_cast<std::int64_t>(channel) < channels_; }
  bool frames_turn(const Channel& channel) const;
  void make_room();
  void next_on(std::size_t channel);
  void start_packet(std::size_t channel);
  void air_free(std::size_t channel);

  BackgroundLoad load_;
  Scheduler& scheduler_;
  BackgroundListener& listener_;
  BackgroundUsers users_;
  std::vector<Channel> air_;
  std::int64_t channels_ = 0;
  std::int64_t rate_ = 0;
  std::int64_t busy_ = 0;  // channels
  bool frame_waits_ = false;
  bool retired_ = false;
  int pending_ = 0;
};

}  // namespace seawind
