// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/check_generators.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/dscp.h"

namespace seawind {
namespace {

using Workloads = Document<Workload>;

void check_law(const Workloads& workload, const Distribution& law, const std::string& path,
               Diagnostics& problems) {
  if (law.kind_case() == Distribution::KIND_NOT_SET || law.has_fixed() || law.has_uniform() ||
      law.has_exponential()) {
    return;
  }
  problems.add(workload.at(path), "a workload takes a fixed value, `uniform` or `exponential`");
}

void check_stream(const Workloads& workload, const Stream& stream, const std::string& path,
                  Diagnostics& problems) {
  check_law(workload, stream.packet_size(), path + ".packet_size", problems);
  check_law(workload, stream.interval(), path + ".interval", problems);
  check_law(workload, stream.on(), path + ".on", problems);
  check_law(workload, stream.idle(), path + ".idle", problems);
  if (stream.has_packets() && stream.has_on()) {
    problems.add(workload.at(path + ".on"), "`packets` and `on` exclude each other",
                 "write `packets: off` for bursts by time");
  }
  if (!stream.has_packets() && !stream.has_on()) {
    problems.add(workload.at(path + ".packets"),
                 "the end of a burst is undefined: give `packets` or `on`");
  }
  if (stream.bursts() > 1 && !stream.has_idle()) {
    problems.add(workload.at(path + ".bursts"), "more than one burst needs `idle` between them");
  }
  constexpr std::int64_t kMaxPackets = 100'000'000;  // the receiver stores each
  if (stream.has_packets() &&
      stream.packets() > kMaxPackets / std::max<std::int64_t>(1, stream.bursts())) {
    problems.add(workload.at(path + ".packets"),
                 fmt::format("{} bursts of {} packets; a stream has at most {}", stream.bursts(),
                             stream.packets(), kMaxPackets));
  }
  if (stream.has_lifetime() && stream.lifetime() % 1'000'000 != 0) {
    problems.add(workload.at(path + ".lifetime"), "`lifetime` is a multiple of 1ms in the packets");
  }
}

}  // namespace

void check_generator(const Workloads& workload, const Flow& flow, const std::string& flow_path,
                     Diagnostics& problems) {
  if (flow.has_dscp() && !dscp_of(flow.dscp())) {
    problems.add(workload.at(flow_path + ".dscp"),
                 fmt::format("`{}` is not {}", flow.dscp(), kDscpForms));
  }
  if (flow.has_dscp() && flow.has_command()) {
    problems.add(workload.at(flow_path + ".dscp"), "an external program marks its own packets",
                 "leave `dscp` out and set the code point in the program");
  }
  if (flow.has_stream()) check_stream(workload, flow.stream(), flow_path + ".stream", problems);
  if (flow.has_aborted_download() && !flow.aborted_download().has_after_bytes() &&
      !flow.aborted_download().has_after_time()) {
    problems.add(workload.at(flow_path + ".aborted_download"),
                 "the instant of the reset is undefined: give `after_bytes` or `after_time`");
  }
  if (flow.has_request_response() && flow.request_response().protocol() == RequestResponse::UDP) {
    constexpr std::int64_t kMax = 65'000;
    for (const auto& [key, size] :
         {std::pair("request_size", flow.request_response().request_size()),
          std::pair("response_size", flow.request_response().response_size())}) {
      if (size > kMax) {
        problems.add(workload.at(fmt::format("{}.request_response.{}", flow_path, key)),
                     "a UDP datagram has at most 65000B");
      }
    }
  }
  if (flow.has_command()) {
    const bool sink = flow.command().starts() == Command::SINK;
    if (sink ? !flow.command().has_sink() : !flow.command().has_source()) {
      problems.add(workload.at(flow_path + ".command"),
                   fmt::format("`{}` starts, but has no program", sink ? "sink" : "source"));
    }
  }
}

}  // namespace seawind
