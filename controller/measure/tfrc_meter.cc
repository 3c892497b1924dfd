// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/tfrc_meter.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "controller/measure/generator_log.h"

namespace seawind {

void TfrcMeter::add(const TfrcReport& now) {
  const bool slow_start = now.loss_event_rate <= 0 || now.rtt_ns <= 0;
  if (slow_start || std::exchange(handovers_, now.handovers) != now.handovers) {
    rates_.clear();
    previous_.reset();
    congested_ns_ = 0;
    episode_start_ns_ = 0;
  }
  if (slow_start) return;
  ++feedbacks_;
  if (previous_) {
    if (now.loss_event_rate > previous_->loss_event_rate) {
      if (episode_start_ns_ == 0) {
        episode_start_ns_ = now.time_ns;
        episode_rate_ = previous_->rate;
      }
      congested_ns_ = now.time_ns;
    } else if (now.time_ns - congested_ns_ > now.rtt_ns) {
      episode_start_ns_ = 0;
    }
    if (episode_start_ns_ != 0 && now.rate <= episode_rate_ / 2) {
      const double rtts =
          static_cast<double>(now.time_ns - episode_start_ns_) / static_cast<double>(now.rtt_ns);
      responsiveness_ = std::min(responsiveness_.value_or(rtts), rtts);
      episode_start_ns_ = 0;
    }
  }
  if (const Rate* then = take_ratio(now); then != nullptr && congested_ns_ <= then->time_ns) {
    const double rtt = static_cast<double>(now.rtt_ns);
    // Feedback may be rarer than once per round-trip time; the increase is scaled to one.
    const double increase =
        (now.rate - then->rate) * rtt / static_cast<double>(now.time_ns - then->time_ns);
    increase_ = std::max(increase_.value_or(0), increase * rtt / 1e9);
  }
  rates_.push_back({now.time_ns, now.rate});
  previous_ = now;
}

void TfrcMeter::add_expiry(std::int64_t time_ns, double rate) {
  if (!previous_) return;  // slow start
  TfrcReport now = *previous_;
  now.time_ns = time_ns;
  now.rate = rate;
  take_ratio(now);
  congested_ns_ = time_ns;
  episode_start_ns_ = 0;
  rates_.push_back({time_ns, rate});
  previous_->rate = rate;
}

const TfrcMeter::Rate* TfrcMeter::take_ratio(const TfrcReport& now) {
  const auto later =
      std::upper_bound(rates_.begin(), rates_.end(), now.time_ns - now.rtt_ns,
                       [](std::int64_t time_ns, const Rate& one) { return time_ns < one.time_ns; });
  if (later == rates_.begin()) return nullptr;
  const Rate& then = *std::prev(later);
  if (then.rate > 0) ratio_ = std::min(ratio_.value_or(now.rate / then.rate), now.rate / then.rate);
  return &then;
}

void TfrcMeter::report(const std::string& flow, std::int64_t packet_size,
                       std::vector<MetricValue>& out) const {
  if (feedbacks_ < 2) return;
  if (increase_)
    out.push_back(
        {flow, "aggressiveness", "packets", *increase_ / static_cast<double>(packet_size)});
  if (ratio_) out.push_back({flow, "smoothness", "1", *ratio_});
  if (responsiveness_) out.push_back({flow, "responsiveness", "1", *responsiveness_});
}

void read_tfrc_log(const std::filesystem::path& log, TfrcMeter& meter) {
  read_generator_log(log, {"feedback", "no_feedback"}, [&meter](const GeneratorEvent& e) {
    if (e.is("no_feedback"))
      meter.add_expiry(e.whole("t"), e.number("rate"));
    else
      meter.add({e.whole("t"), e.number("rate"), e.whole("rtt_ns"), e.number("loss_rate"),
                 e.whole("handovers")});
  });
}

}  // namespace seawind
