// SPDX-License-Identifier: GPL-3.0-or-later
// Other users of the same channels (link-model section 3, bgl_*). Nothing public says more than the
// names of these parameters: the whole meaning is [I].
//
//  - The user's channels (user_max_rate of them) are the cell's. Background user i has a place on
//    channel i / bgl_max_users_per_channel; users for whom there is no channel (any more) are
//    refused, as a cell refuses calls: their packets do not exist. What a user sends are packets of
//    one size: background_load.h.
//  - A packet needs the air for size / rate_base on its channel; a channel sends one packet at a
//    time, and those that come meanwhile wait, in order, without limit.
//  - BASIC allocation: a frame of the measured user takes all channels that are free at its start,
//    first come, at most as many as it may have, and occupies them until its end. Nobody is
//    interrupted.
//  - When no channel is free the frame waits, and the priority decides whose turn it is when a
//    channel becomes free: HIGH the measured user's; EQUAL whoever came first, the frame counting
//    as come when it was first refused; LOW the background's, as long as any waits.
//  - When the measured user ends a frame and its next one stands ready, HIGH takes the channel
//  again;
//    otherwise background packets that wait for it come first.
//  - A channel that is the measured user's turn and is not taken at once goes to the background.
//
// The load runs in time from the seed alone; only when its packets get the air depends on traffic.
// A rate that changes holds for the packets that start afterwards.
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

  /// No background load: everything is always free, and nothing here costs anything.
  bool none() const { return load_.users == 0 && busy_ == 0; }
  /// From now on: the cell's channels, and the rate of one in bit/s.
  void set_channels(std::int64_t channels, std::int64_t rate);
  /// Channels a frame that stands ready may take now. When 0 it has its place in the order, and
  /// channel_free() will be called when its turn has come.
  std::int64_t free_channels();
  /// The frame takes so many of them until `end`.
  void take(std::int64_t channels, Time end);

  /// Users start anew (a load that is equal goes on); packets that wait or are sent stay.
  void reconfigure(const BackgroundLoad& load);
  void retire();
  bool idle() const { return pending_ == 0 && users_.idle(); }

 private:
  struct Channel {
    bool busy = false;
    std::int64_t waiting = 0;  // packets
    std::int64_t ahead = 0;    // of these, how many came before the frame that waits
    std::uint32_t size = 0;    // of the packet being sent; 0: the measured user's frame
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
