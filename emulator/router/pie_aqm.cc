// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/pie_aqm.h"

#include <algorithm>
#include <utility>

#include "emulator/router/ecn.h"

namespace seawind {
namespace {

bool below_half(Duration delay, Duration target) {
  return delay.ns() < target.ns() / 2 + target.ns() % 2;  // 2 delay < target, without overflow
}

/// Section 4.2: smaller probabilities change in smaller steps.
double step_scale(double probability) {
  if (probability < 0.000001) return 1.0 / 2048;
  if (probability < 0.00001) return 1.0 / 512;
  if (probability < 0.0001) return 1.0 / 128;
  if (probability < 0.001) return 1.0 / 32;
  if (probability < 0.01) return 1.0 / 8;
  if (probability < 0.1) return 1.0 / 2;
  return 1;
}

}  // namespace

bool PieAqm::admit(Packet& packet, const Fifo& queue, Time now, const PieConfig& config,
                   QueueEvents& events, double uniform) {
  advance(now, config);
  const PieAction action = arrival(queue.bytes(), ecn_capable(packet), uniform, config);
  if (action == PieAction::kMark) mark(packet, events);
  return action != PieAction::kDrop;
}

Packet PieAqm::dequeue(Fifo& queue, Time now, const PieConfig& config, QueueEvents&) {
  advance(now, config);
  if (queue.empty()) return {};
  TimedPacket oldest = queue.pop();
  departure(now - oldest.entered, queue.empty());
  return std::move(oldest.packet);
}

void PieAqm::advance(Time now, const PieConfig& config) {
  const std::int64_t due = now.ns() / config.update_interval.ns();
  for (std::int64_t step = updated_until_.ns() / config.update_interval.ns() + 1; step <= due;
       ++step) {
    const double probability = probability_;
    const Duration delay_old = delay_old_;
    const Duration burst = burst_;
    update(config);
    if (probability_ == probability && delay_old_ == delay_old && burst_ == burst) break;
  }
  updated_until_ = now;
}

void PieAqm::update(const PieConfig& config) {
  double p = config.alpha * (delay_ - config.target).in_seconds() +
             config.beta * (delay_ - delay_old_).in_seconds();
  p *= step_scale(probability_);
  if (probability_ >= 0.1) p = std::min(p, 0.02);
  probability_ += p;
  if (delay_ == Duration() && delay_old_ == Duration()) probability_ *= 0.98;
  probability_ = std::clamp(probability_, 0.0, 1.0);
  delay_old_ = delay_;
  burst_ = std::max(Duration(), burst_ - config.update_interval);
}

PieAction PieAqm::arrival(std::int64_t inside, bool ecn_capable, double uniform,
                          const PieConfig& config) {
  const bool congested = burst_ == Duration() && signal(inside, uniform, config);
  if (probability_ == 0 && below_half(delay_, config.target) &&
      below_half(delay_old_, config.target)) {
    burst_ = config.max_burst;
  }
  if (!congested) return PieAction::kPass;
  accumulated_ = 0;
  const bool may_mark = config.ecn && ecn_capable && probability_ <= config.mark_threshold;
  return may_mark ? PieAction::kMark : PieAction::kDrop;
}

bool PieAqm::signal(std::int64_t inside, double uniform, const PieConfig& config) {
  if (below_half(delay_old_, config.target) && probability_ < 0.2) return false;
  if (inside <= 2 * config.mean_packet) return false;
  if (config.derandomize) {
    if (probability_ == 0) accumulated_ = 0;
    accumulated_ += probability_;
    if (accumulated_ < 0.85) return false;
    if (accumulated_ >= 8.5) return true;
  }
  return uniform < probability_;
}

}  // namespace seawind
