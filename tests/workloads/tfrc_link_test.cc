// SPDX-License-Identifier: GPL-3.0-or-later
// TFRC flows over a simple link in virtual time: a rate, a delay each way, a tail-drop queue.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "tests/workloads/tfrc_units.h"
#include "workloads/tfrc_receiver.h"
#include "workloads/tfrc_sender.h"

namespace seawind {
namespace {

struct LinkShape {
  double rate;         // bytes/s
  std::int64_t delay;  // ns each way
  std::size_t queue;   // packets, the one being sent included
};

struct FlowShape {
  std::int64_t start = 0;
  TfrcSenderOptions sender = {};
  TfrcReceiverOptions receiver = {};
};

/// Runs all flows over one link; each step is the next event of any part.
class Network {
 public:
  Network(const LinkShape& link, const std::vector<FlowShape>& flows) : link_(link) {
    for (const auto& shape : flows) flows_.push_back(std::make_unique<Flow>(shape));
  }

  void change(const LinkShape& link) { link_ = link; }
  TfrcReceiver& receiver(std::size_t i) { return flows_[i]->receiver; }
  const TfrcSender& sender(std::size_t i) const { return flows_[i]->sender; }
  std::int64_t received(std::size_t i) const { return flows_[i]->received; }
  std::uint64_t dropped() const { return dropped_; }

  void run_until(std::int64_t end) {
    for (;;) {
      std::int64_t next = end;
      for (const auto& f : flows_) {
        next = std::min({next, std::max(f->sender.next_send(), f->start), f->receiver.timer()});
        if (f->sent > 0) next = std::min(next, f->sender.timer());
        if (!f->feedback.empty()) next = std::min(next, f->feedback.front().at);
      }
      if (!queue_.empty()) next = std::min(next, queue_.front().leaves);
      if (!air_.empty()) next = std::min(next, air_.front().leaves + link_.delay);
      if (next >= end) {
        now_ = end;
        return;
      }
      now_ = std::max(now_, next);
      step();
    }
  }

 private:
  struct Flow {
    explicit Flow(const FlowShape& shape)
        : start(shape.start), sender(shape.sender, shape.start), receiver(shape.receiver) {}
    struct Pending {
      std::int64_t at;
      TfrcFeedback feedback;
    };
    std::int64_t start;
    TfrcSender sender;
    TfrcReceiver receiver;
    std::uint64_t sent = 0;
    std::int64_t received = 0;
    std::deque<Pending> feedback;
  };
  struct InLink {
    Flow* flow;
    TfrcReceiver::Data data;
    std::int64_t leaves;
  };

  void answer(Flow& f, const std::optional<TfrcFeedback>& feedback) {
    if (feedback) f.feedback.push_back({now_ + link_.delay, *feedback});
  }

  void step() {
    for (const auto& f : flows_) {
      while (!f->feedback.empty() && f->feedback.front().at <= now_) {
        f->sender.on_feedback(now_, f->feedback.front().feedback);
        f->feedback.pop_front();
      }
      if (f->sent > 0 && f->sender.timer() <= now_) f->sender.on_timer(now_);
      if (f->receiver.timer() <= now_) answer(*f, f->receiver.on_timer(now_));
    }
    while (!queue_.empty() && queue_.front().leaves <= now_) {
      air_.push_back(queue_.front());
      queue_.pop_front();
    }
    while (!air_.empty() && air_.front().leaves + link_.delay <= now_) {
      Flow& f = *air_.front().flow;
      f.received += air_.front().data.size;
      answer(f, f.receiver.on_data(now_, air_.front().data));
      air_.pop_front();
    }
    for (const auto& f : flows_) {
      while (now_ >= f->start && f->sender.next_send() <= now_) send(*f);
    }
  }

  void send(Flow& f) {
    constexpr std::int64_t kSize = 1000;
    const TfrcReceiver::Data data{f.sent++, now_, f.sender.rtt(), kSize};
    f.sender.on_sent(now_);
    if (queue_.size() >= link_.queue) {
      ++dropped_;
      return;
    }
    const std::int64_t begin = queue_.empty() ? now_ : queue_.back().leaves;
    queue_.push_back({&f, data, begin + static_cast<std::int64_t>(kSize / link_.rate * 1e9)});
  }

  LinkShape link_;
  std::vector<std::unique_ptr<Flow>> flows_;
  std::deque<InLink> queue_;
  std::deque<InLink> air_;
  std::int64_t now_ = 0;
  std::uint64_t dropped_ = 0;
};

TEST(TfrcLink, OneFlowFillsTheLink) {
  Network net({125'000, 50 * kMs, 25}, {{}});
  net.run_until(20 * kSecond);
  const std::int64_t before = net.received(0);
  net.run_until(120 * kSecond);
  EXPECT_GT(static_cast<double>(net.received(0) - before) / 100, 0.9 * 125'000);
  EXPECT_GT(net.dropped(), 0u);
}

class TfrcFairness : public testing::TestWithParam<int> {};

// The second flow starts into the first one's rate; after the start the shares are equal within
// 10 % over five minutes.
TEST_P(TfrcFairness, TwoFlowsShareALink) {
  const std::int64_t offset = GetParam() * 137 * kMs;
  Network net({125'000, 50 * kMs, 25}, {{}, {.start = 5 * kSecond + offset}});
  net.run_until(100 * kSecond);
  const std::int64_t first = net.received(0);
  const std::int64_t second = net.received(1);
  net.run_until(400 * kSecond);
  const auto a = static_cast<double>(net.received(0) - first);
  const auto b = static_cast<double>(net.received(1) - second);
  EXPECT_GT((a + b) / 300, 0.9 * 125'000);
  EXPECT_NEAR(a / b, 1, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Starts, TfrcFairness, testing::Range(0, 6));

TEST(TfrcLink, MoreFeedbackMakesItQuickerAfterAHandover) {  // experiments V7
  const auto after = [](std::int64_t per_rtt) {
    Network net({3'750, 300 * kMs, 7},
                {{.receiver = {.packet_size = 1000, .discounting = true, .per_rtt = per_rtt}}});
    net.run_until(100 * kSecond);
    net.change({48'000, 150 * kMs, 25});
    const std::int64_t before = net.received(0);
    net.run_until(130 * kSecond);
    return net.received(0) - before;
  };
  EXPECT_GT(after(3), after(1));
}

TEST(TfrcLink, AHandoverNotificationTakesEffectAtOnce) {  // experiments V13
  const auto run = [](bool told, std::uint64_t& lost) {
    Network net({48'000, 150 * kMs, 25}, {{}});
    net.run_until(60 * kSecond);
    const std::uint64_t before = net.dropped();
    net.change({3'750, 300 * kMs, 7});
    if (told) net.receiver(0).on_handover(60 * kSecond, 3'750, 600 * kMs);
    net.run_until(62 * kSecond);
    const double rate = net.sender(0).rate();
    net.run_until(90 * kSecond);
    lost = net.dropped() - before;
    return rate;
  };
  std::uint64_t lost_told = 0;
  std::uint64_t lost_untold = 0;
  const double told = run(true, lost_told);
  const double untold = run(false, lost_untold);
  EXPECT_LT(told, 1.2 * 3'750);
  EXPECT_GT(untold, 2 * 3'750);
  EXPECT_LT(2 * lost_told, lost_untold);
}

}  // namespace
}  // namespace seawind
