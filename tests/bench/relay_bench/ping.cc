// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/ping.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/udp_socket.h"

namespace seawind::bench {
namespace {

constexpr std::uint16_t kPingPort = 5003;
constexpr std::int64_t kPingInterval = 5'000'000;      // ns
constexpr std::int64_t kPingPatience = 1'000'000'000;  // ns

}  // namespace

std::vector<double> round_trips(const Bed& bed, double seconds) {
  const UdpFlow flow(bed, kPingPort);
  const int near = flow.fixed.get();
  const int far = flow.mobile.get();
  std::atomic<bool> over{false};
  std::jthread echo([&] {
    std::array<char, 64> bytes;
    while (!over) {
      const ssize_t got = recv(far, bytes.data(), bytes.size(), 0);
      if (got > 0) send(far, bytes.data(), static_cast<std::size_t>(got), MSG_DONTWAIT);
    }
  });
  std::vector<double> out;
  const std::int64_t end = monotonic_ns() + static_cast<std::int64_t>(seconds * 1e9);
  for (std::int64_t at = monotonic_ns(); at < end;
       at = std::max(at + kPingInterval, monotonic_ns())) {
    sleep_until_ns(at);
    std::array<std::int64_t, 8> bytes{monotonic_ns()};
    const std::int64_t sent = bytes[0];
    if (send(near, bytes.data(), sizeof bytes, 0) < 0) continue;
    for (std::int64_t now = sent; now < sent + kPingPatience; now = monotonic_ns()) {
      if (recv(near, bytes.data(), sizeof bytes, 0) <= 0 || bytes[0] != sent) continue;
      out.push_back(static_cast<double>(monotonic_ns() - sent) / 1e3);
      break;
    }
  }
  over = true;
  return out;
}

}  // namespace seawind::bench
