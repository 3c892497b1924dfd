// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/dualpi2.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "emulator/router/class_stream.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/ecn.h"
#include "emulator/router/router_config.h"

namespace seawind {

DualPi2Queue::DualPi2Queue(const DualPi2Config& config, const Node& node)
    : events_(node.events), random_(class_stream(node)) {
  configure(config, node.link);
}

void DualPi2Queue::change(const DisciplineConfig& config, const RouterContext& link, Time now) {
  advance(now);  // due updates use the old parameters
  configure(std::get<DualPi2Config>(config), link);
}

void DualPi2Queue::drain(std::vector<Packet>& out) {
  low_latency_.drain(out);
  classic_.drain(out);
}

void DualPi2Queue::configure(const DualPi2Config& config, const RouterContext& link) {
  config_ = config;
  limit_ = config.limit;
  classic_weight_ = std::llround(config.classic_weight * 1e6);
  if (limit_.unlimited()) {
    limit_.bytes = std::max<std::int64_t>(bytes_in(link, Duration::milliseconds(250)), 11'520);
  }
  const Duration third = Duration::nanoseconds(config.max_rtt.ns() / 3);
  const Duration interval = config.update_interval.value_or(std::min(config.target, third));
  const double rtt = config.max_rtt.in_seconds();
  parameters_ = {.update_interval = interval,
                 .target = config.target,
                 .alpha = config.alpha.value_or(0.1 * interval.in_seconds() / (rtt * rtt)),
                 .beta = config.beta.value_or(0.3 / rtt),
                 .bound = config.drop_on_overload ? 1 : std::min(1.0, 1 / config.coupling)};
}

void DualPi2Queue::enqueue(Packet packet, Time now) {
  advance(now);
  if (!Occupancy{bytes(), packets()}.fits(packet.size(), limit_)) {
    events_.dropped(packet, DropReason::kRouterFull);
    return;
  }
  Fifo& queue = packet.ip().ecn % 2 == 1 ? low_latency_ : classic_;
  const Packet& inside = queue.push(std::move(packet), now);
  events_.enqueued(inside, inside.traffic_class());
}

Packet DualPi2Queue::dequeue(Time now) {
  advance(now);
  while (packets() > 0) {
    const bool both = !low_latency_.empty() && !classic_.empty();
    const bool from_low_latency = low_latency_is_next();
    const std::int64_t before = low_latency_.packets();
    TimedPacket taken = (from_low_latency ? low_latency_ : classic_).pop();
    if (config_.random) draw_ = random_.uniform();
    if (from_low_latency ? !pass_low_latency(taken, before, now) : !pass_classic(taken.packet)) {
      events_.dropped(taken.packet, DropReason::kEarly);
      continue;
    }
    if (both) {
      const std::int64_t size = taken.packet.size();
      credit_ += from_low_latency ? classic_weight_ * size : (classic_weight_ - 1'000'000) * size;
    } else {
      credit_ = 0;
    }
    return std::move(taken.packet);
  }
  return {};
}

void DualPi2Queue::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                             Time now) {
  advance(now);
  const auto removed = [&](const Packet& packet) { events_.dropped(packet, reason); };
  low_latency_.remove_if(chosen, removed);
  classic_.remove_if(chosen, removed);
}

void DualPi2Queue::advance(Time now) {
  std::optional<Time> oldest;
  for (const Fifo* queue : {&low_latency_, &classic_}) {
    if (queue->empty()) continue;
    const Time entered = queue->front().entered;
    oldest = oldest ? std::min(*oldest, entered) : entered;
  }
  controller_.advance(now, oldest, parameters_);
}

bool DualPi2Queue::low_latency_is_next() const {
  if (low_latency_.empty() || classic_.empty()) return classic_.empty();
  if (config_.scheduler == DualPi2Config::Scheduler::kTimeShiftedFifo) {
    return low_latency_.front().entered - config_.time_shift <= classic_.front().entered;
  }
  return credit_ <= 0;
}

bool DualPi2Queue::signal(double& count, double likelihood) {
  if (config_.random) return draw_ < likelihood;
  count += std::min(likelihood, 1.0);
  if (count <= 1) return false;
  count -= 1;
  return true;
}

double DualPi2Queue::own_likelihood(Duration wait, std::int64_t packets) const {
  if (packets <= config_.l4s_packets || wait <= config_.l4s_threshold) return 0;
  if (wait >= config_.l4s_threshold + config_.l4s_range) return 1;
  return (wait - config_.l4s_threshold).in_seconds() / config_.l4s_range.in_seconds();
}

bool DualPi2Queue::pass_low_latency(TimedPacket& taken, std::int64_t packets, Time now) {
  const double base = controller_.base();
  double likelihood = config_.coupling * base;
  if (likelihood < 1 || !config_.drop_on_overload) {
    likelihood = std::max(likelihood, own_likelihood(now - taken.entered, packets));
  } else if (signal(low_latency_count_, base * base)) {
    return false;
  }
  if (signal(low_latency_count_, likelihood)) mark(taken.packet, events_);
  return true;
}

bool DualPi2Queue::pass_classic(Packet& packet) {
  const double likelihood = controller_.base() * controller_.base();
  if (!signal(classic_count_, likelihood)) return true;
  const double most = std::min(1.0, 1 / (config_.coupling * config_.coupling));
  if (config_.drop_on_overload && likelihood >= most) return false;
  return mark(packet, events_);
}

}  // namespace seawind
