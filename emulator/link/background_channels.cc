// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/background_channels.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "emulator/link/transmission_time.h"

namespace seawind {

namespace {

constexpr std::int64_t kMaxWaiting =
    1'000'000;  // packets of all users; a Pareto burst is unbounded

}  // namespace

using Priority = BackgroundLoad::Priority;

BackgroundChannels::BackgroundChannels(const BackgroundLoad& load, const BufferLimit& buffer,
                                       std::uint64_t seed, Direction direction,
                                       Scheduler& scheduler, std::function<void()> channel_free,
                                       std::function<void(std::uint32_t bytes)> sent)
    : load_(load),
      buffer_(buffer),
      scheduler_(scheduler),
      channel_free_(std::move(channel_free)),
      sent_(std::move(sent)),
      users_(seed, direction, scheduler,
             [this](std::int64_t user, std::int64_t packets) { packets_arrived(user, packets); }) {
  users_.start(load_);
}

void BackgroundChannels::set_channels(std::int64_t channels, std::int64_t rate) {
  rate_ = rate;
  channels_ = channels;
  make_room();
}

void BackgroundChannels::reconfigure(const BackgroundLoad& load, const BufferLimit& buffer) {
  buffer_ = buffer;
  BackgroundLoad same = load_;
  same.overhead = load.overhead;
  if (load == same) {
    load_.overhead = load.overhead;
    return;
  }
  load_ = load;
  for (Channel& channel : each_)
    while (!channel.waiting.empty()) channel.waiting.pop_front();
  std::ranges::fill(waiting_of_, 0);
  waiting_ = 0;
  make_room();
  users_.start(load_);
}

// Keeps channels beyond channels_, so that the packets waiting on them are still transmitted.
void BackgroundChannels::make_room() {
  if (none()) return;
  each_.resize(std::max(each_.size(), static_cast<std::size_t>(channels_)));
  waiting_of_.resize(std::max(waiting_of_.size(), static_cast<std::size_t>(load_.users)));
}

std::int64_t BackgroundChannels::free_channels(Time arrived) {
  if (none()) return channels_;
  frame_arrived_ = arrived;
  std::int64_t free = 0;
  for (std::size_t c = 0; c < each_.size(); ++c) free += may_occupy(c) ? 1 : 0;
  frame_waits_ = frame_waits_ || free == 0;
  return free;
}

void BackgroundChannels::occupy(std::int64_t channels, Time end) {
  if (none()) return;
  frame_waits_ = false;
  for (std::size_t c = 0; c < each_.size() && channels > 0; ++c) {
    if (!may_occupy(c)) continue;
    --channels;
    ++busy_;
    each_[c].busy = true;
    each_[c].size = 0;
    end_at(end, c);
  }
  assert(channels == 0);
}

void BackgroundChannels::packets_arrived(std::int64_t user, std::int64_t packets) {
  const auto c = static_cast<std::size_t>(user / load_.max_users_per_channel);
  if (c >= each_.size() || !usable(c)) return;  // rejected
  Channel& channel = each_[c];
  const bool idle = !channel.busy && !channel.offered;
  const auto who = static_cast<std::size_t>(user);
  // The first packet leaves an idle channel's buffer at once.
  packets = std::min(packets, room(who) + (idle ? 1 : 0));
  if (packets <= 0) return;  // lost
  waiting_of_[who] += packets;
  waiting_ += packets;
  channel.waiting.push_back({scheduler_.now(), who, packets});
  if (idle) start_packet(c);
}

// Packets that the user's buffer takes now; an empty buffer takes one of any size (send_buffer.h).
std::int64_t BackgroundChannels::room(std::size_t user) const {
  std::int64_t limit = buffer_.packets.value_or(kMaxWaiting);
  if (buffer_.bytes) {
    limit = std::min(limit, std::max<std::int64_t>(*buffer_.bytes / load_.packet_size, 1));
  }
  return std::min(limit - waiting_of_[user], kMaxWaiting - waiting_);
}

void BackgroundChannels::start_packet(std::size_t c) {
  Channel& channel = each_[c];
  assert(!channel.busy && !channel.waiting.empty());
  Burst& first = channel.waiting.front();
  --waiting_of_[first.user];
  --waiting_;
  if (--first.packets == 0) channel.waiting.pop_front();
  channel.busy = true;
  ++busy_;
  channel.size = static_cast<std::uint32_t>(load_.packet_size);
  channel.written = load_.output == BackgroundLoad::Output::kWrite;
  const auto bytes = static_cast<std::uint32_t>(load_.packet_size + load_.overhead);
  end_at(scheduler_.now() + transmission_time(bytes, std::max<std::int64_t>(rate_, 1)), c);
}

void BackgroundChannels::end_at(Time end, std::size_t c) {
  ++pending_;
  scheduler_.at(end, [this, c] {
    --pending_;
    if (!retired_) transmitted_on(c);
  });
}

// A transmission on the channel has ended, of the measured user or of the background.
void BackgroundChannels::transmitted_on(std::size_t c) {
  const std::uint32_t size = each_[c].size;
  each_[c].busy = false;
  --busy_;
  if (size > 0) {
    if (each_[c].written) sent_(size);
    if (!each_[c].busy) next_on(c);
  } else {
    // The next frame of the measured user may start in another event of this instant.
    each_[c].offered = true;
    ++pending_;
    scheduler_.at(scheduler_.now(), [this, c] {
      --pending_;
      each_[c].offered = false;
      if (!retired_ && !each_[c].busy) next_on(c);
    });
  }
}

// Whether the frame that arrived at frame_arrived_ may start on channel `c`.
bool BackgroundChannels::may_occupy(std::size_t c) const {
  if (!usable(c) || each_[c].busy) return false;
  if (each_[c].waiting.empty()) return true;
  switch (load_.priority) {
    case Priority::kHigh:
      return true;
    case Priority::kEqual:
      return frame_arrived_ < each_[c].waiting.front().arrived;
    case Priority::kLow:
      return false;
  }
  return false;
}

void BackgroundChannels::next_on(std::size_t c) {
  if (frame_waits_ && may_occupy(c)) channel_free_();
  if (!each_[c].busy && !each_[c].waiting.empty()) start_packet(c);
}

void BackgroundChannels::retire() {
  retired_ = true;
  users_.stop();
}

}  // namespace seawind
