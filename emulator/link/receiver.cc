// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/receiver.h"

namespace seawind {

// A sink may send into this link while it receives a packet. No reference to a frame or packet is
// therefore kept across pass_on().
void Receiver::arrive(std::uint64_t number) {
  if (!shared_.frames.contains(number)) return;  // a reset has flushed the frame
  Frame& frame = shared_.frames[number];
  const bool any_order = shared_.config->release == ReleaseOrder::kNone;
  const bool overtakes =
      any_order || (frame.persistency != nullptr && !frame.persistency->in_order);
  frame.received_at = shared_.now();
  if (number != shared_.receive_buffer.next() && !overtakes) shared_.receive_buffer.hold(frame);
  shared_.emit(EventKind::kReceived, frame.id, frame.size, shared_.receive_buffer.held_bytes());
  const Duration time = frame.transmission_time;
  shared_.send_buffer.for_each(
      frame, [&, size = frame.size](std::uint64_t packet, std::uint32_t bytes) {
        BufferedPacket& buffered = shared_.send_buffer[packet];
        buffered.received_bytes += bytes;
        buffered.transmission_time +=
            bytes == size ? time : Duration::nanoseconds(time.ns() / size * bytes);
        pass_on_if_complete(packet);
      });
  settle(number);
}

void Receiver::count_lost(std::uint64_t number) {
  if (!shared_.frames.contains(number)) return;
  Frame& frame = shared_.frames[number];
  frame.received_at = shared_.now();
  shared_.send_buffer.for_each(frame, [&](std::uint64_t packet, std::uint32_t bytes) {
    shared_.send_buffer[packet].counted_lost += bytes;
    pass_on_if_complete(packet);
  });
  settle(number);
}

void Receiver::pass_on_if_complete(std::uint64_t packet) {
  const BufferedPacket& buffered = shared_.send_buffer[packet];
  const bool any_order = shared_.config->release == ReleaseOrder::kNone;
  if ((any_order || !buffered.in_order) &&
      buffered.received_bytes + buffered.counted_lost == buffered.size)
    pass_on(packet, shared_.now());
}

void Receiver::reconfigure() {
  if (shared_.config->release != ReleaseOrder::kNone) return;
  shared_.scheduler.at(shared_.now(), [this] {
    for (std::uint64_t number = shared_.receive_buffer.next(); shared_.frames.contains(number);
         ++number) {
      const Frame& frame = shared_.frames[number];
      if (frame.settled)
        shared_.send_buffer.for_each(
            frame, [this](std::uint64_t packet, std::uint32_t) { pass_on_if_complete(packet); });
    }
    shared_.progress.make_progress();
  });
}

void Receiver::settle(std::uint64_t number) {
  Frame& frame = shared_.frames[number];
  frame.settled = true;
  if (frame.parameters->ack_release == AckRelease::kSelective) acknowledge(number);
  release_in_order();
  shared_.discard_finished();
  shared_.progress.make_progress();
}

void Receiver::release_in_order() {
  ReceiveBuffer& buffer = shared_.receive_buffer;
  while (shared_.frames.contains(buffer.next()) && shared_.frames[buffer.next()].settled) {
    const std::uint64_t number = buffer.next();
    Frame& frame = shared_.frames[number];
    buffer.release(frame);
    if (frame.parameters->ack_release == AckRelease::kCumulative) acknowledge(number);
    const Time received_at = frame.received_at;
    shared_.send_buffer.for_each(frame, [&](std::uint64_t packet, std::uint32_t bytes) {
      BufferedPacket& buffered = shared_.send_buffer[packet];
      buffered.released_in_order += bytes;
      if (buffered.released_in_order == buffered.size) pass_on(packet, received_at);
    });
  }
}

void Receiver::pass_on(std::uint64_t number, Time received_at) {
  const BufferedPacket& buffered = shared_.send_buffer[number];
  if (!buffered.packet) return;  // lost, or already passed on
  const Duration transmission_time = buffered.transmission_time;
  const bool in_order = buffered.in_order;
  exit_.accept(shared_.send_buffer.extract(number), received_at, transmission_time, in_order);
}

void Receiver::acknowledge(std::uint64_t number) {
  const Frame& frame = shared_.frames[number];
  if (!frame.parameters->link_layer_acks) return;
  shared_.scheduler.at(shared_.now() + frame.propagation, [this, number] {
    if (!shared_.frames.contains(number)) return;
    shared_.leave_send_buffer(shared_.frames[number]);
    shared_.discard_finished();
    shared_.progress.make_progress();
  });
}

}  // namespace seawind
