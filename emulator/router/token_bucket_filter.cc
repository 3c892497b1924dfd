// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/token_bucket_filter.h"

#include <algorithm>
#include <utility>

#include "emulator/router/default_burst.h"
#include "emulator/router/make_discipline.h"

namespace seawind {
namespace {

std::int64_t rate_of(const TokenBucketConfig& config, const RouterContext& link) {
  return std::max<std::int64_t>(config.rate.value_or(link.link_rate), 1);
}
std::int64_t burst_of(const TokenBucketConfig& config, const RouterContext& link) {
  return config.burst.value_or(default_burst(rate_of(config, link)));
}
RouterContext behind(const TokenBucketConfig& config, RouterContext link) {
  link.link_rate = std::min(rate_of(config, link), std::max<std::int64_t>(link.link_rate, 1));
  return link;
}

}  // namespace

TokenBucketFilter::TokenBucketFilter(const TokenBucketConfig& config, const Node& node)
    : node_(node),
      police_(config.police),
      bucket_(rate_of(config, node.link), burst_of(config, node.link)),
      inner_(make_discipline(
          or_tail_drop(config.discipline),
          Node{behind(config, node.link), node.traffic_class, node.events, node.flow_queue})) {
  if (config.peak_rate) peak_.emplace(*config.peak_rate, config.peak_burst);
}

void TokenBucketFilter::change(const DisciplineConfig& config, const RouterContext& link,
                               Time now) {
  const auto& tbf = std::get<TokenBucketConfig>(config);
  node_.link = link;
  police_ = tbf.police;
  bucket_.change(rate_of(tbf, link), burst_of(tbf, link), now);
  if (!tbf.peak_rate || !peak_) {
    peak_.reset();
    if (tbf.peak_rate) peak_.emplace(*tbf.peak_rate, tbf.peak_burst, now);
  } else {
    peak_->change(*tbf.peak_rate, tbf.peak_burst, now);
  }
  inner_->change(or_tail_drop(tbf.discipline), behind(tbf, link), now);
}

bool TokenBucketFilter::in_profile(std::int64_t bytes, Time now) const {
  return bucket_.holds(bytes, now) && (!peak_ || peak_->holds(bytes, now));
}

void TokenBucketFilter::consume(std::int64_t bytes, Time now) {
  bucket_.fill(now);
  bucket_.consume(bytes);
  if (peak_) {
    peak_->fill(now);
    peak_->consume(bytes);
  }
  node_.events.measured(EventKind::kRouterTokens, node_.traffic_class, bucket_.bytes(now));
}

void TokenBucketFilter::enqueue(Packet packet, Time now) {
  const std::int64_t bytes = packet.size();
  const bool never = bytes > bucket_.burst() || (peak_ && bytes > peak_->burst());
  if (never || (police_ && !in_profile(bytes, now))) {
    node_.events.dropped(packet, DropReason::kPoliced);
    return;
  }
  if (police_) consume(bytes, now);
  inner_->enqueue(std::move(packet), now);
}

// A live change may make the bucket smaller than a waiting packet; that packet leaves when the
// bucket is full.
std::int64_t TokenBucketFilter::due(const Packet& packet) const {
  const std::int64_t bytes = std::min<std::int64_t>(packet.size(), bucket_.burst());
  return peak_ ? std::min(bytes, peak_->burst()) : bytes;
}

Packet TokenBucketFilter::dequeue(Time now) {
  if (!head_) {
    const Packet* first = inner_->front();
    if (first != nullptr && !police_ && !in_profile(due(*first), now)) return {};
    head_ = inner_->dequeue(now);
    if (!head_) return {};
  }
  if (!police_) {
    if (!in_profile(due(head_), now)) return {};
    consume(head_.size(), now);
  }
  return std::move(head_);
}

Time TokenBucketFilter::next_ready(Time now) const {
  if (!head_) {
    const Time ready = inner_->next_ready(now);
    if (police_ || ready > now) return ready;
  }
  if (police_) return now;
  const Packet* first = front();
  if (first == nullptr) return now;  // only a dequeue() determines the size
  const std::int64_t bytes = due(*first);
  const Time tokens = bucket_.when(bytes, now);
  return peak_ ? std::max(tokens, peak_->when(bytes, now)) : tokens;
}

void TokenBucketFilter::remove_if(const std::function<bool(const Packet&)>& chosen,
                                  DropReason reason, Time now) {
  if (head_ && chosen(head_)) {
    const Packet gone = std::exchange(head_, Packet{});
    node_.events.dropped(gone, reason);
  }
  inner_->remove_if(chosen, reason, now);
}

void TokenBucketFilter::drain(std::vector<Packet>& out) {
  if (head_) out.push_back(std::exchange(head_, Packet{}));
  inner_->drain(out);
}

}  // namespace seawind
