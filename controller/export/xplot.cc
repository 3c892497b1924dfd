// SPDX-License-Identifier: GPL-3.0-or-later
// Time-sequence graphs for xplot, as tcptrace draws them, one file for each TCP flow: sequence
// offsets of the data over the sender's time (each connection from 0). A segment is a line from its
// first to one past its last byte between a down and an up arrow, white when new, red when sent
// before; acknowledgements as they reach the sender are the green line; a drop is an orange line
// with ticks at the instant it happened; a mark a magenta tick. Times are since the epoch.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <unordered_map>

#include "controller/export/export.h"
#include "controller/results/flow_meter.h"

namespace seawind {
namespace {

class Graph {
 public:
  Graph(const std::filesystem::path& path, const ExportItem& item, const FlowSpec& flow)
      : file_(path), meter_(make_flow_meter(flow)) {
    file_.write(fmt::format("timeval signed\ntitle\n{} {} repetition {}\nxlabel\ntime\nylabel\n"
                            "sequence offset\n",
                            flow.name, item.case_name, item.number));
  }
  void begin(std::int64_t epoch_ns) { epoch_ = epoch_ns; }

  bool arrival(const EventRecord& e, const IpPacket& ip) {
    if (!ip.tcp || !meter_->owns(ip)) return false;
    const bool data = meter_->is_data(e.direction);
    const auto port = ip.source_port == meter_->spec().sink_port ? ip.destination_port
                                                                 : ip.source_port;
    Connection& c = connections_[port];
    const TcpSegment& s = *ip.tcp;
    if (data && s.syn && (!c.known || c.initial != s.sequence)) c = {true, s.sequence, 0, -1, 0};
    Packet packet{data, port, 0, 0, s.ack};
    if (data) {
      packet.begin = offset(c, s.sequence);
      packet.end = packet.begin + s.payload + s.syn + s.fin;
      if (packet.end > packet.begin && c.known) {
        const bool again = packet.begin < c.highest;
        const auto t = stamp(e.time_ns);
        colour(again ? "red" : "white");
        file_.write(fmt::format("line {0} {1} {0} {2}\ndarrow {0} {1}\nuarrow {0} {2}\n", t,
                                packet.begin, packet.end));
        c.highest = std::max(c.highest, packet.end);
      }
    } else {
      packet.begin = offset(c, s.acknowledgement);
    }
    in_link_[e.packet] = packet;
    return true;
  }
  void delivered(const EventRecord& e) {
    const auto it = in_link_.find(e.packet);
    if (it == in_link_.end()) return;
    const Packet p = it->second;
    in_link_.erase(it);
    if (p.data || !p.ack) return;
    Connection& c = connections_[p.port];
    if (!c.known || p.begin < c.acknowledged || p.begin > c.highest) return;
    const auto t = stamp(e.time_ns);
    colour("green");
    if (p.begin == c.acknowledged) {
      file_.write(fmt::format("dtick {} {}\n", t, p.begin));  // a duplicate
    } else {
      if (c.acknowledged >= 0)
        file_.write(fmt::format("line {0} {1} {2} {1}\nline {2} {1} {2} {3}\n",
                                stamp(c.acknowledged_ns), c.acknowledged, t, p.begin));
      c.acknowledged = p.begin;
      c.acknowledged_ns = e.time_ns;
    }
  }
  void dropped(const EventRecord& e) {
    const auto it = in_link_.find(e.packet);
    if (it == in_link_.end()) return;
    if (it->second.data && it->second.end > it->second.begin) {
      colour("orange");
      file_.write(fmt::format("line {0} {1} {0} {2}\ndtick {0} {1}\ndtick {0} {2}\n",
                              stamp(e.time_ns), it->second.begin, it->second.end));
    }
    in_link_.erase(it);
  }
  void marked(const EventRecord& e) {
    const auto it = in_link_.find(e.packet);
    if (it == in_link_.end() || !it->second.data) return;
    colour("magenta");
    file_.write(fmt::format("dtick {} {}\n", stamp(e.time_ns), it->second.begin));
  }
  std::filesystem::path finish() {
    file_.write("go\n");
    file_.close();
    return file_.path();
  }

 private:
  struct Connection {
    bool known = false;
    std::uint32_t initial = 0;
    std::int64_t highest = 0;
    std::int64_t acknowledged = -1;
    std::int64_t acknowledged_ns = 0;
  };
  struct Packet {
    bool data;
    std::uint16_t port;
    std::int64_t begin;
    std::int64_t end;
    bool ack;
  };
  static std::int64_t offset(const Connection& c, std::uint32_t number) {
    const std::uint32_t wrapped = number - c.initial;
    return c.highest + static_cast<std::int32_t>(wrapped - static_cast<std::uint32_t>(c.highest));
  }
  std::string stamp(std::int64_t time_ns) const {
    const std::int64_t us = (epoch_ + time_ns) / 1000;
    return fmt::format("{}.{:06}", us / 1'000'000, us % 1'000'000);
  }
  void colour(const char* name) {
    if (colour_ == name) return;
    colour_ = name;
    file_.write(fmt::format("{}\n", name));
  }

  OutputFile file_;
  std::unique_ptr<FlowMeter> meter_;
  std::int64_t epoch_ = 0;
  std::string colour_;
  std::map<std::uint16_t, Connection> connections_;
  std::unordered_map<std::uint64_t, Packet> in_link_;
};

}  // namespace

std::vector<std::filesystem::path> export_xplot(const ExportItem& item,
                                                const std::filesystem::path& folder,
                                                const ExportProgress& progress) {
  std::vector<std::unique_ptr<Graph>> graphs;
  for (const auto& flow : item.flows)
    if (flow.kind != FlowKind::kStream && flow.kind != FlowKind::kRoundTrips)
      graphs.push_back(std::make_unique<Graph>(
          folder / fmt::format("{}-{}.xpl", item.file_stem(), flow.name), item, flow));
  walk_log(
      item.event_log, progress,
      [&](const LogHeader& header) {
        for (auto& graph : graphs) graph->begin(header.start_realtime_ns);
      },
      [&](const EventRecord& e, std::span<const std::uint8_t> snap) {
        if (e.kind == EventKind::kArrival) {
          const auto ip = parse_ip(snap);
          if (!ip) return;
          for (auto& graph : graphs)
            if (graph->arrival(e, *ip)) return;
          return;
        }
        for (auto& graph : graphs) {
          if (e.kind == EventKind::kDelivered) graph->delivered(e);
          if (e.kind == EventKind::kDrop) graph->dropped(e);
          if (e.kind == EventKind::kMark) graph->marked(e);
        }
      });
  std::vector<std::filesystem::path> out;
  for (auto& graph : graphs) out.push_back(graph->finish());
  return out;
}

}  // namespace seawind
