// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/receiver.h"

namespace seawind {

// A sink may send into this link while it receives a packet. No reference to a frame or packet is
// therefore kept across pass_on().
void Receiver::arrive(std::uint64_t number) {
  if (!underway_.frames.contains(number)) return;  // a reset has flushed the frame
  Frame& frame = underway_.frames[number];
  const bool any_order = underway_.config->release == ReleaseOrder::kNone;
  const bool overtakes =
      any_order || (frame.persistency != nullptr && !frame.persistency->in_order);
  frame.arrived = underway_.now();
  if (number != underway_.receiver.next() && !overtakes) underway_.receiver.hold(frame);
  underway_.tell(EventKind::kReceived, frame.id, frame.size, underway_.receiver.waiting_bytes());
  const Duration air = frame.air;
  underway_.buffer.for_each(
      frame, [&, size = frame.size](std::uint64_t packet, std::uint32_t bytes) {
        Cargo& cargo = underway_.buffer[packet];
        cargo.arrived += bytes;
        cargo.air += bytes == size ? air : Duration::nanoseconds(air.ns() / size * bytes);
        if ((any_order || !cargo.in_order) && cargo.arrived + cargo.lost == cargo.size) {
          pass_on(packet, underway_.now());
        }
      });
  settle(number);
}

void Receiver::count_lost(std::uint64_t number) {
  if (!underway_.frames.contains(number)) return;
  underway_.frames[number].arrived = underway_.now();
  settle(number);
}

void Receiver::settle(std::uint64_t number) {
  Frame& frame = underway_.frames[number];
  frame.settled = true;
  if (frame.parameters->ack_release == AckRelease::kSelective) acknowledge(number);
  release_in_order();
  underway_.retire();
  underway_.progress.go_on();
}

void Receiver::release_in_order() {
  ReceiveBuffer& receiver = underway_.receiver;
  while (underway_.frames.contains(receiver.next()) && underway_.frames[receiver.next()].settled) {
    const std::uint64_t number = receiver.next();
    Frame& frame = underway_.frames[number];
    receiver.release(frame);
    if (frame.parameters->ack_release == AckRelease::kCumulative) acknowledge(number);
    const Time arrived = frame.arrived;
    underway_.buffer.for_each(frame, [&](std::uint64_t packet, std::uint32_t bytes) {
      Cargo& cargo = underway_.buffer[packet];
      cargo.released += bytes;
      if (cargo.released == cargo.size) pass_on(packet, arrived);
    });
  }
}

void Receiver::pass_on(std::uint64_t number, Time arrived) {
  const Cargo& cargo = underway_.buffer[number];
  if (!cargo.packet) return;  // lost, or already passed on
  const Duration air = cargo.air;
  const bool in_order = cargo.in_order;
  exit_.leave(underway_.buffer.give_up(number), arrived, air, in_order);
}

void Receiver::acknowledge(std::uint64_t number) {
  const Frame& frame = underway_.frames[number];
  if (!frame.parameters->link_layer_acks) return;
  underway_.scheduler.at(underway_.now() + frame.propagation, [this, number] {
    if (!underway_.frames.contains(number)) return;
    underway_.leave_send_buffer(underway_.frames[number]);
    underway_.retire();
    underway_.progress.go_on();
  });
}

}  // namespace seawind
