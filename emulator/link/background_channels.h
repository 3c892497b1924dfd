// SPDX-License-Identifier: GPL-3.0-or-later
// Other users of the same channels (model 3, bgl_*). The literature gives only the
// names of these parameters; their meaning here is an interpretation.
//
//  - The cell's channels are the measured user's (user_max_rate of them). Background user i is
//    assigned to channel i / bgl_max_users_per_channel. A user whose channel does not exist, or no
//    longer exists, is rejected like a call: its packets are ignored. All packets have one
//    size (background_users.h).
//  - A packet occupies its channel for (size + overhead) / rate_base. A channel transmits one
//    packet at a time. Packets that arrive meanwhile wait in FIFO order. The base station has a
//    buffer for each user: a background user's is as large as the measured user's send buffer. A
//    packet that does not fit is lost. Like a rejected one it was never on the link, so it has
//    neither event nor counter.
//  - BASIC allocation: a frame of the measured user takes all channels that are free at its start,
//    up to its maximum, and occupies them until its end. Transmissions are not preempted.
//  - If no channel is free, the frame waits. The priority decides which user gets a channel that
//    becomes free. HIGH: the measured user. EQUAL: the packet that arrived first, wherever it has
//    waited since; the arrival of a frame is that of its packet at the link. A background packet
//    goes before a frame of the same instant. LOW: the background, while any of its packets waits.
//  - A channel offered to the measured user and not taken at once goes to the background.
//
// A frame that arrives at a channel of rate C with n users therefore waits for at most one
// transmission (HIGH), or for the background packets that arrived before it, at most n buffers
// (EQUAL). While the users offer b > C and the measured user r, EQUAL leaves it at least
// C r / (r + b): its share of the arrivals.
//
// The load depends on the seed alone; traffic affects only the times at which the load's packets
// are transmitted. A change of rate applies to packets that start afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "emulator/core/limit.h"
#include "emulator/core/ring.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/background_users.h"

namespace seawind {

class BackgroundChannels {
 public:
  /// `buffer` is the buffer of each background user. Both functions are called from a scheduler
  /// event of their own: `channel_free` when the waiting frame may occupy a channel, `sent` (with
  /// Output::kWrite only) when a background packet of `bytes` IP bytes has been transmitted.
  BackgroundChannels(const BackgroundLoad& load, const BufferLimit& buffer, std::uint64_t seed,
                     Direction direction, Scheduler& scheduler, std::function<void()> channel_free,
                     std::function<void(std::uint32_t bytes)> sent);
  BackgroundChannels(const BackgroundChannels&) = delete;

  /// True without background load and anything left of it: all channels are free, at no cost.
  bool none() const { return load_.users == 0 && busy_ == 0 && waiting_ == 0; }
  /// Sets the number of channels of the cell and the rate of one in bit/s, from now on.
  void set_channels(std::int64_t channels, std::int64_t rate);
  /// Number of channels that the ready frame, which arrived at the link at `arrived`, may take now.
  /// If 0, `channel_free` will be called when its turn comes.
  std::int64_t free_channels(Time arrived);
  /// The frame of the last free_channels() occupies `channels` channels until `end`.
  void occupy(std::int64_t channels, Time end);

  /// If the load is equal, its users continue, and packets that wait stay, beyond a smaller buffer
  /// too. Else other users begin; of the former ones only packets being sent are left.
  void reconfigure(const BackgroundLoad& load, const BufferLimit& buffer);
  void retire();
  bool idle() const { return pending_ == 0 && users_.idle(); }

 private:
  struct Burst {  // packets of one user that arrived together
    Time arrived;
    std::size_t user = 0;
    std::int64_t packets = 0;
  };
  struct Channel {
    bool busy = false;
    bool offered = false;    // a frame has ended; the next one may start in this instant
    std::uint32_t size = 0;  // of the packet being sent; 0: a frame of the measured user
    bool written = false;    // that packet leaves the link (Output::kWrite)
    Ring<Burst> waiting{};
  };

  void packets_arrived(std::int64_t user, std::int64_t packets);
  bool usable(std::size_t channel) const { return static_cast<std::int64_t>(channel) < channels_; }
  bool may_occupy(std::size_t channel) const;
  std::int64_t room(std::size_t user) const;
  void make_room();
  void next_on(std::size_t channel);
  void start_packet(std::size_t channel);
  /// Schedules the end of a transmission.
  void end_at(Time end, std::size_t channel);
  void transmitted_on(std::size_t channel);

  BackgroundLoad load_;
  BufferLimit buffer_;
  Scheduler& scheduler_;
  std::function<void()> channel_free_;
  std::function<void(std::uint32_t bytes)> sent_;
  BackgroundUsers users_;
  std::vector<Channel> each_;
  std::vector<std::int64_t> waiting_of_;  // packets by user
  std::int64_t waiting_ = 0;              // packets of all users
  std::int64_t channels_ = 0;
  std::int64_t rate_ = 0;
  std::int64_t busy_ = 0;  // channels
  bool frame_waits_ = false;
  Time frame_arrived_;
  bool retired_ = false;
  int pending_ = 0;
};

}  // namespace seawind
