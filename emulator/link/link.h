// SPDX-License-Identifier: GPL-3.0-or-later
// One direction of a hop (link-model section 2). A packet's way, with the file that has its rules:
//
//   arrival -> stages (stage.h) -> router (emulator/router) -> stages -> adapter slots and input
//   queue (input_queue.h) -> send buffer, framing (send_buffer.h) -> serializer (transmitter.h),
//   as rate (rate_model.h), allocation (allocation_gate.h), spikes and outages (gates.h) let it
//   -> errors, ARQ, random delay, propagation (air.h) -> receive buffer, order, reassembly, acks
//   (receiver.h) -> release order, output dropper (exit.h) -> stages of the other direction -> sink
//
// Entry. A packet larger than max_packet_size is dropped (oversize), then one that is not whole IP
// (malformed), then one with which the direction would hold more than max_held_size (held_full):
// what is held is everything received and neither delivered nor dropped, kHeldOverhead more a
// packet, and background packets on their way to the exit. The rest goes to the stages and the
// router, or without a router straight on to the input queue.
//
// Back-pressure. Whenever anything frees, everything that can move moves at that instant. The order
// is downstream first, one packet at a time, starting again after each move: (1) the serializer
// takes the next frame of the send buffer, (2) the send buffer takes the packet at the head of the
// input queue if the whole of it fits (one larger than the whole buffer enters an empty buffer),
// (3) the input queue takes a packet from the router. So on an idle link a packet reaches the
// serializer in the instant of its arrival, and full buffers hold router + slots + input queue +
// send buffer + 1 in service (Q1).
//
// Send buffer. Without link-layer acks a frame's bytes leave it when its first serialization starts
// (frame_in_service_in_buffer: ends); with them when the acknowledgement is back (receiver.h).
// Then the serializer goes on behind a missing frame as long as the bytes from the first frame not
// yet released in order at the receiver up to and including the next one fit the receive buffer (as
// large as the send buffer if not given); a single frame always may.
//
// Live changes. What holds for packets and frames inside, stage by stage, from the instant of the
// change on:
//  - stages: same kind in the same place, new values; else made anew (stage.h).
//  - router: its own rule (last_hop_router.h). One that is taken away hands its packets, in the
//    order of their arrival and as if the link had room for them all, to the input queue. A new one
//    begins empty: what is downstream of it stays there.
//  - queues and buffers: a limit below the content drops nothing and admits nothing until the
//    content fits. With drop_on_shrink what does not fit is dropped at once, from the tail
//    (shrink): of the input queue and its slots, of the send buffer those packets of which nothing
//    was transmitted (one always stays), and of a router whose root is a queue with a limit.
//    queue_max_delay holds from the time the packet came into the queue.
//  - frames whose first transmission has started keep everything they started with, by state:
//    framing, error handling, persistency, acks, propagation delay. The frame in service keeps its
//    rate. A packet cut in part is cut on by the new framing.
//  - receiver and exit: the new release order holds for what arrives from now on, and for what is
//    held when it is released; what waits for its instant at the exit keeps it. Order is kept when
//    the propagation delay shrinks, unless the release order is `none`.
//  - rate, spikes, outages, loss pattern: rate_control.h, gates.h, loss_pattern.h. The channel
//    cannot change.
// Nothing else is lost or duplicated by a change.
//
// No allocation per packet once the rings have grown to what the configuration holds.
#pragma once

#include <array>
#include <memory>

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/air.h"
#include "emulator/link/exit.h"
#include "emulator/link/hop.h"
#include "emulator/link/input_queue.h"
#include "emulator/link/receiver.h"
#include "emulator/link/transmitter.h"
#include "emulator/link/underway.h"
#include "emulator/link/waiting.h"
#include "emulator/router/last_hop_router.h"
#include "emulator/router/make_router.h"

namespace seawind {

/// What one direction changes to: its heavy parts are built. After Link::reconfigure() it holds
/// what was replaced.
struct DirectionChange {
  std::shared_ptr<const DirectionConfig> config;
  std::unique_ptr<LastHopRouter> router;  // none: no router in front
};

class Link final : private QueueEvents, private Progress, private BackgroundOutput {
 public:
  /// What both directions share. Everything must outlive the link; the scheduler must not run
  /// without it.
  struct Context {
    std::uint64_t seed;
    bool shared_delay;
    ChannelProcess& channel;
    const Gates& gates;
    StageHooks& stages;
    LinkResets& resets;
    Scheduler& scheduler;
    LinkObserver& observer;
  };
  Link(Direction direction, const DirectionConfig& config, const Context& context, PacketSink& out);
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void receive(Packet packet);
  /// From any thread, also while another one runs the link.
  DirectionChange prepare(const DirectionConfig& config);
  /// `change` is of prepare().
  void reconfigure(DirectionChange& change, bool shared_delay);
  DirectionOccupancy occupancy() const;
  std::span<const ClassStatistics> router_classes() const;

  /// From the gates.
  void gate_closed(const Outage* outage);
  void gate_opened() { go_on(); }

  /// The other direction has reset the link.
  void reset() { air_.reset(); }

  /// For the stages (stage.h).
  const Teller& tell() const { return tell_; }
  Waiting& waiting() { return waiting_; }
  void emit(Packet packet) { exit_.emit(std::move(packet)); }
  Duration time_to_deliver(std::uint32_t size);

 private:
  void go_on() override;
  bool fill_send_buffer();
  bool fill_input();
  void pull(Packet packet);
  void change_router_to(DirectionChange& change);
  void shrink_router();
  RouterContext router_context(const DirectionConfig& config) const;
  RouterContext router_context_now(const DirectionConfig& config);

  void enqueued(const Packet& packet, std::uint8_t traffic_class) override;
  void dropped(const Packet& packet, DropReason reason) override;
  void marked(const Packet& packet) override;
  void modified(const Packet& packet) override;
  void measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) override;
  Fill held() const;
  bool takes(std::int64_t size);
  void background_sent(std::uint32_t bytes) override;
  void write_background(std::uint32_t bytes);
  void drop_background(std::uint32_t bytes);
  Packet background_packet(std::uint32_t bytes);

  const std::uint64_t seed_;
  StageHooks& stages_;
  const Teller tell_;
  Underway underway_;
  Exit exit_;
  Receiver receiver_;
  Air air_;
  Transmitter transmitter_;
  std::unique_ptr<LastHopRouter> router_;  // none: no router in front
  bool asked_in_vain_ = false;             // the router, since it last got a packet
  InputQueue input_;
  Waiting waiting_;
  Waker router_ready_;
  bool moving_ = false;
  bool again_ = false;

  // How background packets are to look on this way; known from the first packet on.
  PacketPool* pool_ = nullptr;
  std::array<std::uint8_t, 32> link_header_{};
  std::size_t link_header_bytes_ = 0;
  std::uint64_t background_packets_ = 0;
  Fill background_;  // on its way to the exit

  // What surely still fits: what max_held_size left when held() was last added up, less what came
  // since. Only takes() lets something in.
  std::int64_t room_ = 0;  // bytes, with kHeldOverhead a packet
};

}  // namespace seawind
