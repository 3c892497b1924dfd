// SPDX-License-Identifier: GPL-3.0-or-later
// One direction of a hop (docs/reference/link.md). The path of a packet, with the file that defines
// each step. Frames stand for its bytes on the way from the send buffer to the receiver; the send
// buffer owns the packet until the receiver passes it on, and stops counting its bytes earlier
// (Send buffer, below). emulator/daemon/relay.h describes the way to the arrival and from the sink,
// its ReleaseSender.
//
//   arrival -> stages (stage_list.h, stage.h) -> router (emulator/router) -> stages -> adapter
//   slots and input queue (input_queue.h; with `queue_max_length: 0pkt` it only passes packets
//   on) -> send buffer, framing (send_buffer.h) -> transmitter
//   (transmitter.h), gated by rate (rate_control.h), allocation (allocation_gate.h), spikes and
//   outages (gates.h)
//   -> errors, random delay, propagation (channel_transmission.h); ARQ: a frame with an error is
//   back at the transmitter for its next transmission -> receive buffer, order,
//   reassembly, acks (receiver.h) -> release order, output dropper (hop_exit.h) -> stages of the
//   other direction -> sink
//
// Entry. Three checks drop a packet, in this order: it is larger than max_packet_size (oversize),
// it is not a whole IP packet (malformed), or it would take the held size beyond max_held_size
// (held_full). The held size counts every packet received and neither delivered nor dropped, with
// kHeldOverhead (hop_config.h) per packet, and packets of the background load that have been
// transmitted (background_packets.h) and are on their way to the exit. All other packets go to the
// stages (stage.h); an outage that discards at once drops them (waiting_packets.h); the rest goes
// to the router, or without a router to the input queue.
//
// Back-pressure. Whenever space is freed, all packets that can move do so at that instant. The
// order is downstream first, one packet at a time, with a restart after each move: (1) the
// transmitter takes the next frame of the send buffer; (2) the send buffer takes the packet at the
// head of the input queue if the whole packet fits (a packet larger than the buffer enters an empty
// buffer); (3) the input queue takes a packet from the router. On an idle link a packet therefore
// reaches the transmitter at the instant of its arrival. Full buffers hold router + slots + input
// queue + send buffer + 1 in service (model Q1).
//
// Without an input queue (queue_max_length 0, the default of a profile) there is one place to wait.
// Without a router it is the send buffer: a packet that it does not admit on arrival is dropped
// (send_buffer_full). With a router it is the router: the link takes a packet from it only when the
// transmitter needs one (Transmitter::needs_packet()), so that the queue discipline decides about
// all that waits. Full buffers then hold router + 1 in service.
//
// Send buffer. Without link-layer acks, a frame's bytes leave the send buffer when its first
// serialization starts (with frame_in_service_in_buffer: when it ends). With link-layer acks, they
// leave when the acknowledgement has returned (receiver.h). In that case the transmitter may
// continue after a missing frame while the window fits the receive buffer, which is as large as the
// send buffer if not configured. The window reaches from the first frame not yet released in order
// at the receiver up to and including the next frame to transmit. A single frame is always
// admitted.
//
// Live changes. From the instant of the change, packets and frames inside are treated as follows:
//  - stages: a stage of the same kind in the same position gets the new values; otherwise it is
//    replaced (stage.h).
//  - router: last_hop_router.h. A removed router passes its packets to the input queue, in the
//    order of their arrival and regardless of the link's limits. A new router starts empty; packets
//    downstream of it stay where they are.
//  - queues and buffers: a limit below the occupancy drops nothing, and admits nothing until the
//    occupancy fits. With drop_on_shrink the excess is dropped at once, from the tail (shrink):
//    from the input queue and its slots; from the send buffer, only packets of which nothing was
//    transmitted (one packet always stays); from a router whose root is a queue with a limit.
//    queue_max_delay counts from the packet's entry into the queue.
//  - frames whose first transmission has started keep the parameters they started with, by state:
//    framing, error handling, persistency, acks, propagation delay. The frame in service keeps its
//    rate, unless it waits for an opportunity of a trace (transmitter.h). The rest of a packet that
//    is cut in part is cut by the new framing.
//  - receiver and exit: the new release order applies to frames that arrive from now on, and to
//    held frames when they are released. A packet that waits at the exit keeps its delivery time.
//    Order is kept when the propagation delay decreases, unless the release order is `none`.
//  - rate, spikes, outages, loss pattern: rate_control.h, gates.h, loss_pattern.h. The channel
//    cannot change.
//
// A change loses or duplicates no other packet.
//
// The link does not allocate per packet once its rings have grown to the configured capacity.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/background_packets.h"
#include "emulator/link/channel_transmission.h"
#include "emulator/link/direction_state.h"
#include "emulator/link/hop.h"
#include "emulator/link/hop_exit.h"
#include "emulator/link/input_queue.h"
#include "emulator/link/receiver.h"
#include "emulator/link/transmitter.h"
#include "emulator/link/waiting_packets.h"
#include "emulator/router/last_hop_router.h"

namespace seawind {

/// A prepared change of one direction; its expensive parts are built. After
/// HopDirection::reconfigure() it holds the replaced objects.
struct DirectionChange {
  std::shared_ptr<const DirectionConfig> config;
  std::unique_ptr<LastHopRouter> router;  // none: no router in front
  DirectionState::Configs unused{};
};

class HopDirection final : private QueueEvents, private Progress {
 public:
  /// Objects shared by both directions. All must outlive this direction. The scheduler must not run
  /// after this direction is destroyed.
  struct Context {
    std::uint64_t seed;
    bool shared_delay;
    RadioAllocation* shared_allocation;  // null: each direction allocates its own
    ChannelProcess& channel;
    const Gates& gates;
    StageList& stages;
    std::function<void(Direction)> reset_link;  // resets both directions, the given one first
    Scheduler& scheduler;
    LinkObserver& observer;
  };
  HopDirection(Direction direction, const DirectionConfig& config, const Context& context,
               PacketSink& out);
  HopDirection(const HopDirection&) = delete;
  HopDirection& operator=(const HopDirection&) = delete;

  void enter(Packet packet);
  /// Callable from any thread, also while another thread runs the hop.
  DirectionChange prepare(const DirectionConfig& config);
  /// `change` is a result of prepare().
  void reconfigure(DirectionChange& change, bool shared_delay, RadioAllocation* shared_allocation);
  DirectionOccupancy occupancy() const;
  std::span<const ClassStatistics> router_classes() const;

  /// Called by the gates' listener.
  void block_began(const Outage* outage);
  void block_ended() { make_progress(); }

  /// The link is reset: drops every packet from the send buffer to the release, and discards all
  /// frames. A transmission in progress continues to its end, without effect.
  void reset();

  /// For the stages (stage.h).
  const EventEmitter& emitter() const { return emit_; }
  WaitingPackets& waiting() { return waiting_; }
  void remove_waiting(const std::function<bool(const Packet&)>& chosen, DropReason reason);
  void enter_generated(Packet packet);
  void deliver_generated(Packet packet) { exit_.deliver_generated(std::move(packet)); }
  Duration time_to_deliver(std::uint32_t size);

 private:
  void make_progress() override;
  bool fill_send_buffer();
  bool fill_input();
  bool send_buffer_rejects(const Packet& packet) const;
  void admit(Packet packet);        // from the stages
  void enter_input(Packet packet);  // from the router
  std::unique_ptr<LastHopRouter> make_router(const RouterConfig& config,
                                             const RouterContext& context);
  void change_router_to(DirectionChange& change);
  void shrink_router();
  RouterContext router_context(const DirectionConfig& config) const;

  void enqueued(const Packet& packet, std::uint8_t traffic_class) override;
  void dropped(const Packet& packet, DropReason reason) override;
  void marked(const Packet& packet) override;
  void modified(const Packet& packet) override;
  void measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) override;
  Occupancy held() const;
  bool reserve(std::int64_t size);
  void background_sent(std::uint32_t bytes);

  const std::uint64_t seed_;
  StageList& stages_;
  const EventEmitter emit_;
  DirectionState shared_;
  HopExit exit_;
  Receiver receiver_;
  ChannelTransmission transmission_;
  Transmitter transmitter_;
  std::unique_ptr<LastHopRouter> router_;  // none: no router in front
  bool router_was_empty_ = false;  // the last dequeue() returned nothing; reset by enqueue()
  InputQueue input_;
  WaitingPackets waiting_;
  Waker router_ready_;
  bool making_progress_ = false;
  bool progress_requested_ = false;

  BackgroundPackets background_;

  // A lower bound of the free space: the room below max_held_size when held() was last computed,
  // less the packets admitted since. Every packet is admitted by reserve().
  std::int64_t reservable_ = 0;  // bytes, including kHeldOverhead per packet
};

}  // namespace seawind
