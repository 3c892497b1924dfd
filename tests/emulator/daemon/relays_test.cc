// SPDX-License-Identifier: GPL-3.0-or-later
// Several relays on threads of their own, in virtual time: the same seeds and the same packets give
// the same event logs as with one relay.
#include <gtest/gtest.h>

#include <thread>

#include "emulator/daemon/event_ring.h"
#include "tests/emulator/daemon/relay_bed.h"

namespace seawind {
namespace {

using test::FakeClock;
using test::FakePort;
using test::RelayBed;
using test::us;

constexpr std::size_t kLinks = 6;
using Log = std::vector<std::byte>;

/// 8 Mbit/s with bursts of loss and a delay that is drawn for each packet.
HopConfig lossy(std::size_t link) {
  HopConfig hop;
  for (DirectionConfig* direction : {&hop.downlink, &hop.uplink}) {
    StateParameters state;
    state.rate = 8'000'000;
    state.propagation_delay = UniformValue{1e6, 9e6};
    state.error_probability = 0.05;
    direction->loss_pattern = GilbertElliott{.p = 0.02, .r = 0.3};
    direction->send_buffer.packets = 3;
    direction->states.push_back(state);
  }
  hop.seed = 100 + link;
  return hop;
}

/// Runs its links with a fixed pattern of UDP packets for two seconds.
class Run {
 public:
  explicit Run(const std::vector<std::size_t>& numbers) {
    for (const std::size_t number : numbers) {
      const EventLogTarget log{&ring_, static_cast<std::uint32_t>(number), 96};
      beds_.emplace_back(number, RelayBed(lossy(number), relay_, clock_, log));
    }
  }

  void play() {
    const Time start = clock_.now;
    for (std::int64_t step = 1; step <= 8'000; ++step) {
      clock_.now = start + us(250 * step);
      std::vector<ReadyPort> ready;
      const auto arrive = [&](RelayBed& bed, Direction direction) {
        FakePort& port = direction == Direction::kDownlink ? *bed.fixed : *bed.mobile;
        const auto bytes = static_cast<std::size_t>(100 + step * 7 % 900);
        for (int i = 0; i < 2; ++i)
          port.waiting.push_back({test::ip_frame(bytes), clock_.stamp(clock_.now - us(90))});
        ready.push_back({bed.link.get(), direction});
      };
      for (auto& [number, bed] : beds_) {
        const auto phase = step + static_cast<std::int64_t>(number);
        if (phase % 4 == 0) arrive(bed, Direction::kDownlink);
        if (phase % 7 == 0) arrive(bed, Direction::kUplink);
      }
      relay_.turn(ready, true);
    }
    for (auto& [number, bed] : beds_) relay_.remove(*bed.link);
  }

  void collect(std::vector<Log>& logs) {
    ring_.drain([&](std::uint32_t slot, std::span<const std::byte> record) {
      logs[slot].insert(logs[slot].end(), record.begin(), record.end());
    });
    for (const auto& [number, bed] : beds_) EXPECT_EQ(bed.link->monitor().overruns(), 0U);
  }

 private:
  FakeClock clock_;
  EventRing ring_{16 << 20};
  Relay relay_{clock_};
  std::vector<std::pair<std::size_t, RelayBed>> beds_;
};

std::vector<Log> logs_with(std::size_t threads) {
  std::vector<std::unique_ptr<Run>> runs;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    std::vector<std::size_t> numbers;
    for (std::size_t link = thread; link < kLinks; link += threads) numbers.push_back(link);
    runs.push_back(std::make_unique<Run>(numbers));
  }
  std::vector<std::thread> running;
  for (const auto& run : runs) running.emplace_back([&run = *run] { run.play(); });
  for (std::thread& one : running) one.join();
  std::vector<Log> logs(kLinks);
  for (const auto& run : runs) run->collect(logs);
  return logs;
}

TEST(Relays, TheNumberOfThreadsDoesNotChangeALog) {
  const std::vector<Log> one = logs_with(1);
  for (std::size_t link = 0; link < kLinks; ++link) {
    EXPECT_GT(one[link].size(), 6'000 * sizeof(EventRecord));
    if (link > 0) EXPECT_NE(one[link], one[link - 1]);
  }
  EXPECT_TRUE(logs_with(2) == one);
  EXPECT_TRUE(logs_with(kLinks) == one);
}

}  // namespace
}  // namespace seawind
