// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/attempt_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "controller/estimate/mean_rate.h"
#include "controller/estimate/traffic.h"
#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
// Bytes on disk, measured on the reference campaigns (W1, W3, W4): the link's event log per data
// packet with its share of acknowledgements; a TCP_INFO sample; any other line of a generator's
// log; link.json and verdict.json together; half a block for each file.
constexpr double kPerPacket = 90;
constexpr double kPerSample = 680;
constexpr double kPerLine = 80;
constexpr double kPerAttempt = 8'200;
constexpr double kPerFile = 2'048;

/// The capacity of the link as a function of the time since its start.
class Capacity {
 public:
  explicit Capacity(const Case& test_case) {
    add(0, test_case.link());
    for (const TimedChangeSpec& change : test_case.changes())
      add(in_seconds(change.at_ns()), change.hop().link());
    std::sort(edges_.begin(), edges_.end());
  }

  double at(double time, bool downlink) const {
    const Part* part = &parts_.front();
    for (const Part& next : parts_)
      if (next.from <= time) part = &next;
    for (const OutageInterval& outage : part->outages)
      if ((downlink ? outage.down : outage.up) && outage.from <= time && time < outage.to) return 0;
    return downlink ? part->down : part->up;
  }

  /// Time of the next possible change.
  double next_edge(double time) const {
    const auto edge = std::upper_bound(edges_.begin(), edges_.end(), time);
    if (edge == edges_.end()) return kForever;
    return *edge;
  }

 private:
  struct OutageInterval {  // a single outage
    double from;
    double to;
    bool down;
    bool up;
  };
  struct Part {
    double from;
    double down;
    double up;
    std::vector<OutageInterval> outages;
  };

  void add(double from, const LinkProfile& link) {
    Part part{from, mean_rate(link, true), mean_rate(link, false), {}};
    edges_.push_back(from);
    for (const OutageSpec& outage : link.outages()) {
      if (!outage.has_at() || outage.has_interval()) continue;
      const double begin = in_seconds(outage.at());
      const double end = begin + expected_value(outage.length()) / 1e9;
      part.outages.push_back(
          {begin, end, outage.affects() != UPLINK, outage.affects() != DOWNLINK});
      edges_.insert(edges_.end(), {begin, end});
    }
    parts_.push_back(std::move(part));
  }

  std::vector<Part> parts_;
  std::vector<double> edges_;
};

struct Simulated {
  double end = 0;                // s, link time, at which the last flow has ended
  std::vector<double> duration;  // s, by flow
  std::vector<double> packets;   // data packets, by flow
};

/// Simulates the fluids until all have ended or the time-out is reached.
class Run {
 public:
  Run(const Capacity& capacity, const std::vector<Fluid>& fluids, double timeout)
      : capacity_(capacity), fluids_(fluids), timeout_(timeout) {
    for (const Fluid& fluid : fluids_) left_.push_back(fluid.bytes);
    filled_.assign(fluids_.size(), 0);
    ends_.assign(fluids_.size(), kForever);
  }

  Simulated simulate() {
    double now = 0;
    end_flows(now);
    while (now < timeout_ && !over()) {
      const double next = std::min(next_event(now), timeout_);
      std::vector<double> moved(fluids_.size());  // computed before any change
      for (std::size_t i = 0; i < fluids_.size(); ++i)
        if (shares(i, now) || is_greedy(i, now)) moved[i] = rate_of(i, now) / 8 * (next - now);
      for (std::size_t i = 0; i < fluids_.size(); ++i) {
        if (fluids_[i].greedy_packet_bytes > 0)
          filled_[i] += moved[i];
        else
          left_[i] -= moved[i];
      }
      now = next;
      end_flows(now);
    }
    Simulated course;
    for (std::size_t i = 0; i < fluids_.size(); ++i) {
      const double end =
          std::min(ends_[i] + fluids_[i].extra_seconds + fluids_[i].drain_seconds, timeout_);
      course.end = std::max(course.end, end);
      course.duration.push_back(std::max(end - fluids_[i].drain_seconds - fluids_[i].start, 0.0));
      course.packets.push_back(fluids_[i].greedy_packet_bytes > 0
                                   ? filled_[i] / fluids_[i].greedy_packet_bytes
                                   : fluids_[i].packets);
    }
    return course;
  }

 private:
  static constexpr double kByte = 1e-3;  // smaller amounts count as zero

  bool shares(std::size_t i, double now) const {
    return fluids_[i].start <= now && left_[i] > kByte;
  }
  bool streams(std::size_t i, double now) const {
    return fluids_[i].start <= now && now < fluids_[i].start + fluids_[i].lasts;
  }
  bool is_greedy(std::size_t i, double now) const {
    return fluids_[i].greedy_packet_bytes > 0 && streams(i, now);
  }
  bool over() const {
    return std::all_of(ends_.begin(), ends_.end(), [](double end) { return end < kForever; });
  }

  /// The rate of a flow that shares the link: an equal share of what datagrams leave. Datagrams
  /// leave at least a tenth of the link.
  double rate_of(std::size_t i, double now) const {
    const double all = capacity_.at(now, fluids_[i].downlink);
    double left = all;
    double sharing = 0;
    for (std::size_t k = 0; k < fluids_.size(); ++k) {
      if (fluids_[k].downlink != fluids_[i].downlink) continue;
      // A program or rate-controlled flow counts as one TCP flow.
      if (shares(k, now) || is_greedy(k, now)) sharing += 1;
      if (streams(k, now)) left -= fluids_[k].rate;
    }
    return std::max(left, all / 10) / std::max(sharing, 1.0);
  }

  double next_event(double now) const {
    double next = capacity_.next_edge(now);
    for (std::size_t i = 0; i < fluids_.size(); ++i) {
      const Fluid& fluid = fluids_[i];
      if (fluid.start > now) next = std::min(next, fluid.start);
      if (streams(i, now)) next = std::min(next, fluid.start + fluid.lasts);
      if (!shares(i, now)) continue;
      if (const double rate = rate_of(i, now); rate > 0)
        next = std::min(next, now + left_[i] * 8 / rate);
    }
    // The rest of a flow can take less than the resolution of `now`.
    return std::max(next, std::nextafter(now, kForever));
  }

  void end_flows(double now) {
    for (std::size_t i = 0; i < fluids_.size(); ++i)
      if (fluids_[i].start <= now && left_[i] <= kByte && !streams(i, now) && ends_[i] == kForever)
        ends_[i] = now;
  }

  const Capacity& capacity_;
  const std::vector<Fluid>& fluids_;
  double timeout_;
  std::vector<double> left_;
  std::vector<double> filled_;  // bytes of flows that fill the link
  std::vector<double> ends_;
};

/// What is assumed of the programs of `command` flows, whose packets are unknown.
struct ProgramTraffic {
  bool send = true;         // they fill the link; false: they send nothing
  bool with_grace = false;  // they end only when their grace is over
};

double middle_start(const Flow& flow) {
  if (!flow.has_start_spread()) return in_seconds(flow.start());
  return (in_seconds(flow.start_spread().from()) + in_seconds(flow.start_spread().to())) / 2;
}
double earliest_start(const Flow& flow) {
  return in_seconds(flow.has_start_spread() ? flow.start_spread().from() : flow.start());
}

double bytes_of(const std::vector<Fluid>& fluids, const Simulated& course) {
  double bytes = kPerAttempt + kPerFile * static_cast<double>(3 + 2 * fluids.size());
  for (std::size_t i = 0; i < fluids.size(); ++i) {
    bytes += kPerPacket * course.packets[i] + kPerLine * fluids[i].lines;
    if (fluids[i].sampled > 0) bytes += 2 * kPerSample * course.duration[i] / fluids[i].sampled;
  }
  return bytes;
}

/// A warm-up transfer before the repetition: seconds and bytes of logs. A slot that is rebuilt for
/// every attempt, as local slots are, needs one each time.
std::pair<double, double> warm_up_of(const TestSet& test_set, const Case& test_case,
                                     double round_trip) {
  if (!test_case.tcp().has_warm_up()) return {0, 0};
  Flow flow;
  flow.mutable_bulk_tcp()->set_size(test_case.tcp().warm_up());
  const Fluid fluid = fluid_of(flow, 0, round_trip, static_cast<double>(test_set.mtu()));
  const double rate = std::max(mean_rate(test_case.link(), true), 1.0);
  const auto flows = std::max<double>(1, static_cast<double>(test_case.tcp().warm_up_flows()));
  const double end =
      in_seconds(test_set.settle()) + flows * 8 * fluid.bytes / rate + fluid.extra_seconds;
  return {std::min(end, in_seconds(test_set.timeout())),
          kPerPacket * flows * fluid.packets + (1 + 2 * flows) * kPerFile};
}

}  // namespace

AttemptEstimate estimate_attempt(const TestSet& test_set, const Case& test_case) {
  const Capacity capacity(test_case);
  const double settle = in_seconds(test_set.settle());
  const double timeout = in_seconds(test_set.timeout());
  const double mtu = static_cast<double>(test_set.mtu());
  const double round_trip =
      mean_delay(test_case.link(), true) + mean_delay(test_case.link(), false);
  const auto& flows = test_case.workload().flows();
  const auto run = [&](auto start_of, const ProgramTraffic& programs) {
    std::vector<Fluid> fluids;
    for (const Flow& flow : flows) {
      fluids.push_back(fluid_of(flow, settle + start_of(flow), round_trip, mtu));
      if (!flow.has_command()) continue;
      if (!programs.send) fluids.back().greedy_packet_bytes = 0;
      if (programs.with_grace) fluids.back().lasts += in_seconds(flow.command().grace());
    }
    const Simulated course = Run(capacity, fluids, timeout).simulate();
    return std::pair(course.end, bytes_of(fluids, course));
  };
  const bool programs =
      std::any_of(flows.begin(), flows.end(), [](const Flow& flow) { return flow.has_command(); });
  const auto [first_end, first_bytes] = run(earliest_start, {.send = false});
  const auto [end, bytes] = run(middle_start, {});
  const double longest_bytes = programs ? run(middle_start, {.with_grace = true}).second : bytes;
  const auto [warm_up, warm_up_bytes] = warm_up_of(test_set, test_case, round_trip);
  AttemptEstimate estimate;
  estimate.seconds = {std::min(first_end, end) + kSetUpSeconds, warm_up + end + kSetUpSeconds,
                      warm_up + timeout + kSetUpSeconds};
  // In the worst case samples continue until the time-out.
  double most = std::max(bytes, longest_bytes) + warm_up_bytes;
  for (const Flow& flow : flows)
    if (flow.has_bulk_tcp() && flow.bulk_tcp().tcp_info_interval() > 0)
      most += 2 * kPerSample * (timeout - end) / in_seconds(flow.bulk_tcp().tcp_info_interval());
  estimate.programs = programs;
  estimate.bytes = {std::min(first_bytes, bytes), bytes + warm_up_bytes, most};
  return estimate;
}

}  // namespace seawind
