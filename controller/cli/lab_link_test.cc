// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/lab_link_test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <vector>

#include "common/error.h"
#include "common/units.h"
#include "controller/campaign/clock.h"
#include "controller/campaign/runner.h"
#include "controller/campaign/session.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/plan.h"
#include "namespaces/runtime_directory.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

constexpr double kRate = 1e6;     // bit/s
constexpr double kDelay = 0.02;   // s, one way
constexpr int kLostOf = 10;       // one of so many frames of the downlink is lost
constexpr int kPackets = 200;     // of the stream, which is offered at twice the rate
constexpr int kPayload = 1000;    // bytes
constexpr int kEchoes = 45;       // so that the stream's last packet is not lost
constexpr int kEchoPayload = 56;  // bytes
constexpr int kIpUdp = 28;        // bytes of headers, also those of IP and ICMP
/// What the machines and their network may add, and by how much a clock of the host may err.
constexpr double kMostAdded = 0.005;          // s
constexpr double kClockError = 0.0001;        // s, of a round trip
constexpr std::size_t kLargestLog = 1 << 20;  // bytes
constexpr int kAttempts = 4;                  // of which the first that was on time counts

constexpr double sent_in(int bytes) {
  return 8 * bytes / kRate;
}

void write_text(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file);
  if (!(out << text << std::flush)) throw Error("cannot write " + file.string());
}

Plan plan_in(const fs::path& folder) {
  const std::string direction = fmt::format(
      "{{rate_base: {:.0f}bit/s, propagation_delay: {:.0f}ms, link_send_buffer_size: 300pkt", kRate,
      kDelay * 1e3);
  write_text(folder / "profiles/lab-link.yaml",
             fmt::format("downlink: {}, loss_pattern: {{positions: {{list: [{}], period: {}}}}}}}\n"
                         "uplink: {}}}\n",
                         direction, kLostOf, kLostOf, direction));
  write_text(
      folder / "workloads/lab-link.yaml",
      fmt::format("flows:\n"
                  "  - {{name: echo, ping: {{count: {}, interval: 50ms, payload: {}B}}}}\n"
                  "  - {{name: data, start: 3s, stream: {{packet_size: {}B, interval: {:.0f}us, "
                  "packets: {}, drain: 3s}}}}\n",
                  kEchoes, kEchoPayload, kPayload, sent_in(kPayload) / 2 * 1e6, kPackets));
  const fs::path test_set = folder / "testsets/lab-link.yaml";
  write_text(
      test_set,
      "{repetitions: 1, matrix: {link: lab-link, tcp: linux-default, workload: lab-link}}\n");
  Diagnostics problems;
  auto plan = load_plan(test_set, configs_root(""), problems);
  if (!plan) throw Error("cannot prepare the test of the link: " + problems.render());
  return std::move(*plan);
}

/// s, by the clock of the host that sent the requests; the metrics are the emulator's.
double median_round_trip(const Directory& logs) {
  std::istringstream log(logs.read_text("echo-source.jsonl", kLargestLog));
  std::vector<double> all;
  for (std::string line; std::getline(log, line);)
    if (const auto entry = nlohmann::json::parse(line, nullptr, false);
        entry.contains("rtt_ns") && entry.at("rtt_ns").is_number())
      all.push_back(entry.at("rtt_ns").get<double>() / 1e9);
  if (all.empty()) throw Error("the test of the link has no answer to an echo request");
  std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2));
  return all[all.size() / 2];
}

/// s, of the stream: each packet waits behind all before it, including those that are lost.
double median_delay() {
  std::vector<double> all;
  for (int i = 1; i <= kPackets; ++i)
    if (i % kLostOf != 0)
      all.push_back(kDelay + i * sent_in(kPayload + kIpUdp) - (i - 1) * sent_in(kPayload) / 2);
  return std::midpoint(all[(all.size() - 1) / 2], all[all.size() / 2]);
}

double metric_of(const AttemptRecord& attempt, const char* flow, const char* metric) {
  for (const MetricValue& one : attempt.metrics)
    if (one.flow == flow && one.metric == metric) return one.value;
  throw Error(fmt::format("the test of the link has no {} of {}", metric, flow));
}

Check test_once(const SlotAccess& slot) {
  constexpr auto kName = "lab: a link";
  const RuntimeDirectory folder;
  const Plan plan = plan_in(folder.path());
  const Directory work = Directory(folder.path()).make("work", 0700);
  const auto lost_beside = [&slot] { return slot.lost_beside_link ? slot.lost_beside_link() : 0; };
  const std::int64_t lost_before = lost_beside();
  const AttemptResult result =
      run_attempt(plan, {}, 0, slot, peers_of(slot), machine_clock(), work, {}, [] {});
  const AttemptRecord& attempt = result.record;
  if (result.end != AttemptResult::End::kFinished || attempt.verdict == Verdict::kFailed)
    return {kName, Check::Verdict::kFail, attempt.reason, "see the output of the services"};

  const int echo = kEchoPayload + kIpUdp;
  const double round_trip = 2 * (kDelay + sent_in(echo));
  const double added = median_round_trip(work.open(work_name(plan, {}))) - round_trip;
  const double late = metric_of(attempt, "data", "delay_median") - median_delay();
  const int received = kPackets - kPackets / kLostOf;
  const double lost = metric_of(attempt, "data", "packets_dropped") - (kPackets - received);

  std::vector<std::string> wrong;
  if (added < -kClockError || added > kMostAdded)
    wrong.push_back(fmt::format("a round trip of {:.2f} ms instead of {:.2f} to {:.2f}",
                                (round_trip + added) * 1e3, round_trip * 1e3,
                                (round_trip + kMostAdded) * 1e3));
  const std::int64_t beside = lost_beside() - lost_before;
  if (beside > 0)
    wrong.push_back(fmt::format("{} packets lost before or after the link", beside));
  else if (lost != 0)
    wrong.push_back(fmt::format("{:.0f} packets lost of {} instead of {}",
                                lost + kPackets - received, kPackets, kPackets - received));
  else if (std::abs(late) > kMostAdded)
    wrong.push_back(fmt::format("a median delay of {:.2f} ms in a full link instead of {:.2f}",
                                (median_delay() + late) * 1e3, median_delay() * 1e3));
  // The figures of an attempt that was not on time may be wrong for that reason.
  const bool valid = attempt.verdict == Verdict::kValid;
  if (!wrong.empty())
    return {kName, valid || beside > 0 ? Check::Verdict::kFail : Check::Verdict::kWarn,
            fmt::format("{}{}{}", fmt::join(wrong, "; "), valid ? "" : "; and ", attempt.reason),
            "packets are lost or wait outside of the emulator: other traffic on the network of the "
            "tunnels, its MTU, a loaded machine"};
  const std::string found = fmt::format(
      "delay, rate and loss as set; the lab adds {:.2f} ms to a round trip", added * 1e3);
  if (valid) return {kName, Check::Verdict::kOk, found, ""};
  return {
      kName, Check::Verdict::kWarn, found + "; but " + attempt.reason,
      "repetitions are repeated for this reason: see what `seawind doctor` says on the emulator"};
}

}  // namespace

Check test_lab_link(const SlotAccess& slot) {
  Check check;
  for (int i = 0; i < kAttempts; ++i)
    if (check = test_once(slot); check.verdict != Check::Verdict::kWarn) break;
  return check;
}

}  // namespace seawind
