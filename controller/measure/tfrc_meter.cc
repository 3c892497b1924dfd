// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/tfrc_meter.h"

#include <algorithm>

#include "controller/measure/generator_log.h"

namespace seawind {

void TfrcMeter::add(const TfrcFeedback& now) {
  if (now.loss_event_rate <= 0 || now.rtt_ns <= 0) return;  // slow start
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
  // Keeps the newest feedback that is at least one round-trip time old at the front.
  while (recent_.size() >= 2 && recent_[1].time_ns <= now.time_ns - now.rtt_ns) recent_.pop_front();
  if (!recent_.empty() && recent_.front().time_ns <= now.time_ns - now.rtt_ns) {
    const TfrcFeedback& then = recent_.front();
    if (then.rate > 0) ratio_ = std::min(ratio_, now.rate / then.rate);
    // Feedback may be rarer than once per round-trip time; the increase is scaled to one.
    const double increase = (now.rate - then.rate) * static_cast<double>(now.rtt_ns) /
                            static_cast<double>(now.time_ns - then.time_ns);
    const bool congested = congested_ns_ > then.time_ns;
    if (!congested && increase > increase_) {
      increase_ = increase;
      increase_rtt_ns_ = now.rtt_ns;
    }
  }
  recent_.push_back(now);
  previous_ = now;
}

void TfrcMeter::report(const std::string& flow, std::int64_t packet_size,
                       std::vector<MetricValue>& out) const {
  if (feedbacks_ < 2) return;
  // A rate in B/s times rtt / packet size is a number of packets per round-trip time.
  out.push_back(
      {flow, "aggressiveness", "packets",
       increase_ * static_cast<double>(increase_rtt_ns_) / 1e9 / static_cast<double>(packet_size)});
  out.push_back({flow, "smoothness", "1", ratio_});
  if (responsiveness_) out.push_back({flow, "responsiveness", "1", *responsiveness_});
}

void read_tfrc_log(const std::filesystem::path& log, TfrcMeter& meter) {
  read_generator_log(log, "feedback", [&meter](const GeneratorEvent& e) {
    meter.add({e.whole("t"), e.number("rate"), e.whole("rtt_ns"), e.number("loss_rate")});
  });
}

}  // namespace seawind
