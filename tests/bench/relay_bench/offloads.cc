// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <limits>
#include <thread>

#include "tests/bench/relay_bench/ping.h"
#include "tests/bench/relay_bench/sections.h"
#include "tests/bench/relay_bench/stats.h"
#include "tests/bench/relay_bench/tcp_flow.h"
#include "tests/bench/relay_bench/throughput.h"
#include "tests/bench/relay_bench/udp_flow.h"

namespace seawind::bench {
namespace {

constexpr auto kSuperPort = "super";

struct Figures {
  double tcp, udp, rtt_p50, rtt_p99;
};

Figures measure(const Bed& bed, bool offloads, double seconds) {
  Figures out{};
  out.udp = udp_mbit_per_second(bed, seconds, offloads);
  std::vector<double> trips;
  {
    const std::jthread beside([&] { trips = round_trips(bed, seconds); });
    out.tcp = tcp_mbit_per_second(bed, seconds);
  }
  constexpr auto kNoTrip = std::numeric_limits<double>::quiet_NaN();
  out.rtt_p50 = trips.empty() ? kNoTrip : percentile(trips, 0.5);
  out.rtt_p99 = trips.empty() ? kNoTrip : percentile(trips, 0.99);
  return out;
}

}  // namespace

std::vector<Results> measure_offloads(const Plan& plan) {
  Results table(
      "offloads", "Segmentation offload",
      "No delay, 100 Gbit/s, large buffers, no event log, MTU 1500. `on`: the hosts keep "
      "segmentation and checksum offload, and UDP is sent with UDP_SEGMENT; `off`: neither, and "
      "UDP is sent with sendmmsg(). Mbit/s of payload of one flow (UDP: datagrams of 1200 bytes, "
      "acknowledged), and round trips of 64 bytes beside the flow of TCP in us.",
      {"relay", "offloads"},
      {{"TCP Mbit/s", 0}, {"UDP Mbit/s", 0}, {"RTT p50", 0}, {"RTT p99", 0}});
  std::vector<RelayKind> kinds = with_floor(plan);
  for (int run = 1; run <= plan.runs; ++run)
    for (const bool offloads : {false, true}) {
      const auto direct = Bed::direct(offloads);
      const auto relayed = Bed::relayed(offloads);
      for (const auto& kind : kinds) {
        // Only the port kSuperPort accepts packets of many segments.
        if (kind.what == RelayKind::What::kBareRelay && offloads) continue;
        if (kind.what == RelayKind::What::kDaemon && (kind.port == kSuperPort) != offloads)
          continue;
        const auto& bed = kind.what == RelayKind::What::kBareVeth ? direct : relayed;
        const auto path = make_path(kind, bed, fast_link(), plan.daemon_program);
        const Figures f = measure(bed, offloads, plan.seconds);
        table.add({kind.name(), offloads ? "on" : "off"}, {f.tcp, f.udp, f.rtt_p50, f.rtt_p99});
        progress(
            fmt::format("offloads {}/{}: {}: TCP {:.0f}, UDP {:.0f} Mbit/s, RTT {:.0f}, {:.0f} us",
                        run, plan.runs, kind.name(), f.tcp, f.udp, f.rtt_p50, f.rtt_p99));
      }
    }
  return {table};
}

}  // namespace seawind::bench
