// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tfrc_sender.h"

#include <algorithm>
#include <cmath>

#include "workloads/tfrc_equation.h"

namespace seawind {
namespace {

constexpr double kSecond = 1e9;

std::int64_t nanoseconds(double seconds) {
  return std::llround(std::min(seconds, 1e9) * kSecond);
}

constexpr std::int64_t kLongestSample = 3'600'000'000'000;  // ns

/// Written so that not-a-number is outside every range.
bool plausible(const TfrcFeedback& feedback) {
  constexpr std::int64_t kFar = std::int64_t{1} << 61;  // differences do not overflow
  constexpr double kFastest = 1e12;                     // bytes/s
  return feedback.data_sent > -kFar && feedback.data_sent < kFar && feedback.data_delay >= 0 &&
         feedback.data_delay < kFar && feedback.receive_rate >= 0 &&
         feedback.receive_rate <= kFastest && feedback.loss_rate >= 0 && feedback.loss_rate <= 1 &&
         feedback.new_rtt >= 0 && feedback.new_rtt <= kLongestSample;
}

}  // namespace

TfrcSender::TfrcSender(const TfrcSenderOptions& options, std::int64_t now)
    : options_(options),
      rate_(
          static_cast<double>(options.packet_size)),  // one packet a second until the RTT is known
      last_nominal_(now),
      timer_(now + nanoseconds(2)) {}

double TfrcSender::minimum() const {
  const double floor = size() / kMaxBackoff;
  return options_.minimum_per_rtt && rtt_ > 0 ? std::max(floor, size() / rtt_seconds()) : floor;
}

double TfrcSender::initial_rate() const {
  return std::min(4 * size(), std::max(2 * size(), 4380.0)) / rtt_seconds();
}

double TfrcSender::highest_report() const {
  double highest = 0;
  for (const Report& report : reports_) highest = std::max(highest, report.rate);
  return highest;
}

void TfrcSender::store_report(std::int64_t now, double rate) {
  reports_.push_back({now, rate});
  while (reports_.size() > 1 && reports_.front().at < now - 2 * rtt_) reports_.pop_front();
}

std::int64_t TfrcSender::next_send() const {
  return any_sent_ ? last_nominal_ + nanoseconds(size() / rate_) : last_nominal_;
}

void TfrcSender::on_sent(std::int64_t now) {
  last_nominal_ = std::max(next_send(), now - rtt_);
  any_sent_ = true;
}

bool TfrcSender::on_feedback(std::int64_t now, const TfrcFeedback& feedback) {
  if (!plausible(feedback) || feedback.number <= newest_feedback_) return false;
  const std::int64_t sample =
      std::max<std::int64_t>(now - feedback.data_sent - feedback.data_delay, 1);
  if (sample > kLongestSample) return false;
  newest_feedback_ = feedback.number;
  const double rate_before = rate_;
  const std::int64_t due_before = next_send();
  if (feedback.new_rtt > 0) {
    // After a handover no measurement of the old path is valid.
    rtt_ = feedback.new_rtt;
    loss_rate_ = feedback.loss_rate;
    equation_rate_ = tfrc_rate(size(), rtt_seconds(), loss_rate_);
    reports_.assign(1, {now, feedback.receive_rate});
    rate_ = std::max(feedback.receive_rate, minimum());
    any_feedback_ = true;
  } else if (!any_feedback_) {
    rtt_ = sample;
    rate_ = initial_rate();
    doubled_at_ = now;
    any_feedback_ = true;
  } else {
    constexpr double kOld = 0.9;
    rtt_ =
        std::llround(kOld * static_cast<double>(rtt_) + (1 - kOld) * static_cast<double>(sample));
    const bool new_loss = feedback.loss_rate > loss_rate_;
    loss_rate_ = feedback.loss_rate;
    store_report(now, feedback.receive_rate);
    const double limit = 2 * highest_report();
    if (loss_rate_ > 0) {
      equation_rate_ = tfrc_rate(size(), rtt_seconds(), loss_rate_);
      rate_ = std::min(equation_rate_, limit);
      if (options_.self_clocking) {
        rate_ = std::min(rate_, (new_loss ? 1.0 : 1.1) * feedback.receive_rate);
      }
      rate_ = std::max(rate_, minimum());
    } else if (now - doubled_at_ >= rtt_) {
      rate_ = std::max(std::min(2 * rate_, limit), initial_rate());
      doubled_at_ = now;
    }
  }
  if (rate_ > rate_before) due_since_ = std::min(due_before, now);
  timer_ = now + std::max(4 * rtt_, nanoseconds(2 * size() / rate_));
  return true;
}

void TfrcSender::limit_to(std::int64_t now, double limit) {
  limit = std::max(limit, size() / kMaxBackoff);
  reports_.assign(1, {now, limit / 2});
  rate_ = std::max(std::min(equation_rate_, limit), minimum());
}

void TfrcSender::on_timer(std::int64_t now) {
  const double received = highest_report();
  if (!any_feedback_ || loss_rate_ == 0) {
    rate_ = std::max(rate_ / 2, minimum());
  } else if (equation_rate_ > 2 * received) {
    limit_to(now, received);  // the receive rate was the limit: half of it
  } else {
    limit_to(now, equation_rate_ / 2);
  }
  timer_ = now + std::max(4 * rtt_, nanoseconds(2 * size() / rate_));
}

}  // namespace seawind
