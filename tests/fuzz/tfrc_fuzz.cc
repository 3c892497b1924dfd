// SPDX-License-Identifier: GPL-3.0-or-later
// TFRC's sender and receiver with arbitrary packets and a clock controlled by the fuzzer. Rates are
// always finite numbers, and timers are in the future.
#include <cmath>

#include "tests/fuzz/fuzz.h"
#include "workloads/tfrc_receiver.h"
#include "workloads/tfrc_sender.h"

namespace seawind {
namespace {

using fuzz::hold;

// Times of a real clock: a century at the most.
constexpr std::int64_t kLatest = 3'000'000'000'000'000'000;

std::int64_t later(std::int64_t now, std::uint64_t step) {
  return now + static_cast<std::int64_t>(std::min<std::uint64_t>(
                   step % 1'000'000'000'000, static_cast<std::uint64_t>(kLatest - now)));
}

void hold_feedback(const std::optional<TfrcFeedback>& feedback) {
  if (!feedback) return;
  hold(std::isfinite(feedback->receive_rate) && feedback->receive_rate >= 0, "a receive rate");
  hold(feedback->loss_rate >= 0 && feedback->loss_rate <= 1, "a loss event rate");
}

void receive(fuzz::Input in) {
  TfrcReceiver receiver({.packet_size = 1000, .discounting = in.byte() % 2 != 0, .per_rtt = 1});
  std::int64_t now = 0;
  std::uint64_t sequence = 0;
  while (!in.empty()) {
    const std::uint8_t what = in.byte();
    now = later(now, what % 2 == 0 ? in.byte() * 1'000'000U : in.take<std::uint64_t>());
    switch (what / 2 % 5) {
      case 0:
      case 1:
        sequence += in.byte() % 8;
        hold_feedback(receiver.on_data(now, {sequence, now - 1'000'000, 300'000'000, 1000}));
        break;
      case 2:
        hold_feedback(receiver.on_data(now, {in.take<std::uint64_t>(), in.take<std::int64_t>(),
                                             in.take<std::int64_t>(), in.take<std::uint16_t>()}));
        break;
      case 3:
        now = std::max(now, std::min(receiver.timer(), kLatest));
        hold_feedback(receiver.on_timer(now));
        break;
      default:
        receiver.on_handover(now, in.take<std::uint32_t>(), in.take<std::uint32_t>());
    }
  }
}

void send(fuzz::Input in) {
  const std::uint8_t options = in.byte();
  std::int64_t now = 0;
  TfrcSender sender({.packet_size = 1000,
                     .self_clocking = options % 2 != 0,
                     .minimum_per_rtt = options / 2 % 2 != 0},
                    now);
  std::uint32_t number = 0;
  while (!in.empty()) {
    const std::uint8_t what = in.byte();
    now = later(now, what % 2 == 0 ? in.byte() * 1'000'000U : in.take<std::uint64_t>());
    switch (what / 2 % 4) {
      case 0:
        now = std::max(now, std::min(sender.next_send(), kLatest));
        sender.on_sent(now);
        break;
      case 1:
        sender.on_feedback(now, {.data_sent = now - 300'000'000,
                                 .data_delay = in.byte() * 1000,
                                 .receive_rate = in.take<std::uint16_t>() * 10.0,
                                 .loss_rate = in.byte() / 256.0,
                                 .number = ++number});
        break;
      case 2: {
        auto feedback = in.take<TfrcFeedback>();
        if (feedback.number > 0) feedback.number = ++number;
        sender.on_feedback(now, feedback);
        break;
      }
      default:
        now = std::max(now, std::min(sender.timer(), kLatest));
        sender.on_timer(now);
    }
    hold(std::isfinite(sender.rate()) && sender.rate() > 0, "the sender has a rate");
    hold(sender.rtt() >= 0, "a round-trip time is not negative");
  }
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  seawind::fuzz::Input in(data, size);
  if (in.byte() % 2 == 0) {
    seawind::receive(in);
  } else {
    seawind::send(in);
  }
  return 0;
}
