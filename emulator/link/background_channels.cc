// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/background_channels.h"

#include <algorithm>
#include <cassert>

#include "emulator/link/transmission_time.h"

namespace seawind {

namespace {

constexpr std::int64_t kMaxWaiting = 1'000'000;  // background packets for one channel

}  // namespace

using Priority = BackgroundLoad::Priority;

BackgroundChannels::BackgroundChannels(const BackgroundLoad& load, std::uint64_t seed,
                                       Direction direction, Scheduler& scheduler,
                                       BackgroundListener& listener)
    : load_(load),
      scheduler_(scheduler),
      listener_(listener),
      users_(seed, direction, scheduler, *this) {
  users_.start(load_);
}

void BackgroundChannels::set_channels(std::int64_t channels, std::int64_t rate) {
  rate_ = rate;
  channels_ = channels;
  make_room();
}

void BackgroundChannels::reconfigure(const BackgroundLoad& load) {
  if (load == load_) return;
  load_ = load;
  make_room();
  users_.start(load_);
}

// Keeps channels beyond channels_, so that the packets waiting on them are still transmitted.
void BackgroundChannels::make_room() {
  if (none()) return;
  air_.resize(std::max(air_.size(), static_cast<std::size_t>(channels_)));
}

std::int64_t BackgroundChannels::free_channels() {
  if (none()) return channels_;
  std::int64_t free = 0;
  for (std::size_t c = 0; c < air_.size() && usable(c); ++c) free += air_[c].busy ? 0 : 1;
  if (free == 0 && !frame_waits_) {
    frame_waits_ = true;
    for (Channel& channel : air_) channel.ahead = channel.waiting;
  }
  return free;
}

void BackgroundChannels::take(std::int64_t channels, Time end) {
  if (none()) return;
  frame_waits_ = false;
  for (std::size_t c = 0; c < air_.size() && usable(c) && channels > 0; ++c) {
    if (air_[c].busy) continue;
    --channels;
    ++busy_;
    air_[c].busy = true;
    air_[c].size = 0;
    ++pending_;
    scheduler_.at(end, [this, c] {
      --pending_;
      if (!retired_) air_free(c);
    });
  }
  assert(channels == 0);
}

void BackgroundChannels::packets_arrived(std::int64_t user, std::int64_t packets) {
  const auto c = static_cast<std::size_t>(user / load_.max_users_per_channel);
  if (c >= air_.size() || !usable(c)) return;  // rejected
  // Bounds the queue, because a Pareto burst is unbounded.
  air_[c].waiting = std::min(air_[c].waiting + packets, kMaxWaiting);
  if (!air_[c].busy) start_packet(c);
}

void BackgroundChannels::start_packet(std::size_t c) {
  Channel& channel = air_[c];
  assert(!channel.busy && channel.waiting > 0);
  --channel.waiting;
  if (channel.ahead > 0) --channel.ahead;
  channel.busy = true;
  ++busy_;
  channel.size = static_cast<std::uint32_t>(load_.packet_size);
  const Time end =
      scheduler_.now() + transmission_time(channel.size, std::max<std::int64_t>(rate_, 1));
  ++pending_;
  scheduler_.at(end, [this, c] {
    --pending_;
    if (!retired_) air_free(c);
  });
}

// A transmission on the channel has ended, of the measured user or of the background.
void BackgroundChannels::air_free(std::size_t c) {
  const std::uint32_t size = air_[c].size;
  air_[c].busy = false;
  --busy_;
  if (size > 0) {
    if (load_.output == BackgroundLoad::Output::kWrite) listener_.background_sent(size);
    if (!air_[c].busy) next_on(c);
  } else if (load_.priority != Priority::kHigh) {
    if (air_[c].waiting > 0) start_packet(c);
  } else {
    // The next frame of the measured user may start in another event of this instant.
    ++pending_;
    scheduler_.at(scheduler_.now(), [this, c] {
      --pending_;
      if (!retired_ && !air_[c].busy) next_on(c);
    });
  }
}

bool BackgroundChannels::frames_turn(const Channel& channel) const {
  if (!frame_waits_) return false;
  switch (load_.priority) {
    case Priority::kHigh:
      return true;
    case Priority::kEqual:
      return channel.ahead == 0;
    case Priority::kLow:
      return channel.waiting == 0;
  }
  return false;
}

void BackgroundChannels::next_on(std::size_t c) {
  if (usable(c) && frames_turn(air_[c])) listener_.channel_free();
  if (!air_[c].busy && air_[c].waiting > 0) start_packet(c);
}

void BackgroundChannels::retire() {
  retired_ = true;
  users_.stop();
}

}  // namespace seawind
