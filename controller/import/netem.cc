// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/import/netem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/units.h"

namespace seawind::importer {
namespace {

constexpr std::int64_t kFullFrame = 1514;  // bytes; for numbers in warnings

class Shaping {
 public:
  Shaping(const Shaper& shaper, DirectionDraft& direction, Diagnostics& problems)
      : has_netem_(shaper.netem.has_value()),
        netem_(has_netem_ ? *shaper.netem : none()),
        tbf_(shaper.tbf),
        tbf_inside_(shaper.tbf_inside),
        direction_(direction),
        values_(direction.values),
        problems_(problems) {}

  void fill() {
    rate();
    const bool delayed = !(netem_.delay.value.has_fixed() && netem_.delay.value.fixed() == 0);
    counts_delayed_ =
        delayed && !netem_.chain && !(tbf_ && tbf_inside_) && (netem_.limit || netem_.reorder);
    if (counts_delayed_)
      delay_in_buffer();
    else if (delayed)
      delay_on_line();
    order();
    losses();
    duplicates();
    queue();
  }

 private:
  static const Netem& none() {
    static const Netem kNone = [] {
      Netem netem;
      netem.delay.value.set_fixed(0);
      return netem;
    }();
    return kNone;
  }

  const At<std::int64_t>* slowest() const {
    const At<std::int64_t>* of_netem = netem_.rate ? &*netem_.rate : nullptr;
    if (!tbf_) return of_netem;
    if (of_netem == nullptr || tbf_->rate.value <= of_netem->value) return &tbf_->rate;
    return of_netem;
  }

  void rate() {
    const At<std::int64_t>* slowest = this->slowest();
    if (slowest == nullptr) {
      values_.mutable_rate_base()->set_fixed(kRateWithoutLimit);
      direction_.remark("rate_base", "no rate in the source: the fastest that a profile can say");
      return;
    }
    if (tbf_ && netem_.rate)
      warn_not_represented(problems_, slowest == &tbf_->rate ? netem_.rate->at : tbf_->rate.at,
                           "two rates one behind the other; the slower one is written");
    values_.mutable_rate_base()->set_fixed(static_cast<double>(slowest->value));
    direction_.remark("rate_base", slowest->words);
    const std::int64_t overhead =
        kEthernetHeader + (slowest == (tbf_ ? &tbf_->rate : nullptr) ? tbf_->packet_overhead
                                                                     : netem_.packet_overhead);
    if (overhead < 0)
      warn_not_represented(
          problems_, slowest->at,
          fmt::format("an overhead of {} bytes: a packet counts its IP bytes at least",
                      overhead - kEthernetHeader));
    values_.set_protocol_overhead_per_packet(std::max<std::int64_t>(overhead, 0));
    direction_.remark(
        "protocol_overhead_per_packet",
        fmt::format("tc counts the Ethernet header, {} bytes{}", kEthernetHeader,
                    overhead == kEthernetHeader
                        ? ""
                        : fmt::format(", and an overhead of {}", overhead - kEthernetHeader)));
  }

  void delay_on_line() {
    *values_.mutable_propagation_delay() = netem_.delay.value;
    direction_.remark("propagation_delay", netem_.delay.words + ", one way");
    if (netem_.reorder)
      warn_not_represented(
          problems_, netem_.reorder->at,
          "packets that leave without the delay, beside a loss by a chain or in front of tbf");
  }

  void delay_in_buffer() {
    const double share = netem_.reorder ? netem_.reorder->value : 0;
    values_.set_error_handling(LinkDirection::DELAY);
    *values_.mutable_error_delay_function() = netem_.delay.value;
    values_.mutable_error_probability()->set_fixed(tidy(1 - share));
    values_.set_link_layer_ack_emulation(true);
    direction_.remark("error_delay_function", netem_.delay.words + ", one way");
    direction_.remark("error_handling", "each delayed packet counts as retransmitted once");
    direction_.remark("error_probability", netem_.reorder
                                               ? netem_.reorder->words + ": these are not delayed"
                                               : "every packet is delayed");
    direction_.remark("link_layer_ack_emulation",
                      "a packet counts in the send buffer until it is delivered, as in netem");
  }

  /// netem sorts by exit. With a rate, a packet leaves behind the one before it.
  void order() {
    const bool reorders = netem_.reorder && counts_delayed_;
    if (!netem_.jitter && !reorders) return;
    if (slowest() == nullptr || reorders || (tbf_ && !netem_.rate)) {
      values_.set_reordering(true);
      direction_.remark("reordering", "netem lets a packet overtake one with a longer delay");
      if (values_.link_layer_ack_emulation()) {
        values_.set_ack_release(LinkDirection::SELECTIVE);
        direction_.remark("ack_release", "each packet leaves netem's queue by itself");
      }
      if (netem_.jitter)
        problems_.warn(netem_.delay.at,
                       "jitter reorders packets in netem without a rate, and so it does here",
                       "write `reordering: false` to keep the order");
      if (reorders && slowest() != nullptr)
        warn_not_represented(problems_, netem_.reorder->at,
                             "a packet that is reordered also passes those that wait for the rate");
    } else {
      values_.set_release_order(LinkDirection::SPACED);
      direction_.remark("release_order", "netem with a rate keeps the order, and its spacing");
    }
    if (netem_.jitter && slowest() != nullptr)
      warn_not_represented(
          problems_, netem_.delay.at,
          "netem's delay runs from the arrival of a packet, so that a queue takes up the "
          "jitter; here it begins behind the queue");
  }

  void losses() {
    double lost = netem_.loss ? netem_.loss->value : 0;
    std::string words = netem_.loss ? netem_.loss->words : "";
    if (netem_.corrupt) {
      lost = either(lost, netem_.corrupt->value);
      words += (words.empty() ? "" : ", ") + netem_.corrupt->words;
      warn_not_represented(
          problems_, netem_.corrupt->at,
          "a bit error that reaches the receiver; the packet is lost, as it is for a receiver "
          "that checks its checksum");
    }
    if (!words.empty() && counts_delayed_) {
      values_.mutable_output_dropper()->set_probability(lost);
      direction_.remark("output_dropper", words);
    } else if (!words.empty()) {
      values_.mutable_error_probability()->set_fixed(lost);
      direction_.remark("error_probability", words);
    }
    if (netem_.chain) {
      *values_.mutable_loss_pattern() = netem_.chain->value;
      direction_.remark("loss_pattern", netem_.chain->words);
    }
    const Location* at = netem_.chain  ? &netem_.chain->at
                         : netem_.loss ? &netem_.loss->at
                                       : nullptr;
    if (at != nullptr && (slowest() != nullptr || counts_delayed_))
      warn_not_represented(
          problems_, *at,
          "netem loses a packet before its queue; here it takes its place and its transmission "
          "time first");
  }

  void duplicates() {
    if (!netem_.duplicate) return;
    values_.set_duplicate_probability(netem_.duplicate->value);
    direction_.remark("duplicate_probability", netem_.duplicate->words);
    warn_not_represented(
        problems_, netem_.duplicate->at,
        "netem copies a packet before its queue, so that the copy takes a place and "
        "transmission time; here it leaves right behind the packet");
  }

  void queue() {
    Limit& limit = *values_.mutable_link_send_buffer_size();
    if (tbf_ && (tbf_inside_ || !has_netem_)) {
      limit.set_bytes(tbf_->limit->value);
      direction_.remark("link_send_buffer_size", tbf_->limit->words);
      if (netem_.limit) limit_counts_delayed(netem_.limit->at, netem_.limit->value);
    } else {
      const std::int64_t packets = netem_.limit ? netem_.limit->value : kNetemLimit;
      limit.set_packets(std::min(packets, kPacketsWithoutLimit));
      direction_.remark("link_send_buffer_size",
                        netem_.limit ? netem_.limit->words : "netem's limit when none is given");
      if (packets > kPacketsWithoutLimit)
        warn_not_represented(
            problems_, netem_.limit->at,
            fmt::format("more than {} packets: max_held_size bounds them", kPacketsWithoutLimit));
      const bool delayed = values_.has_propagation_delay();
      if (delayed) limit_counts_delayed(netem_.limit ? netem_.limit->at : netem_.at, packets);
      if (tbf_ && tbf_->limit)
        warn_not_represented(problems_, tbf_->limit->at, "tbf's own queue: netem takes its place");
    }
    if (!values_.link_layer_ack_emulation()) {
      values_.set_frame_in_service_in_buffer(true);
      direction_.remark("frame_in_service_in_buffer",
                        "a packet counts until its transmission has ended");
    }
  }

  void limit_counts_delayed(const Location& at, std::int64_t packets) {
    const double mean = mean_delay();  // ns
    std::string consequence;
    if (const auto* rate = slowest(); rate != nullptr && mean > 0) {
      const double frames = mean / 1e9 * static_cast<double>(rate->value) / 8 / kFullFrame;
      if (frames >= 1)
        consequence = fmt::format(", {:.0f} of {} bytes while the link is busy", std::floor(frames),
                                  kFullFrame);
    } else if (mean > 0) {
      consequence = fmt::format(
          ", so that at most {} packets pass in {} ({} in frames of {} bytes)", packets,
          format_quantity(std::round(mean), DURATION),
          format_quantity(std::round(static_cast<double>(packets) * kFullFrame * 8 / (mean / 1e9)),
                          BIT_RATE),
          kFullFrame);
    }
    warn_not_represented(
        problems_, at,
        fmt::format("netem's limit of {} packets also counts those that it delays{}; here it "
                    "counts those that wait{}",
                    packets, consequence,
                    netem_.limit ? "" : fmt::format(" (name `limit {}` to have it so)", packets)));
  }

  double mean_delay() const {
    const Distribution& delay = netem_.delay.value;
    switch (delay.kind_case()) {
      case Distribution::kFixed:
        return delay.fixed();
      case Distribution::kUniform:
        return (delay.uniform().min() + delay.uniform().max()) / 2;
      case Distribution::kNormal:
        return delay.normal().mean();
      default:
        return 0;
    }
  }

  bool has_netem_;
  const Netem& netem_;
  const std::optional<Tbf>& tbf_;
  bool tbf_inside_;
  DirectionDraft& direction_;
  LinkDirection& values_;
  Diagnostics& problems_;
  bool counts_delayed_ = false;  // delayed packets are in the send buffer
};

}  // namespace

Distribution uniform_delay(double delay, double jitter) {
  Distribution distribution;
  if (jitter == 0) {
    distribution.set_fixed(delay);
  } else if (delay >= jitter) {
    distribution.mutable_uniform()->set_min(delay - jitter);
    distribution.mutable_uniform()->set_max(delay + jitter);
  } else {
    auto& parts = *distribution.mutable_mixture();
    auto& at_once = *parts.add_parts();
    at_once.set_weight((jitter - delay) / (2 * jitter));
    auto& later = *parts.add_parts();
    later.set_weight((jitter + delay) / (2 * jitter));
    later.set_max(delay + jitter);
  }
  return distribution;
}

Distribution normal_delay(double delay, double jitter) {
  constexpr double kEnd = 4;  // deviations: 32767 / 8192
  Distribution distribution;
  auto& normal = *distribution.mutable_normal();
  normal.set_mean(delay);
  normal.set_deviation(jitter);
  normal.set_min(std::max(0.0, delay - kEnd * jitter));
  normal.set_max(delay + kEnd * jitter);
  normal.set_truncation(Distribution::CLAMP);
  return distribution;
}

Distribution table_delay(double delay, double jitter, const std::vector<std::int16_t>& table) {
  constexpr std::size_t kSteps = 256;
  constexpr double kScale = 8192;  // NETEM_DIST_SCALE
  std::vector<std::int16_t> sorted = table;
  std::sort(sorted.begin(), sorted.end());
  Distribution distribution;
  for (std::size_t i = 0; i <= kSteps; ++i) {
    const std::size_t entry = i * (sorted.size() - 1) / kSteps;
    const double value = delay + jitter * sorted[entry] / kScale;
    distribution.mutable_empirical()->add_quantiles(std::max(0.0, std::round(value)));
  }
  return distribution;
}

void shape(const Shaper& shaper, DirectionDraft& direction, Diagnostics& problems) {
  Shaping(shaper, direction, problems).fill();
}

}  // namespace seawind::importer
