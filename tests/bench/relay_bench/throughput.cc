// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/throughput.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/sections.h"
#include "tests/bench/relay_bench/sender.h"
#include "tests/bench/relay_bench/tcp_flow.h"

namespace seawind::bench {
namespace {

constexpr double kLossAllowed = 1e-5;

struct Trial {
  double packets_per_second = 0;  // sent
  double loss = 0;                // share
};

/// Sends in bulk and counts, by the kernel's counters, what the mobile host's device received.
Trial attempt(const Bed& bed, Sender& sender, std::size_t ip_bytes, double rate, double seconds) {
  const auto before = bed.mobile_received();
  const auto bulk = sender.send_bulk(ip_bytes, rate, seconds);
  // Until nothing has arrived for 50 ms, 2 s at the most: then the rest is lost.
  auto received = bed.mobile_received() - before;
  auto changed = monotonic_ns();
  const auto end = changed + 2'000'000'000;
  while (received < bulk.sent && monotonic_ns() < end && monotonic_ns() - changed < 50'000'000) {
    sleep_until_ns(monotonic_ns() + 2'000'000);
    const auto now = bed.mobile_received() - before;
    if (now != received) received = now, changed = monotonic_ns();
  }
  const auto lost = bulk.sent > received ? bulk.sent - received : 0;
  return {static_cast<double>(bulk.sent) / bulk.seconds,
          bulk.sent == 0 ? 1 : static_cast<double>(lost) / static_cast<double>(bulk.sent)};
}

}  // namespace

double lossless_rate(const Bed& bed, std::size_t ip_bytes, double seconds, int steps) {
  Sender sender(bed.fixed(), {bed.links().at(0).fixed_host});
  const auto unpaced = attempt(bed, sender, ip_bytes, 0, seconds);
  if (unpaced.loss <= kLossAllowed) return unpaced.packets_per_second;
  double low = 0;
  double high = unpaced.packets_per_second;
  double best = 0;
  for (int step = 0; step < steps; ++step) {
    const auto rate = (low + high) / 2;
    const auto trial = attempt(bed, sender, ip_bytes, rate, seconds);
    if (trial.loss <= kLossAllowed) {
      low = rate;
      best = std::max(best, trial.packets_per_second);
    } else {
      high = rate;
    }
  }
  return best;
}

LinkSettings fast_link() {
  LinkSettings settings;
  settings.ideal = {0, 100e9};
  settings.buffer_bytes = 1'000'000'000;
  settings.event_log = false;
  return settings;
}

std::vector<Results> measure_throughput(const Plan& plan) {
  Results table(
      "throughput", "Throughput",
      "No delay, 100 Gbit/s, large buffers, no event log. `kpps`: thousand packets/s of that "
      "IP length sent with at most one in 100 000 lost (unpaced, then bisection); TCP: one "
      "flow, MTU 1500, no offload, Mbit/s of payload. `/ bare`: the ratio to the bare "
      "libpcap relay of the same priority in the same run.",
      {"relay"},
      {{"64 B kpps", 0},
       {"64 B / bare", 2},
       {"1500 B kpps", 0},
       {"1500 B / bare", 2},
       {"TCP Mbit/s", 0},
       {"TCP / bare", 2}});
  const auto direct = Bed::direct();
  const auto relayed = Bed::relayed();
  const auto trial_seconds = std::min(1.0, plan.seconds);
  for (int run = 1; run <= plan.runs; ++run) {
    struct Figures {
      double small = 0, large = 0, tcp = 0;
    };
    std::map<bool, Figures> bare;  // by priority
    for (const auto& kind : with_floor(plan)) {
      const auto& bed = kind.what == RelayKind::What::kBareVeth ? direct : relayed;
      const auto path = make_path(kind, bed, fast_link(), plan.daemon_program);
      const Figures figures{lossless_rate(bed, 64, trial_seconds, plan.search_steps) / 1e3,
                            lossless_rate(bed, 1500, trial_seconds, plan.search_steps) / 1e3,
                            tcp_mbit_per_second(bed, plan.seconds)};
      if (kind.what == RelayKind::What::kBareRelay) bare[kind.realtime] = figures;
      const auto& base = bare[kind.realtime];
      const auto ratio = [](double value, double to) {
        return to > 0 ? value / to : std::numeric_limits<double>::quiet_NaN();
      };
      table.add({kind.name()},
                {figures.small, ratio(figures.small, base.small), figures.large,
                 ratio(figures.large, base.large), figures.tcp, ratio(figures.tcp, base.tcp)});
      progress(fmt::format("throughput {}/{}: {}: {:.0f} kpps, {:.0f} kpps, TCP {:.0f} Mbit/s", run,
                           plan.runs, kind.name(), figures.small, figures.large, figures.tcp));
    }
  }
  return {table};
}

}  // namespace seawind::bench
