// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/daemon.h"
#include "tests/bench/relay_bench/measure.h"
#include "tests/bench/relay_bench/sections.h"
#include "tests/bench/relay_bench/sender.h"

namespace seawind::bench {
namespace {

constexpr auto kNotMeasured = std::numeric_limits<double>::quiet_NaN();

struct Burst {
  const char* name;
  std::size_t ip_bytes, packets;
  bool joined;
};
// A TCP window of 64 KiB, in packets of two sizes and as segmentation offload hands it over.
constexpr Burst kBursts[] = {{"45 packets of 1500 B", 1500, 45, false},
                             {"123 packets of 576 B", 576, 123, false},
                             {"a super-packet of 44 of 1500 B", 1500, 44, true}};

/// The daemons of the plan. Without ports named by the user: with the port they choose themselves.
std::vector<RelayKind> daemons(const Plan& plan) {
  std::vector<RelayKind> kinds;
  for (RelayKind kind : plan.relays) {
    if (kind.what != RelayKind::What::kDaemon) continue;
    if (!plan.ports_given) kind.port.clear();
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

LinkSettings slow_link() {
  LinkSettings settings;
  settings.ideal = {20'000'000, 64e3};
  settings.buffer_bytes = 12'000;
  return settings;
}

double seconds_since(std::int64_t start) {
  return static_cast<double>(monotonic_ns() - start) / 1e9;
}

/// Memory in KiB that each link has added to the daemon.
double memory_per_link(const Plan& plan, double before_mb, double after_mb) {
  return (after_mb - before_mb) * 1024 / plan.links;
}

double started_mb(const Plan& plan, const Bed& bed, const RelayKind& kind) {
  return Daemon(bed.relay(), plan.daemon_program, kind.realtime).process().usage().resident_mb;
}

void add_burst(const Plan& plan, const Bed& bed, const RelayKind& kind, const Burst& burst,
               Results& table) {
  const double before = started_mb(plan, bed, kind);
  const auto path = make_path(kind, bed, slow_link(), plan.daemon_program);
  std::vector<std::string> interfaces;
  for (const auto& link : bed.links()) interfaces.push_back(link.fixed_host);
  Sender sender(bed.fixed(), interfaces);
  const auto start = monotonic_ns();
  const auto sent = sender.send_burst(burst.ip_bytes, burst.packets, burst.joined);
  const double seconds = seconds_since(start);
  sleep_until_ns(monotonic_ns() + 2'000'000'000);  // the relay reads what waits
  const double after = path->process()->usage().resident_mb;
  const DaemonReport report = *path->finish();
  table.add({kind.name(), burst.name},
            {static_cast<double>(sent), seconds * 1e3, static_cast<double>(report.received),
             static_cast<double>(report.capture_drops), memory_per_link(plan, before, after)});
  progress(fmt::format("links: {}: {} on each of {}: {} sent, {} received, {} capture drops",
                       kind.name(), burst.name, plan.links, sent, report.received,
                       report.capture_drops));
}

void add_setup(const Plan& plan, const Bed& bed, const RelayKind& kind, std::size_t calls,
               Results& table) {
  Daemon daemon(bed.relay(), plan.daemon_program, kind.realtime, kind.cpu, kind.nice);
  auto start = monotonic_ns();
  daemon.create_links(bed.links(), slow_link(), kind.port, calls);
  const double create = seconds_since(start);
  start = monotonic_ns();
  daemon.remove_links(calls);
  const double remove = seconds_since(start);
  table.add({kind.name(), fmt::format("{}", plan.links), fmt::format("{}", calls)},
            {create, remove, create + remove});
  progress(fmt::format("links: {}: {} created in {:.2f} s, removed in {:.2f} s, {} calls at a time",
                       kind.name(), plan.links, create, remove, calls));
}

}  // namespace

std::vector<Results> measure_links(const Plan& plan) {
  constexpr double kProbesPerLink = 2;  // each second
  Results table("links", "Many links in one daemon",
                "64 kbit/s and 20 ms each, a 128-byte probe on every link twice a second (16 ms of "
                "transmission each, subtracted), event logs on. Lateness in microseconds over all "
                "links together, from outside and as the daemon reports it. `KiB/link`: growth of "
                "resident memory per link.",
                {"relay", "links"},
                {{"p50", 1},
                 {"p99", 1},
                 {"p99.9", 1},
                 {"max", 0},
                 {"daemon p50", 1},
                 {"daemon p99", 1},
                 {"lost", 0, Combine::kSum},
                 {"sent/s", 0},
                 {"cores", 3},
                 {"MiB", 0},
                 {"KiB/link", 1},
                 {"steal ms", 0, Combine::kSum}});
  Results setup(
      "links-setup", "Creating and removing links",
      "The same links without traffic. `calls`: concurrent calls of the client. The first "
      "row is the bench's own work: two veth pairs for each link.",
      {"relay", "links", "calls"}, {{"create s", 2}, {"remove s", 2}, {"both s", 2}});
  Results bursts("links-bursts", "Bursts on many links",
                 "The same links. The sender hands over a window of 64 KiB on one link after the "
                 "other, as fast as it can; the links discard most of it. `received`: packets that "
                 "entered the model.",
                 {"relay", "on each link"},
                 {{"sent", 0},
                  {"ms", 0},
                  {"received", 0},
                  {"capture drops", 0, Combine::kSum},
                  {"KiB/link", 1}});
  const std::vector<RelayKind> kinds = daemons(plan);
  if (kinds.empty()) return {};
  progress(fmt::format("links: making {} links", plan.links));
  const auto start = monotonic_ns();
  {
    const auto bed = Bed::many(plan.links);
    setup.add({"interfaces", fmt::format("{}", plan.links), "1"},
              {seconds_since(start), kNotMeasured, kNotMeasured});
    for (int run = 1; run <= plan.runs; ++run)
      for (const auto& kind : kinds) {
        const double started = started_mb(plan, bed, kind);
        const auto m =
            measure(kind, bed, slow_link(), {128, kProbesPerLink * plan.links, plan.seconds, false},
                    plan.daemon_program);
        const auto& out = m.outside;
        table.add(
            {kind.name(), fmt::format("{}", plan.links)},
            {out.p50, out.p99, out.p999, out.max, m.inside->p50, m.inside->p99,
             static_cast<double>(out.lost), m.sending_rate, m.relay_cores, m.after.resident_mb,
             memory_per_link(plan, started, m.after.resident_mb), m.steal_ms});
        progress(fmt::format("links {}/{}: {}: p50 {:.1f} p99 {:.1f} us, lost {}, {:.2f} cores",
                             run, plan.runs, kind.name(), out.p50, out.p99, out.lost,
                             m.relay_cores));
        for (const std::size_t calls : {std::size_t{1}, Daemon::kCallsAtATime})
          add_setup(plan, bed, kind, calls, setup);
        for (const Burst& burst : kBursts)
          if (!burst.joined) add_burst(plan, bed, kind, burst, bursts);
      }
  }
  const auto bed = Bed::many(plan.links, true);
  for (int run = 1; run <= plan.runs; ++run)
    for (const auto& kind : kinds)
      for (const Burst& burst : kBursts)
        if (burst.joined) add_burst(plan, bed, kind, burst, bursts);
  return {table, setup, bursts};
}

}  // namespace seawind::bench
