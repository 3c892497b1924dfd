// SPDX-License-Identifier: GPL-3.0-or-later
// One direction of a hop: router queue, transit slots, send buffer, serializer, channel,
// propagation, receive buffer, in that order (link-model section 2).
//
// Entry. A packet larger than max_packet_size is dropped (oversize), then one that is not whole IP
// (malformed). The rest goes to the router queue, or without a router straight to the transit
// slots.
//
// Back-pressure. Whenever anything frees, everything that can move moves at that instant. The order
// is downstream first, one packet at a time, starting again after each move: (1) the serializer
// takes the next frame of the send buffer, (2) the send buffer takes the packet at the head of the
// transit slots if the whole of it fits (one larger than the whole buffer enters an empty buffer),
// (3) the transit slots take a packet from the router. So on an idle link a packet reaches the
// serializer in the instant of its arrival, and full buffers hold router + transit + send buffer +
// 1 in service (Q1). Transit holds adapter_slots + queue_max_length packets (at least 1), and
// without a limit or without a router any number: a direction without a router has nowhere else to
// keep what waits.
//
// Serializer. One frame at a time, at the rate of the state when it starts. Without link-layer acks
// a frame's bytes leave the send buffer when serialization starts (frame_in_service_in_buffer:
// ends).
//
// Channel. The first attempt is judged at the end of serialization, each further one at its own
// instant, with the parameters of the state at that instant (error_model.h, arq.h). Success reaches
// the receiver one propagation delay later, the propagation delay being that of the state at the
// end of serialization. A lost packet is dropped at the instant of its last corrupted attempt; the
// receiver counts it lost one propagation delay after that.
//
// Receiver. Packets leave the link in the order they were transmitted, held while an earlier one is
// neither here nor counted lost; with `reordering` they leave as they arrive. The value of
// kReceived is the bytes waiting before anything is released at that instant, this packet included
// if it must wait.
//
// Link-layer acks (Q4). A frame's bytes leave the send buffer one ack propagation (taken as this
// direction's propagation delay) after the receiver has released it in order (cumulative) or has it
// or counts it lost (selective). A lost frame is acknowledged like one that arrived: what its gap
// closing releases, it included, is acknowledged at once. The serializer goes on behind a missing
// frame as long as the bytes from the first frame not yet released in order at the receiver up to
// and including the next one fit the receive buffer (as large as the send buffer if not given); a
// single frame always may.
//
// Reconfiguration. Frames whose serialization has started keep their parameters; everything else
// takes the new ones at once. Order is kept when the propagation delay shrinks, by the receiver's
// rule. A router that is taken away hands its packets to the transit slots.
//
// No allocation per packet once the rings have grown to what the configuration holds.
#pragma once

#include <memory>

#include "emulator/core/limit.h"
#include "emulator/core/observer.h"
#include "emulator/core/ring.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/channel.h"
#include "emulator/link/error_model.h"
#include "emulator/link/frame.h"
#include "emulator/link/hop.h"
#include "emulator/link/receive_buffer.h"
#include "emulator/link/send_buffer.h"
#include "emulator/link/transit.h"
#include "emulator/router/make_router.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

class Link final : private QueueEvents {
 public:
  /// Everything given by reference must outlive the link; the scheduler must not run without it.
  Link(Direction direction, const DirectionConfig& config, std::uint64_t seed,
       ChannelProcess& channel, Scheduler& scheduler, LinkObserver& observer, PacketSink& out);
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void receive(Packet packet);
  void reconfigure(const DirectionConfig& config);
  DirectionOccupancy occupancy() const;

 private:
  // Sender.
  void move_everything();
  bool start_transmission();
  bool fill_send_buffer();
  bool fill_transit();
  void finish_transmission();
  void leave_send_buffer(std::uint64_t number);
  BufferLimit receive_limit() const;

  // Channel and receiver.
  void attempt(std::uint64_t number);
  void lose(std::uint64_t number);
  void arrive(std::uint64_t number);
  void settle(std::uint64_t number);
  void release_in_order();
  void deliver(std::uint64_t number);
  void acknowledge(std::uint64_t number);
  void retire_frames();

  RouterContext router_context(const DirectionConfig& config) const;
  const StateParameters& now_of(const DirectionConfig& config);
  void enqueued(const Packet& packet, std::uint8_t traffic_class) override;
  void dropped(const Packet& packet, DropReason reason) override;
  void marked(const Packet& packet) override;
  void modified(const Packet& packet) override;
  void measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) override;
  void tell(EventKind kind, std::uint64_t id, std::uint32_t size, std::int64_t value = 0,
            std::uint8_t code = 0, const Packet* packet = nullptr);

  const Direction direction_;
  std::shared_ptr<const DirectionConfig> config_;
  ChannelProcess& channel_;
  Scheduler& scheduler_;
  LinkObserver& observer_;
  PacketSink& out_;
  ErrorModel errors_;
  const std::uint64_t seed_;

  std::unique_ptr<LastHopRouter> router_;  // none: no router in front
  TransitSlots transit_;
  Ring<Frame> frames_;
  SendBuffer send_buffer_;
  ReceiveBuffer receive_buffer_;
  Fill in_frames_;  // packets inside frames: neither delivered nor lost
  std::uint64_t next_to_transmit_ = 0;
  bool serializing_ = false;  // the frame before next_to_transmit_
};

}  // namespace seawind
