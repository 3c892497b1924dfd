// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/traffic.h"

#include <algorithm>
#include <cmath>

#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

constexpr double kTcpHeaders = 40;
constexpr double kUdpHeaders = 28;
constexpr double kIcmpHeaders = 28;
// A connection on a shared link takes the handshake, and an equal time until the link is full.
constexpr double kRoundTripsOfAConnection = 2;

double mean_seconds(const Distribution& value) {
  return expected_value(value) / 1e9;
}

/// Adds payload that is sent over `connections` consecutive TCP connections.
void add_tcp(Fluid& fluid, double payload, double connections, double round_trip, double mtu) {
  const double segments = std::ceil(payload / (mtu - kTcpHeaders));
  fluid.packets += segments;
  fluid.bytes += payload + segments * kTcpHeaders;
  fluid.extra_seconds += connections * kRoundTripsOfAConnection * round_trip;
}

void add_stream(Fluid& fluid, const Stream& stream) {
  const double interval = mean_seconds(stream.interval());
  const double each = stream.has_packets() ? static_cast<double>(stream.packets())
                      : interval > 0
                          ? std::max(1.0, std::floor(mean_seconds(stream.on()) / interval))
                          : 1.0;
  const double burst = each * interval;
  const auto bursts = static_cast<double>(stream.bursts());
  const double size = expected_value(stream.packet_size()) + kUdpHeaders;
  fluid.lasts = bursts * burst + (bursts - 1) * mean_seconds(stream.idle());
  fluid.packets = bursts * each;
  fluid.rate = fluid.lasts > 0 ? 8 * size * fluid.packets / fluid.lasts : 0;
  fluid.drain_seconds = in_seconds(stream.drain());
  fluid.lines = 2 * fluid.packets;
}

void add_request_response(Fluid& fluid, const RequestResponse& spec, double round_trip,
                          double mtu) {
  const auto count = static_cast<double>(spec.count());
  const double segments =
      std::ceil(static_cast<double>(spec.response_size()) / (mtu - kTcpHeaders));
  fluid.packets = count * segments;
  fluid.bytes = count * (static_cast<double>(spec.response_size()) + segments * kTcpHeaders);
  fluid.extra_seconds = count * (round_trip + in_seconds(spec.think()));
  fluid.lines = 2 * count;
}

void add_aborted(Fluid& fluid, const AbortedDownload& spec, double round_trip, double mtu) {
  double size = static_cast<double>(spec.size());
  if (spec.has_after_bytes()) size = std::min(size, static_cast<double>(spec.after_bytes()));
  if (spec.has_after_time() && !spec.has_after_bytes()) {
    fluid.lasts = in_seconds(spec.after_time());
    fluid.greedy_packet_bytes = mtu;
    return;
  }
  add_tcp(fluid, size, 1, round_trip, mtu);
}

}  // namespace

Fluid fluid_of(const Flow& flow, double start, double round_trip, double mtu) {
  Fluid fluid;
  fluid.downlink = flow.direction() == Flow::DOWN;
  fluid.start = start;
  switch (flow.generator_case()) {
    case Flow::kBulkTcp:
      if (flow.bulk_tcp().has_duration()) {
        fluid.lasts = in_seconds(flow.bulk_tcp().duration());
        fluid.greedy_packet_bytes = mtu;
        fluid.extra_seconds = round_trip;  // the last data, and their acknowledgement
      } else {
        add_tcp(fluid, static_cast<double>(flow.bulk_tcp().size()), 1, round_trip, mtu);
      }
      fluid.sampled = in_seconds(flow.bulk_tcp().tcp_info_interval());
      break;
    case Flow::kHttp: {
      const Http& page = flow.http();
      const auto objects = static_cast<double>(page.objects());
      const double turns = std::ceil(objects / static_cast<double>(page.connections()));
      add_tcp(
          fluid,
          static_cast<double>(page.body_size()) + objects * static_cast<double>(page.object_size()),
          1 + turns, round_trip, mtu);
      fluid.lines = 10 * (1 + objects);
      break;
    }
    case Flow::kStream:
      add_stream(fluid, flow.stream());
      break;
    case Flow::kTfrc:
      fluid.lasts = in_seconds(flow.tfrc().duration());
      fluid.greedy_packet_bytes = static_cast<double>(flow.tfrc().packet_size()) + kUdpHeaders;
      fluid.drain_seconds = in_seconds(flow.tfrc().drain());
      break;
    case Flow::kPing: {
      const Ping& ping = flow.ping();
      fluid.packets = static_cast<double>(ping.count());
      fluid.lasts = (fluid.packets - 1) * in_seconds(ping.interval()) + round_trip;
      fluid.rate =
          8 * (static_cast<double>(ping.payload()) + kIcmpHeaders) / in_seconds(ping.interval());
      fluid.lines = 2 * fluid.packets;
      break;
    }
    case Flow::kRequestResponse:
      add_request_response(fluid, flow.request_response(), round_trip, mtu);
      break;
    case Flow::kAbortedDownload:
      add_aborted(fluid, flow.aborted_download(), round_trip, mtu);
      break;
    case Flow::kCommand:
      fluid.lasts = in_seconds(flow.command().duration());
      fluid.greedy_packet_bytes = mtu;
      break;
    case Flow::GENERATOR_NOT_SET:
      break;
  }
  return fluid;
}

}  // namespace seawind
