// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/hop_direction.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "emulator/link/rate_control.h"
#include "emulator/link/transmission_time.h"

namespace seawind {

HopDirection::HopDirection(Direction direction, const DirectionConfig& config,
                           const Context& context, PacketSink& out)
    : seed_(context.seed),
      stages_(context.stages),
      emit_(direction, context.scheduler, context.observer),
      shared_{context.scheduler, context.channel, emit_, *this,
              std::make_shared<const DirectionConfig>(config)},
      exit_(shared_, context.seed, context.stages, out),
      receiver_(shared_, exit_),
      transmission_(shared_, context.seed, context.shared_delay, receiver_,
                    [direction, reset = context.reset_link] { reset(direction); }),
      transmitter_(shared_, {context.seed, context.gates, context.shared_allocation, transmission_,
                             [this](std::uint32_t bytes) { background_sent(bytes); }}),
      input_(config.input, config.router != nullptr, context.scheduler, emit_, *this),
      waiting_(shared_, context.gates, transmitter_, input_, router_),
      router_ready_(context.scheduler, *this),
      background_(shared_, exit_) {
  if (config.router) router_ = make_router(*config.router, router_context(config));
}

void HopDirection::enter(Packet packet) {
  emit_(EventKind::kArrival, packet.id(), packet.size(), 0, 0, &packet);
  if (packet.size() > shared_.config->max_packet_size) {
    return emit_.drop(packet, DropReason::kOversize);
  }
  if (packet.ip().version == 0) return emit_.drop(packet, DropReason::kMalformed);
  if (!reserve(packet.size())) return emit_.drop(packet, DropReason::kHeldFull);
  if (shared_.config->background.output == BackgroundLoad::Output::kWrite || !background_.ready()) {
    background_.copy_link_header(packet);
  }
  const std::int64_t size = packet.size();
  packet = stages_.on_arrival(emit_.direction(), std::move(packet));
  if (packet) {
    reservable_ += size - packet.size();
    admit(std::move(packet));
  }
  make_progress();
}

void HopDirection::enter_generated(Packet packet) {
  emit_(EventKind::kGenerated, packet.id(), packet.size(), 0, 0, &packet);
  if (!reserve(packet.size())) return emit_.drop(packet, DropReason::kHeldFull);
  admit(std::move(packet));
  make_progress();
}

void HopDirection::admit(Packet packet) {
  if (waiting_.outage_rejects_arrival()) return emit_.drop(packet, DropReason::kOutage);
  if (router_) {
    router_->enqueue(std::move(packet), shared_.now());
    router_was_empty_ = false;
    return waiting_.arrived();
  }
  packet = stages_.before_input_queue(emit_.direction(), std::move(packet));
  if (!packet) return;
  if (send_buffer_rejects(packet)) return emit_.drop(packet, DropReason::kSendBufferFull);
  input_.push(std::move(packet));
  waiting_.arrived();
}

// Everything that can move has moved at the end of each event, so the occupancy decides.
bool HopDirection::send_buffer_rejects(const Packet& packet) const {
  const DirectionConfig& config = *shared_.config;
  if (!config.input.none()) return false;
  return input_.occupancy().packets > 0 ||
         !shared_.send_buffer.admits(packet.size(), config.send_buffer);
}

void HopDirection::make_progress() {
  progress_requested_ = true;
  if (making_progress_) return;
  making_progress_ = true;
  while (std::exchange(progress_requested_, false)) {
    while (transmitter_.start() || fill_send_buffer() || fill_input()) {
    }
  }
  making_progress_ = false;
}

bool HopDirection::fill_send_buffer() {
  if (input_.empty()) return false;
  if (!shared_.send_buffer.admits(input_.front().size(), shared_.config->send_buffer)) return false;
  Packet packet = input_.pop();
  const std::uint64_t id = packet.id();
  const std::uint32_t size = packet.size();
  shared_.send_buffer.enter(std::move(packet));
  emit_(EventKind::kSendBufferEnter, id, size, shared_.send_buffer.bytes());
  return true;
}

bool HopDirection::fill_input() {
  if (!router_ || !input_.accepts()) return false;
  if (shared_.config->input.none() && !transmitter_.needs_packet()) return false;
  const Time now = shared_.now();
  Time ready = router_->next_ready(now);
  // An empty router is called once: it may need the idle time of its queue (RED).
  if (ready <= now || (ready == Time::max() && !std::exchange(router_was_empty_, true))) {
    if (Packet packet = router_->dequeue(now)) {
      emit_(EventKind::kRouterDequeue, packet.id(), packet.size(), router_->bytes(),
            packet.traffic_class());
      enter_input(std::move(packet));
      return true;
    }
    ready = router_->next_ready(now);
  }
  if (ready > now) router_ready_.at(ready);
  return false;
}

void HopDirection::enter_input(Packet packet) {
  packet = stages_.before_input_queue(emit_.direction(), std::move(packet));
  if (packet) input_.push(std::move(packet));
}

// The freed space is used when the hook of the stage has returned, which may be within an event of
// the other direction.
void HopDirection::remove_waiting(const std::function<bool(const Packet&)>& chosen,
                                  DropReason reason) {
  waiting_.remove_if(chosen, reason);
  shared_.scheduler.at(shared_.now(), [this] { make_progress(); });
}

void HopDirection::block_began(const Outage* outage) {
  if (outage == nullptr) return;
  waiting_.outage_begins(*outage);
  make_progress();
}

void HopDirection::reset() {
  emit_(EventKind::kLinkReset);
  shared_.send_buffer.flush(DropReason::kLinkReset, emit_);
  while (!shared_.frames.empty()) shared_.frames.pop_front();
  while (!shared_.retransmissions.empty()) shared_.retransmissions.pop_front();
  shared_.receive_buffer.reset(shared_.frames.end());
  transmitter_.forget_decision_if_empty();
  make_progress();
}

DirectionChange HopDirection::prepare(const DirectionConfig& config) {
  DirectionChange change{std::make_shared<const DirectionConfig>(config), nullptr, {}};
  if (config.router) change.router = make_router(*config.router, router_context(config));
  return change;
}

void HopDirection::reconfigure(DirectionChange& change, bool shared_delay,
                               RadioAllocation* shared_allocation) {
  const std::shared_ptr<const DirectionConfig> before = shared_.config;
  const BufferLimit router = router_ ? router_->limit() : BufferLimit();
  change.unused = shared_.change_config(std::move(change.config));
  const DirectionConfig& config = *shared_.config;
  reservable_ = 0;
  input_.change(config.input, config.router != nullptr, config.drop_on_shrink);
  change_router_to(change);
  if (config.drop_on_shrink) {
    if (config.send_buffer != before->send_buffer)
      shared_.send_buffer.shrink(config.send_buffer, emit_);
    if (router_ && router_->limit() != router) shrink_router();
  }
  transmitter_.reconfigure(*before, shared_allocation);
  transmitter_.forget_decision_if_empty();
  transmission_.reconfigure(*before, shared_delay);
  exit_.reconfigure();
  receiver_.reconfigure();
  make_progress();
}

std::unique_ptr<LastHopRouter> HopDirection::make_router(const RouterConfig& config,
                                                         const RouterContext& context) {
  QueueEvents& events = *this;
  return std::make_unique<LastHopRouter>(config, context, events);
}

void HopDirection::change_router_to(DirectionChange& change) {
  const Time now = shared_.now();
  router_was_empty_ = false;
  if (change.router) {
    const RouterContext context = router_context(*shared_.config);
    if (!router_) router_ = make_router({}, context);  // an empty router
    change_router(router_, change.router, context, now);
  } else if (router_) {
    for (Packet& packet : router_->drain()) {
      emit_(EventKind::kRouterDequeue, packet.id(), packet.size(), 0, packet.traffic_class());
      packet = stages_.before_input_queue(emit_.direction(), std::move(packet));
      if (packet) input_.push_beyond_limit(std::move(packet));
    }
    std::swap(router_, change.router);
  }
}

void HopDirection::shrink_router() {
  const BufferLimit limit = router_->limit();
  if (limit.unlimited()) return;
  const Time now = shared_.now();
  std::vector<std::pair<Arrival, std::uint32_t>> inside;  // and size
  router_->for_each(
      [&inside](const Packet& packet) { inside.emplace_back(arrival_of(packet), packet.size()); },
      now);
  std::sort(inside.begin(), inside.end());
  Occupancy kept;
  for (const auto& [arrival, size] : inside) {
    if (!kept.fits(size, limit)) {
      router_->remove_if(
          [first = arrival](const Packet& packet) { return arrival_of(packet) >= first; },
          DropReason::kShrink, now);
      return;
    }
    kept.add(size);
  }
}

std::span<const ClassStatistics> HopDirection::router_classes() const {
  if (!router_) return {};
  return router_->classes();
}

DirectionOccupancy HopDirection::occupancy() const {
  DirectionOccupancy inside;
  if (router_) {
    inside.router_packets = static_cast<std::uint64_t>(router_->packets());
    inside.router_bytes = static_cast<std::uint64_t>(router_->bytes());
  }
  inside.send_buffer_bytes = static_cast<std::uint64_t>(shared_.send_buffer.bytes());
  const Occupancy held = this->held();
  inside.held_packets = static_cast<std::uint64_t>(held.packets);
  inside.held_bytes = static_cast<std::uint64_t>(held.bytes);
  return inside;
}

Occupancy HopDirection::held() const {
  Occupancy held = waiting_.router_and_input();
  for (const Occupancy& more : {shared_.send_buffer.held(), exit_.held()}) {
    held.packets += more.packets;
    held.bytes += more.bytes;
  }
  return held;
}

bool HopDirection::reserve(std::int64_t size) {
  const std::int64_t needed = size + kHeldOverhead;
  if (reservable_ < needed) {
    const Occupancy held = this->held();
    const Occupancy& background = background_.held();
    reservable_ = shared_.config->max_held_size - held.bytes - background.bytes -
                  (held.packets + background.packets) * kHeldOverhead;
    if (reservable_ < needed) return false;
  }
  reservable_ -= needed;
  return true;
}

Duration HopDirection::time_to_deliver(std::uint32_t size) {
  const std::int64_t rate = transmitter_.rate();
  if (rate <= 0) return Duration::max();
  const Framing& framing = shared_.config->framing;
  const std::int64_t bytes = input_.occupancy().bytes + shared_.send_buffer.waiting_bytes() + size;
  const std::int64_t packets =
      input_.occupancy().packets + shared_.send_buffer.waiting_packets() + 1;
  const std::int64_t frames =
      framing.fragment_size
          ? std::max(packets, (bytes + *framing.fragment_size - 1) / *framing.fragment_size)
          : packets;
  const double bits = 8.0 * static_cast<double>(bytes + frames * framing.link_overhead +
                                                packets * framing.protocol_overhead_per_packet);
  const auto ns = static_cast<std::int64_t>(std::min(bits * 1e9 / static_cast<double>(rate), 1e18));
  return transmitter_.time_until_free() + Duration::nanoseconds(ns) +
         duration_at(shared_.state().propagation_delay, 0.5);
}

RouterContext HopDirection::router_context(const DirectionConfig& config) const {
  const StateParameters& state = config.states.front();
  const std::int64_t by_state =
      static_cast<std::int64_t>(mean_of(state.rate)) * state.user_max_rate;
  return {.link_rate = rate_at_start(config.rate_source).value_or(by_state),
          .link_delay = duration_at(state.propagation_delay, 0.5),
          .seed = seed_,
          .direction = emit_.direction()};
}

void HopDirection::enqueued(const Packet& packet, std::uint8_t traffic_class) {
  emit_(EventKind::kRouterEnqueue, packet.id(), packet.size(), router_->bytes(), traffic_class);
}

void HopDirection::dropped(const Packet& packet, DropReason reason) {
  emit_.drop(packet, reason);
}

void HopDirection::marked(const Packet& packet) {
  emit_(EventKind::kMark, packet.id(), packet.size(), 0, packet.traffic_class());
}

void HopDirection::modified(const Packet& packet) {
  emit_(EventKind::kModified, packet.id(), packet.size(), packet.size(), packet.traffic_class(),
        &packet);
}

void HopDirection::measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) {
  emit_(what, 0, 0, value, traffic_class);
}

void HopDirection::background_sent(std::uint32_t bytes) {
  if (!background_.ready()) return;
  if (reserve(bytes)) {
    background_.send(bytes);
  } else {
    background_.drop(bytes);
  }
}

}  // namespace seawind
