// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/link.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "emulator/link/arq.h"
#include "emulator/link/transmission_time.h"
#include "emulator/router/make_router.h"

namespace seawind {
namespace {

std::optional<std::int64_t> transit_capacity(const DirectionConfig& config) {
  const InputQueueConfig& input = config.input;
  if (!config.router || !input.limit.packets) return {};
  return std::max<std::int64_t>(input.adapter_slots + *input.limit.packets, 1);
}

}  // namespace

Link::Link(Direction direction, const DirectionConfig& config, std::uint64_t seed,
           ChannelProcess& channel, Scheduler& scheduler, LinkObserver& observer, PacketSink& out)
    : direction_(direction),
      config_(std::make_shared<const DirectionConfig>(config)),
      channel_(channel),
      scheduler_(scheduler),
      observer_(observer),
      out_(out),
      errors_(seed, direction),
      seed_(seed),
      transit_(transit_capacity(config)) {
  assert(!config.states.empty());
  if (config.router) router_ = make_router(*config.router, router_context(config), *this);
}

void Link::receive(Packet packet) {
  tell(EventKind::kArrival, packet.id(), packet.size(), 0, 0, &packet);
  if (packet.size() > config_->max_packet_size) return dropped(packet, DropReason::kOversize);
  if (packet.ip().version == 0) return dropped(packet, DropReason::kMalformed);
  if (router_) {
    router_->enqueue(std::move(packet), scheduler_.now());
  } else {
    transit_.push(std::move(packet));
  }
  move_everything();
}

void Link::reconfigure(const DirectionConfig& config) {
  config_ = std::make_shared<const DirectionConfig>(config);
  transit_.change_capacity(transit_capacity(config));
  if (router_ && config.router) {
    change_router(router_, *config.router, router_context(config), *this, scheduler_.now());
  } else if (config.router) {
    router_ = make_router(*config.router, router_context(config), *this);
  } else if (router_) {
    while (fill_transit()) {
    }
    router_.reset();
  }
  move_everything();
}

DirectionOccupancy Link::occupancy() const {
  DirectionOccupancy inside;
  if (router_) {
    inside.router_packets = static_cast<std::uint64_t>(router_->packets());
    inside.router_bytes = static_cast<std::uint64_t>(router_->bytes());
  }
  inside.send_buffer_bytes = static_cast<std::uint64_t>(send_buffer_.bytes());
  inside.held_packets = inside.router_packets +
                        static_cast<std::uint64_t>(transit_.fill().packets + in_frames_.packets);
  inside.held_bytes =
      inside.router_bytes + static_cast<std::uint64_t>(transit_.fill().bytes + in_frames_.bytes);
  return inside;
}

void Link::move_everything() {
  while (start_transmission() || fill_send_buffer() || fill_transit()) {
  }
}

bool Link::start_transmission() {
  if (serializing_ || next_to_transmit_ == frames_.end()) return false;
  Frame& frame = frames_[next_to_transmit_];
  if (config_->link_layer_acks && !receive_buffer_.admits(frame.size, receive_limit())) {
    return false;
  }
  serializing_ = true;
  frame.parameters = config_;
  receive_buffer_.transmitted(frame);
  const bool leaves = !config_->link_layer_acks && !config_->frame_in_service_in_buffer;
  tell(EventKind::kTransmitStart, frame.id, frame.size,
       send_buffer_.bytes() - (leaves ? std::int64_t{frame.size} : 0));
  if (leaves) leave_send_buffer(next_to_transmit_);
  ++next_to_transmit_;
  const Duration busy =
      transmission_time(frame.size, static_cast<std::int64_t>(now_of(*config_).rate.fixed_value()));
  scheduler_.at(scheduler_.now() + busy, [this] { finish_transmission(); });
  return true;
}

bool Link::fill_send_buffer() {
  if (transit_.empty()) return false;
  const std::uint32_t size = transit_.front().size();
  if (!send_buffer_.admits(size, config_->send_buffer)) return false;
  Frame frame;
  frame.packet = transit_.pop();
  frame.id = frame.packet.id();
  frame.size = size;
  send_buffer_.enter(size);
  in_frames_.add(size);
  tell(EventKind::kSendBufferEnter, frame.id, size, send_buffer_.bytes());
  frames_.push_back(std::move(frame));
  return true;
}

bool Link::fill_transit() {
  if (!router_ || !transit_.has_room()) return false;
  const Time now = scheduler_.now();
  if (router_->next_ready(now) > now) return false;
  Packet packet = router_->dequeue(now);
  if (!packet) return false;
  tell(EventKind::kRouterDequeue, packet.id(), packet.size(), router_->bytes());
  transit_.push(std::move(packet));
  return true;
}

void Link::finish_transmission() {
  const std::uint64_t number = next_to_transmit_ - 1;
  Frame& frame = frames_[number];
  serializing_ = false;
  tell(EventKind::kTransmitEnd, frame.id, frame.size);
  if (frame.in_send_buffer && !frame.parameters->link_layer_acks) leave_send_buffer(number);
  frame.propagation = duration_at(now_of(*frame.parameters).propagation_delay, 0);
  attempt(number);
  move_everything();
}

void Link::leave_send_buffer(std::uint64_t number) {
  Frame& frame = frames_[number];
  assert(frame.in_send_buffer);
  frame.in_send_buffer = false;
  send_buffer_.leave(frame.size);
  tell(EventKind::kSendBufferLeave, frame.id, frame.size, send_buffer_.bytes());
}

BufferLimit Link::receive_limit() const {
  return config_->receive_buffer.unlimited() ? config_->send_buffer : config_->receive_buffer;
}

void Link::attempt(std::uint64_t number) {
  Frame& frame = frames_[number];
  if (frame.attempt != std::numeric_limits<std::uint8_t>::max()) ++frame.attempt;
  if (frame.attempt > 1) {
    tell(EventKind::kRetransmit, frame.id, frame.size, 0, frame.attempt);
  }
  const Time now = scheduler_.now();
  const StateParameters& state = now_of(*frame.parameters);
  if (frame.sure || !errors_.corrupted(state)) {
    scheduler_.at(now + frame.propagation, [this, number] { arrive(number); });
    return;
  }
  tell(EventKind::kCorrupted, frame.id, frame.size, 0, frame.attempt);
  const ArqDecision decision = after_corruption(state, frame.accumulated, errors_);
  if (decision.action == ArqDecision::kLose) return lose(number);
  frame.accumulated += decision.delay;
  frame.sure = decision.action == ArqDecision::kRetransmitForSure;
  scheduler_.at(now + decision.delay, [this, number] { attempt(number); });
}

void Link::lose(std::uint64_t number) {
  Frame& frame = frames_[number];
  in_frames_.remove(frame.size);
  const Packet lost = std::exchange(frame.packet, Packet{});
  dropped(lost, DropReason::kErrorLoss);
  scheduler_.at(scheduler_.now() + frame.propagation, [this, number] { settle(number); });
}

void Link::arrive(std::uint64_t number) {
  Frame& frame = frames_[number];
  const bool in_order = number == receive_buffer_.next();
  const bool overtakes = !in_order && config_->release == ReleaseOrder::kNone;
  if (!in_order && !overtakes) receive_buffer_.hold(frame);
  tell(EventKind::kReceived, frame.id, frame.size, receive_buffer_.waiting_bytes());
  if (overtakes) deliver(number);
  settle(number);
}

// The receiver has the frame or knows that it is lost.
void Link::settle(std::uint64_t number) {
  Frame& frame = frames_[number];
  frame.settled = true;
  if (frame.parameters->ack_release == AckRelease::kSelective) acknowledge(number);
  release_in_order();
  retire_frames();
  move_everything();
}

// A sink may send into this link while it is being handed a packet, so no reference to a frame is
// kept across deliver().
void Link::release_in_order() {
  while (frames_.contains(receive_buffer_.next()) && frames_[receive_buffer_.next()].settled) {
    const std::uint64_t number = receive_buffer_.next();
    Frame& frame = frames_[number];
    receive_buffer_.release(frame);
    if (frame.parameters->ack_release == AckRelease::kCumulative) acknowledge(number);
    if (frame.packet) deliver(number);
  }
}

void Link::deliver(std::uint64_t number) {
  Frame& frame = frames_[number];
  Packet packet = std::exchange(frame.packet, Packet{});
  in_frames_.remove(frame.size);
  tell(EventKind::kDelivered, frame.id, frame.size);
  out_.deliver(std::move(packet));
}

void Link::acknowledge(std::uint64_t number) {
  const Frame& frame = frames_[number];
  if (!frame.parameters->link_layer_acks) return;
  scheduler_.at(scheduler_.now() + frame.propagation, [this, number] {
    leave_send_buffer(number);
    retire_frames();
    move_everything();
  });
}

void Link::retire_frames() {
  while (!frames_.empty() && frames_.front().released && !frames_.front().in_send_buffer) {
    frames_.pop_front();
  }
}

const StateParameters& Link::now_of(const DirectionConfig& config) {
  if (config.states.size() == 1) return config.states.front();
  return config.states[channel_.current()];
}

void Link::enqueued(const Packet& packet, std::uint8_t traffic_class) {
  tell(EventKind::kRouterEnqueue, packet.id(), packet.size(), router_->bytes(), traffic_class);
}

void Link::dropped(const Packet& packet, DropReason reason) {
  tell(EventKind::kDrop, packet.id(), packet.size(), 0, static_cast<std::uint8_t>(reason), &packet);
}

void Link::marked(const Packet& packet) {
  tell(EventKind::kMark, packet.id(), packet.size(), 0, packet.traffic_class());
}

void Link::modified(const Packet& packet) {
  tell(EventKind::kModified, packet.id(), packet.size(), packet.size(), packet.traffic_class());
}

void Link::measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) {
  tell(what, 0, 0, value, traffic_class);
}

RouterContext Link::router_context(const DirectionConfig& config) const {
  const StateParameters& state = config.states.front();
  return {.link_rate = static_cast<std::int64_t>(state.rate.fixed_value()),
          .link_delay = duration_at(state.propagation_delay, 0.5),
          .seed = seed_,
          .direction = direction_};
}

void Link::tell(EventKind kind, std::uint64_t id, std::uint32_t size, std::int64_t value,
                std::uint8_t code, const Packet* packet) {
  observer_.on_event({.time = scheduler_.now(),
                      .kind = kind,
                      .direction = direction_,
                      .code = code,
                      .packet = id,
                      .size = size,
                      .value = value},
                     packet);
}

}  // namespace seawind
