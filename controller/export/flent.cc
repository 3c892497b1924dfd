// SPDX-License-Identifier: GPL-3.0-or-later
// Flent's data file (.flent.gz) of a repetition, in the form of its test `tcp_ndown`, or `tcp_nup`
// if all TCP flows are uploads. `TCP download::i` is the rate at which the data of the i-th TCP
// flow to the mobile host were delivered (Mbit/s of IP bytes), with sum and average over these
// flows; `TCP upload::i` is that of the i-th one to the fixed host. `Ping (ms) ICMP` is the mean
// round-trip time of the first ping flow, `Ping (ms)::NAME` that of each further one. A point is
// the mean over a step of 0.2 s, which is doubled until the run has at most kMaxSteps points. A
// rate is null in steps before the flow's first packet and after its last one, so that the mean of
// the series is that of the flow; sum and average cover the flows that have a rate.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "controller/export/export.h"
#include "controller/measure/flow_meters.h"
#include "controller/measure/journeys.h"
#include "controller/measure/round_trips.h"
#include "controller/report/gzip.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMaxSteps = 4096;
constexpr auto kPing = "Ping (ms) ICMP";  // the name in Flent's own tests

std::string time_text(std::int64_t unix_ns) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z",
                     fmt::gmtime(static_cast<std::time_t>(unix_ns / 1'000'000'000)),
                     unix_ns / 1000 % 1'000'000);
}

class FlentExport {
 public:
  FlentExport(const ExportItem& item, const LogHeader& header)
      : item_(item), epoch_(header.start_realtime_ns) {
    for (const auto& flow : item.flows)
      if (is_tcp(flow)) flows_.add(flow);
    tcp_ = flows_.size();
    has_tcp_.resize(tcp_);
    for (const auto& flow : item.flows) {
      if (flow.kind != FlowKind::kRoundTrips) continue;
      flows_.add(flow);
      pings_.push_back(pings_.empty() ? kPing : "Ping (ms)::" + flow.name);
    }
    if (pings_.empty()) pings_.push_back(kPing);
  }

  void add(const EventRecord& e, std::span<const std::uint8_t> snap) {
    last_ns_ = std::max(last_ns_, e.time_ns);
    if (e.kind == EventKind::kArrival) return arrival(e, snap);
    if (e.kind == EventKind::kModified) return translation(e, snap);
    if (!ends_journey(e.kind)) return;
    const Journey* packet = journeys_.follow(e);
    if (packet == nullptr || e.kind == EventKind::kDrop) return;
    Step& step = step_at(e.time_ns);
    if (packet->flow < tcp_) {
      step.bytes[packet->flow] += e.size;
      return;
    }
    auto& echoes = dynamic_cast<RoundTrips&>(flows_[packet->flow]);
    const std::int64_t before = echoes.replies();
    echoes.add(packet->packet, e);
    if (echoes.replies() == before) return;
    step.pings[packet->flow - tcp_].add(static_cast<double>(echoes.latest()) / 1e6);
  }

  std::string json() {
    step_at(last_ns_);
    const double width = static_cast<double>(width_) / 1e9;
    Json x = Json::array();
    Json results = Json::object();
    std::vector<Json> series(tcp_, Json::array());
    std::vector<std::pair<std::size_t, std::size_t>> spans;
    for (std::size_t f = 0; f < tcp_; ++f) spans.push_back(span_of(f));
    const std::vector<Way> ways = shown_ways();
    for (const auto& [name, shown] : ways) {
      Json sum = Json::array(), average = Json::array();
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        double total = 0;
        int running = 0;
        for (const std::size_t f : shown) {
          const double rate = static_cast<double>(steps_[i].bytes[f]) * 8 / width / 1e6;
          const bool runs = spans[f].first <= i && i <= spans[f].second;
          series[f].push_back(runs ? Json(rate) : Json());
          total += rate;
          running += runs ? 1 : 0;
        }
        sum.push_back(running > 0 ? Json(total) : Json());
        average.push_back(running > 0 ? Json(total / running) : Json());
      }
      for (std::size_t i = 0; i < shown.size(); ++i)
        results[fmt::format("TCP {}::{}", name, i + 1)] = series[shown[i]];
      results[fmt::format("TCP {} sum", name)] = sum;
      results[fmt::format("TCP {} avg", name)] = average;
    }
    std::vector<Json> rtts(pings_.size(), Json::array());
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      x.push_back(static_cast<double>(i) * width);
      for (std::size_t p = 0; p < pings_.size(); ++p) rtts[p].push_back(steps_[i].pings[p].mean());
    }
    for (std::size_t p = 0; p < pings_.size(); ++p) results[pings_[p]] = rtts[p];
    Json raw = Json::object();
    for (const auto& [name, values] : results.items()) {
      raw[name] = Json::array();
      for (std::size_t i = 0; i < steps_.size(); ++i)
        if (!values[i].is_null())
          raw[name].push_back(
              {{"t", static_cast<double>(epoch_) / 1e9 + static_cast<double>(i) * width},
               {"val", values[i]}});
    }
    return Json{{"version", 4},
                {"metadata", metadata(width, ways, results)},
                {"x_values", x},
                {"results", results},
                {"raw_values", raw}}
        .dump();
  }

 private:
  struct Journey {
    std::size_t flow = 0;
    FlowPacket packet{};  // of an echo
  };
  struct RoundTripTimes {
    double sum = 0;  // ms
    std::int64_t number = 0;
    void add(double time) { sum += time, ++number; }
    Json mean() const { return number > 0 ? Json(sum / static_cast<double>(number)) : Json(); }
  };
  struct Way {
    const char* name;  // in Flent's series and test parameters
    std::vector<std::size_t> flows;
  };
  struct Step {
    std::vector<std::int64_t> bytes;    // of each TCP flow
    std::vector<RoundTripTimes> pings;  // of each series
  };

  void arrival(const EventRecord& e, std::span<const std::uint8_t> snap) {
    const auto ip = parse_snap(snap);
    const auto flow = ip ? flows_.owner_of(*ip) : std::nullopt;
    if (!flow) return;
    FlowMeter& meter = flows_[*flow];
    if (*flow >= tcp_) {
      const FlowPacket packet = meter.packet(e, *ip);
      meter.add(packet, e);
      journeys_.begin(e, {*flow, packet});
    } else if (meter.is_data(e.direction) && ip->tcp) {
      has_tcp_[*flow] = true;
      journeys_.begin(e, {*flow});
    }
  }
  /// A NAT may have changed the identifier of an echo.
  void translation(const EventRecord& e, std::span<const std::uint8_t> snap) {
    const Journey* packet = journeys_.follow(e);
    if (packet == nullptr || packet->flow < tcp_) return;
    if (const auto ip = parse_snap(snap); ip && !ip->later_fragment)
      flows_[packet->flow].translated(packet->packet.ip, *ip);
  }
  /// All TCP flows except programs that sent no TCP. A way without flows is left out, but there is
  /// at least one: downloads.
  std::vector<Way> shown_ways() const {
    Way down{"download", {}}, up{"upload", {}};
    for (std::size_t f = 0; f < tcp_; ++f)
      if (has_tcp_[f] || flows_[f].spec().kind != FlowKind::kFree)
        (flows_[f].spec().downlink ? down : up).flows.push_back(f);
    if (up.flows.empty()) return {down};
    if (down.flows.empty()) return {up};
    return {down, up};
  }
  /// The first and the last step with packets of the flow; (1, 0): none.
  std::pair<std::size_t, std::size_t> span_of(std::size_t flow) const {
    const auto has = [flow](const Step& step) { return step.bytes[flow] > 0; };
    const auto first = std::find_if(steps_.begin(), steps_.end(), has);
    if (first == steps_.end()) return {1, 0};
    const auto last = std::find_if(steps_.rbegin(), steps_.rend(), has);
    return {first - steps_.begin(), steps_.rend() - last - 1};
  }
  Step& step_at(std::int64_t time_ns) {
    while (static_cast<std::size_t>(time_ns / width_) >= kMaxSteps) halve();
    const auto index = static_cast<std::size_t>(time_ns / width_);
    while (steps_.size() <= index)
      steps_.push_back(
          {std::vector<std::int64_t>(tcp_), std::vector<RoundTripTimes>(pings_.size())});
    return steps_[index];
  }
  void halve() {
    width_ *= 2;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (i % 2 == 0) {
        std::swap(steps_[i / 2], steps_[i]);
        continue;
      }
      Step& into = steps_[i / 2];
      for (std::size_t f = 0; f < tcp_; ++f) into.bytes[f] += steps_[i].bytes[f];
      for (std::size_t p = 0; p < pings_.size(); ++p) {
        into.pings[p].sum += steps_[i].pings[p].sum;
        into.pings[p].number += steps_[i].pings[p].number;
      }
    }
    steps_.resize((steps_.size() + 1) / 2);
  }

  Json metadata(double step, const std::vector<Way>& ways, const Json& results) const {
    Json streams = Json::object(), units = Json::object();
    for (const auto& [name, flows] : ways)
      streams[fmt::format("{}_streams", name)] = std::to_string(flows.size());
    for (const auto& [name, values] : results.items())
      units[name] = name.starts_with("TCP ") ? "Mbits/s" : "ms";
    const std::string title =
        fmt::format("{} {} repetition {}", item_.campaign, item_.case_name, item_.number);
    return {{"NAME", std::string_view(ways[0].name) == "upload" ? "tcp_nup" : "tcp_ndown"},
            {"TITLE", title},
            {"TIME", time_text(epoch_)},
            {"T0", time_text(epoch_)},
            {"HOST", "mobile"},
            {"HOSTS", Json::array({"mobile"})},
            {"LOCAL_HOST", "fixed"},
            {"LENGTH", std::max<std::int64_t>(1, last_ns_ / 1'000'000'000)},
            {"TOTAL_LENGTH", std::max<std::int64_t>(1, last_ns_ / 1'000'000'000)},
            {"STEP_SIZE", step},
            {"IP_VERSION", 4},
            {"NOTE", fmt::format("Seawind, seed {}", item_.seed)},
            {"DATA_FILENAME", item_.file_stem() + ".flent.gz"},
            {"FLENT_VERSION", "2.1.1"},
            {"TEST_PARAMETERS", streams},
            {"SERIES_META", Json::object()},
            {"UNITS", units}};
  }

  const ExportItem& item_;
  LogMemory memory_;
  FlowMeters flows_{memory_};       // the TCP flows, then the ping flows
  std::vector<std::string> pings_;  // names of the series of the ping flows
  std::size_t tcp_ = 0;             // number of TCP flows
  std::vector<bool> has_tcp_;       // whether the flow sent TCP
  std::int64_t epoch_;
  std::int64_t last_ns_ = 0;
  std::int64_t width_ = 200'000'000;
  std::vector<Step> steps_;
  Journeys<Journey> journeys_{memory_};
};

}  // namespace

std::vector<std::filesystem::path> export_flent(const ExportItem& item,
                                                const std::filesystem::path& folder,
                                                const ExportProgress& progress) {
  if (std::all_of(item.flows.begin(), item.flows.end(),
                  [](const FlowSpec& flow) { return flow.kind == FlowKind::kStream; }))
    return {};  // no series would have a value
  EventLogReader log = item.open_log(progress);
  FlentExport out(item, log.header());
  while (const auto entry = log.next()) out.add(entry->event, entry->snap);
  log.require_whole("export");
  const auto path = folder / (item.file_stem() + ".flent.gz");
  OutputFile file(path);
  file.write(gzip(out.json()));
  file.close();
  return {path};
}

}  // namespace seawind
