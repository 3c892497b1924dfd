// SPDX-License-Identifier: GPL-3.0-or-later
// Token bucket filter (`tc tbf`; experiments RQ9): a packet leaves only when the bucket holds
// tokens for all of it. A second bucket with `peak_rate`, if given, limits the rate at which the
// first one is emptied. Both start full. A packet larger than a bucket could never leave and is
// dropped on arrival (`policed`).
//
// With `police` no packet waits: a packet for which a bucket has no tokens is dropped (`policed`)
// and takes none; all others pass to the inner discipline at once.
//
// The inner discipline (default: tail drop) decides which packets are kept, dropped and marked.
// Where its next packet's size is not known without a dequeue, that packet is dequeued early. The
// inner discipline gets a link of the shaper's rate, or of the link's own rate if that is smaller.
#pragma once

#include <memory>
#include <optional>

#include "emulator/router/queue_discipline.h"
#include "emulator/router/router_config.h"
#include "emulator/router/token_bucket.h"

namespace seawind {

class TokenBucketFilter final : public QueueDiscipline {
 public:
  TokenBucketFilter(const TokenBucketConfig& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;
  Time next_ready(Time now) const override;
  const Packet* front() const override { return head_ ? &head_ : inner_->front(); }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) override;
  void drain(std::vector<Packet>& out) override;
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;
  std::int64_t bytes() const override { return inner_->bytes() + (head_ ? head_.size() : 0); }
  std::int64_t packets() const override { return inner_->packets() + (head_ ? 1 : 0); }
  std::size_t children() const override { return 1; }
  const QueueDiscipline* child(std::size_t) const override { return inner_.get(); }
  std::uint8_t class_of_child(std::size_t) const override { return node_.traffic_class; }

 private:
  bool in_profile(std::int64_t bytes, Time now) const;
  void consume(std::int64_t bytes, Time now);
  std::int64_t due(const Packet& packet) const;

  Node node_;
  bool police_;
  TokenBucket bucket_;
  std::optional<TokenBucket> peak_;
  std::unique_ptr<QueueDiscipline> inner_;
  Packet head_;  // dequeued from inner_, to determine its size
};

}  // namespace seawind
