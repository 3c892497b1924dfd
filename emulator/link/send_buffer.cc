// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/send_buffer.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace seawind {

void SendBuffer::enter(Packet packet) {
  const std::uint32_t size = packet.size();
  occupancy_.add(size);
  held_.add(size);
  waiting_.add(size);
  BufferedPacket buffered;
  buffered.id = packet.id();
  buffered.arrival = packet.arrival();
  buffered.ip = packet.ip();
  buffered.size = buffered.in_buffer = size;
  buffered.packet = std::move(packet);
  packets_.push_back(std::move(buffered));
}

Frame SendBuffer::plan(const Framing& framing) const {
  const BufferedPacket& head = packets_[next_];
  Frame frame;
  frame.id = head.id;
  frame.first = next_;
  frame.begins = head.assigned == 0 ? 1 : 0;
  const std::uint32_t rest = head.size - head.assigned;
  frame.size = frame.first_bytes = rest;
  if (!framing.fragment_size) return frame;
  const auto largest = static_cast<std::uint32_t>(*framing.fragment_size);
  frame.size = frame.first_bytes = std::min(rest, largest);
  if (!framing.byte_stream) return frame;
  for (std::uint64_t n = next_ + 1; n != packets_.end() && frame.size < largest; ++n) {
    const std::uint32_t size = packets_[n].size;
    if (size == 0) continue;  // removed
    frame.packets = static_cast<std::uint32_t>(n - next_ + 1);
    frame.size += std::min(size, largest - frame.size);
    ++frame.begins;
  }
  return frame;
}

void SendBuffer::assign(const Frame& frame, bool in_order) {
  for_each(frame, [&](std::uint64_t number, std::uint32_t bytes) {
    BufferedPacket& buffered = packets_[number];
    if (buffered.assigned == 0) buffered.in_order = in_order;
    buffered.assigned += bytes;
    waiting_.bytes -= bytes;
    if (buffered.assigned != buffered.size) return;
    --waiting_.packets;
    next_ = number + 1;
  });
  skip_removed();
}

void SendBuffer::skip_removed() {
  while (next_ != packets_.end() && packets_[next_].size == 0) ++next_;
}

void SendBuffer::uncount(const Frame& frame) {
  for_each(frame, [&](std::uint64_t number, std::uint32_t bytes) {
    BufferedPacket& buffered = packets_[number];
    assert(buffered.in_buffer >= bytes);
    buffered.in_buffer -= bytes;
    occupancy_.bytes -= bytes;
    if (buffered.in_buffer == 0) --occupancy_.packets;
  });
}

Packet SendBuffer::extract(std::uint64_t number) {
  BufferedPacket& buffered = packets_[number];
  held_.remove(buffered.size);
  return std::exchange(buffered.packet, Packet{});
}

void SendBuffer::remove(std::uint64_t number, DropReason reason, const EventEmitter& emit) {
  const Packet packet = extract(number);
  BufferedPacket& buffered = packets_[number];
  occupancy_.remove(buffered.size);
  waiting_.remove(buffered.size);
  buffered.size = buffered.in_buffer = 0;
  emit.drop(packet, reason);
}

void SendBuffer::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                           const EventEmitter& emit) {
  for (std::uint64_t n = next_; n != packets_.end(); ++n) {
    const BufferedPacket& buffered = packets_[n];
    if (buffered.size != 0 && buffered.assigned == 0 && chosen(buffered.packet))
      remove(n, reason, emit);
  }
  skip_removed();
}

void SendBuffer::shrink(const BufferLimit& limit, const EventEmitter& emit) {
  for (std::uint64_t n = packets_.end();
       n != next_ && occupancy_.exceeds(limit) && occupancy_.packets > 1; --n) {
    const BufferedPacket& buffered = packets_[n - 1];
    if (buffered.size != 0 && buffered.assigned == 0) remove(n - 1, DropReason::kShrink, emit);
  }
  skip_removed();
}

void SendBuffer::flush(DropReason reason, const EventEmitter& emit) {
  while (!packets_.empty()) {
    const BufferedPacket buffered = packets_.pop_front();
    if (buffered.packet) emit.drop(buffered.packet, reason);
  }
  occupancy_ = held_ = waiting_ = {};
  next_ = packets_.end();
}

void SendBuffer::discard_before(std::uint64_t until) {
  while (!packets_.empty() && packets_.first() < until) packets_.pop_front();
}

}  // namespace seawind
