// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tfrc_receiver.h"

#include <algorithm>

#include "workloads/tfrc_equation.h"

namespace seawind {
namespace {

constexpr std::int64_t kLongestReportedRtt = 3'600'000'000'000;  // ns
constexpr std::uint64_t kLongestGap = 10'000'000;                // packets lost one after the other
constexpr std::uint64_t kMaxSequence = std::uint64_t{1} << 62;
constexpr std::size_t kMaxLost = 1000;           // holes
constexpr std::size_t kMaxArrivals = 1'000'000;  // of two round-trip times

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

}  // namespace

TfrcReceiver::TfrcReceiver(const TfrcReceiverOptions& options)
    : options_(options), history_(options.discounting) {}

std::int64_t TfrcReceiver::period() const {
  return std::max<std::int64_t>(rtt_ / options_.per_rtt, 1);
}

std::optional<TfrcFeedback> TfrcReceiver::on_data(std::int64_t now, const Data& data) {
  const bool first = !any_;
  if (!plausible(data)) return std::nullopt;
  if (!first && data.sequence <= highest_ && !fill(holes_, data.sequence) &&
      !fill(lost_, data.sequence))
    return std::nullopt;  // a copy
  // RFC 5348, 6.2: the round-trip time in the packet with the highest number is used.
  if (data.rtt > 0 && (first || data.sequence > highest_) && !reports_new_path(now))
    rtt_ = data.rtt;
  arrivals_.push_back({now, data.size});
  if (arrivals_.size() > kMaxArrivals) arrivals_.pop_front();
  if (first || data.sequence > highest_) {
    if (!first) note_missing(now, data.sequence);
    highest_ = data.sequence;
    highest_at_ = now;
    newest_ = data;
    newest_at_ = now;
    any_ = true;
    history_.advance(highest_);
  }
  data_since_report_ = true;
  // The announced loss event rate holds for three round-trip times.
  if (reports_new_path(now)) history_.seed(highest_, 1 / announced_loss_rate_);
  for (Hole& hole : holes_) hole.later += data.sequence > hole.last ? 1 : 0;
  take_losses();
  // RFC 5348, 6.3: every packet is reported until the sender has a round-trip time.
  if (first || rtt_ == 0) {
    if (rtt_ > 0) timer_ = now + period();
    return feedback(now);
  }
  if (timer_ == kNever) timer_ = now + period();
  if (!reports_new_path(now) && (history_.p() > reported_loss_rate_ || starved_)) {
    timer_ = now + period();
    return feedback(now);
  }
  return std::nullopt;
}

bool TfrcReceiver::plausible(const Data& data) const {
  if (data.rtt < 0 || data.rtt > kLongestReportedRtt) return false;
  if (!any_) return data.sequence <= kMaxSequence;
  return data.sequence <= highest_ || data.sequence - highest_ <= kLongestGap;
}

std::optional<TfrcFeedback> TfrcReceiver::on_timer(std::int64_t now) {
  timer_ = now + period();
  if (!data_since_report_ && !reports_new_path(now)) {
    starved_ = true;  // the next packet is reported at once
    timer_ = kNever;
    return std::nullopt;
  }
  return feedback(now);
}

void TfrcReceiver::note_missing(std::int64_t now, std::uint64_t sequence) {
  if (sequence == highest_ + 1) return;
  holes_.push_back({highest_ + 1, sequence - 1, highest_, sequence, highest_at_, now, 0});
}

bool TfrcReceiver::fill(std::deque<Hole>& holes, std::uint64_t sequence) {
  for (auto hole = holes.begin(); hole != holes.end(); ++hole) {
    if (sequence < hole->first || sequence > hole->last) continue;
    Hole upper = *hole;
    upper.first = sequence + 1;
    hole->last = sequence - 1;
    if (upper.first <= upper.last) hole = std::prev(holes.insert(std::next(hole), upper));
    if (hole->first > hole->last) holes.erase(hole);
    return true;
  }
  return false;
}

void TfrcReceiver::take_losses() {
  while (!holes_.empty() && holes_.front().later >= kLaterPackets) {
    const Hole hole = holes_.front();
    holes_.pop_front();
    lose(hole);
    lost_.push_back(hole);
    if (lost_.size() > kMaxLost) lost_.pop_front();
  }
}

void TfrcReceiver::lose(const Hole& hole) {
  const double step = static_cast<double>(hole.after_at - hole.before_at) /
                      static_cast<double>(hole.after - hole.before);
  for (std::uint64_t lost = hole.first; lost <= hole.last; ++lost) {
    const std::int64_t at =
        hole.before_at + static_cast<std::int64_t>(step * static_cast<double>(lost - hole.before));
    if (at < announced_until_) continue;                        // lost before or during the change
    if (!history_.empty() && at <= event_at_ + rtt_) continue;  // part of the same event
    history_.begin_event(lost, first_interval());
    event_at_ = at;
  }
  history_.advance(highest_);
}

double TfrcReceiver::first_interval() const {
  // RFC 5348, 6.3.1: the interval before the first loss is the one for which the equation gives the
  // maximum receive rate, not the number of packets received before the loss.
  const double rtt = rtt_ > 0 ? seconds(rtt_) : 1;
  const auto size = static_cast<double>(options_.packet_size);
  const double target = highest_rate_ > 0 ? highest_rate_ : size / (2 * rtt);
  return 1 / tfrc_loss_rate(size, rtt, target);
}

double TfrcReceiver::receive_rate(std::int64_t now) const {
  if (rtt_ == 0) return 0;
  const auto rate_since = [&](std::int64_t begin) {
    std::int64_t bytes = 0;
    int packets = 0;
    for (auto a = arrivals_.rbegin(); a != arrivals_.rend() && a->at > begin; ++a) {
      bytes += a->size;
      ++packets;
    }
    const double span = seconds(std::max<std::int64_t>(now - begin, 1));
    return std::pair(static_cast<double>(bytes) / span, packets);
  };
  const auto [rate, packets] = rate_since(now - rtt_);
  // At one packet per round-trip time or less the round-trip time is not meaningful.
  return packets > 1 || now - reported_at_ <= rtt_ ? rate : rate_since(reported_at_).first;
}

TfrcFeedback TfrcReceiver::feedback(std::int64_t now) {
  TfrcFeedback out{.data_sent = newest_.sent,
                   .data_delay = now - newest_at_,
                   .receive_rate = receive_rate(now),
                   .loss_rate = history_.p(),
                   .number = ++feedbacks_,
                   .handovers = handovers_};
  if (reports_new_path(now)) {
    out.receive_rate = announced_rate_;
    out.new_rtt = new_rtt_;
  }
  highest_rate_ = std::max(highest_rate_, out.receive_rate);
  reported_at_ = now;
  reported_loss_rate_ = out.loss_rate;
  data_since_report_ = false;
  starved_ = false;
  while (!arrivals_.empty() && arrivals_.front().at < now - 2 * rtt_) arrivals_.pop_front();
  return out;
}

void TfrcReceiver::on_handover(std::int64_t now, double rate, std::int64_t rtt) {
  ++handovers_;
  holes_.clear();
  history_.clear();
  history_.advance(highest_);
  highest_rate_ = 0;
  reported_loss_rate_ = 0;
  if (!any_ || !(rate > 0) || rtt <= 0) return;
  rtt_ = rtt;
  new_rtt_ = rtt;
  announced_rate_ = rate;
  announced_until_ = now + kAnnouncedRtts * rtt;
  const auto size = static_cast<double>(options_.packet_size);
  announced_loss_rate_ = tfrc_loss_rate(size, seconds(rtt), rate);
  history_.seed(highest_, 1 / announced_loss_rate_);
  event_at_ = now;
  reported_loss_rate_ = history_.p();
  timer_ = now;  // the first report at once
}

}  // namespace seawind
