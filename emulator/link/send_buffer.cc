// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/send_buffer.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace seawind {

void SendBuffer::enter(Packet packet) {
  const std::uint32_t size = packet.size();
  fill_.add(size);
  held_.add(size);
  waiting_.add(size);
  Cargo cargo;
  cargo.id = packet.id();
  cargo.came = packet.arrival();
  cargo.ip = packet.ip();
  cargo.size = cargo.in_buffer = size;
  cargo.packet = std::move(packet);
  cargo_.push_back(std::move(cargo));
}

Frame SendBuffer::plan(const Framing& framing) const {
  const Cargo& head = cargo_[next_];
  Frame frame;
  frame.id = head.id;
  frame.first = next_;
  frame.begins = head.cut == 0 ? 1 : 0;
  const std::uint32_t rest = head.size - head.cut;
  frame.size = frame.first_bytes = rest;
  if (!framing.fragment_size) return frame;
  const auto largest = static_cast<std::uint32_t>(*framing.fragment_size);
  frame.size = frame.first_bytes = std::min(rest, largest);
  if (!framing.byte_stream) return frame;
  for (std::uint64_t n = next_ + 1; n != cargo_.end() && frame.size < largest; ++n) {
    const std::uint32_t size = cargo_[n].size;
    if (size == 0) continue;  // removed
    frame.packets = static_cast<std::uint32_t>(n - next_ + 1);
    frame.size += std::min(size, largest - frame.size);
    ++frame.begins;
  }
  return frame;
}

void SendBuffer::take(const Frame& frame, bool in_order) {
  for_each(frame, [&](std::uint64_t number, std::uint32_t bytes) {
    Cargo& cargo = cargo_[number];
    if (cargo.cut == 0) cargo.in_order = in_order;
    cargo.cut += bytes;
    waiting_.bytes -= bytes;
    if (cargo.cut != cargo.size) return;
    --waiting_.packets;
    next_ = number + 1;
  });
  skip_removed();
}

void SendBuffer::skip_removed() {
  while (next_ != cargo_.end() && cargo_[next_].size == 0) ++next_;
}

void SendBuffer::leave(const Frame& frame) {
  for_each(frame, [&](std::uint64_t number, std::uint32_t bytes) {
    Cargo& cargo = cargo_[number];
    assert(cargo.in_buffer >= bytes);
    cargo.in_buffer -= bytes;
    fill_.bytes -= bytes;
    if (cargo.in_buffer == 0) --fill_.packets;
  });
}

Packet SendBuffer::give_up(std::uint64_t number) {
  Cargo& cargo = cargo_[number];
  held_.remove(cargo.size);
  return std::exchange(cargo.packet, Packet{});
}

void SendBuffer::remove(std::uint64_t number, DropReason reason, const Teller& tell) {
  const Packet packet = give_up(number);
  Cargo& cargo = cargo_[number];
  fill_.remove(cargo.size);
  waiting_.remove(cargo.size);
  cargo.size = cargo.in_buffer = 0;
  tell.drop(packet, reason);
}

void SendBuffer::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                           const Teller& tell) {
  for (std::uint64_t n = next_; n != cargo_.end(); ++n) {
    const Cargo& cargo = cargo_[n];
    if (cargo.size != 0 && cargo.cut == 0 && chosen(cargo.packet)) remove(n, reason, tell);
  }
  skip_removed();
}

void SendBuffer::shrink(const BufferLimit& limit, const Teller& tell) {
  const auto fits = [&] {
    return (!limit.bytes || fill_.bytes <= *limit.bytes) &&
           (!limit.packets || fill_.packets <= *limit.packets);
  };
  for (std::uint64_t n = cargo_.end(); n != next_ && !fits() && fill_.packets > 1; --n) {
    const Cargo& cargo = cargo_[n - 1];
    if (cargo.size != 0 && cargo.cut == 0) remove(n - 1, DropReason::kShrink, tell);
  }
  skip_removed();
}

void SendBuffer::flush(DropReason reason, const Teller& tell) {
  while (!cargo_.empty()) {
    const Cargo cargo = cargo_.pop_front();
    if (cargo.packet) tell.drop(cargo.packet, reason);
  }
  fill_ = held_ = waiting_ = {};
  next_ = cargo_.end();
}

void SendBuffer::retire(std::uint64_t until) {
  while (!cargo_.empty() && cargo_.first() < until) cargo_.pop_front();
}

}  // namespace seawind
