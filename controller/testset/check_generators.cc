// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/check_generators.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/diagnostics.h"
#include "common/dscp.h"
#include "workloads/api/placeholders.h"

namespace seawind {
namespace {

using Workloads = Document<Workload>;

void check_distribution(const Workloads& workload, const Distribution& distribution,
                        const std::string& path, Diagnostics& problems) {
  if (distribution.kind_case() == Distribution::KIND_NOT_SET || distribution.has_fixed() ||
      distribution.has_uniform() || distribution.has_exponential()) {
    return;
  }
  problems.add(workload.at(path), "a workload takes a fixed value, `uniform` or `exponential`");
}

void check_stream(const Workloads& workload, const Stream& stream, const std::string& path,
                  Diagnostics& problems) {
  check_distribution(workload, stream.packet_size(), path + ".packet_size", problems);
  check_distribution(workload, stream.interval(), path + ".interval", problems);
  check_distribution(workload, stream.on(), path + ".on", problems);
  check_distribution(workload, stream.idle(), path + ".idle", problems);
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

/// A word in braces that resembles a placeholder. Other braces are the program's own, as in
/// `curl -w %{http_code}`.
void check_placeholders(const Location& at, const std::string& text, Diagnostics& problems) {
  static const std::vector<std::string> kKnown(kPlaceholders.begin(), kPlaceholders.end());
  for (std::size_t open = text.find('{'); open != std::string::npos;
       open = text.find('{', open + 1)) {
    const std::size_t end = text.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
        "UVWXYZ_",
        open + 1);
    if (end == std::string::npos || text[end] != '}') continue;
    if (open > 0 && (text[open - 1] == '%' || text[open - 1] == '$')) continue;
    const std::string word = text.substr(open + 1, end - open - 1);
    const std::string_view meant = nearest(word, kKnown);
    if (meant.empty() || meant == word) continue;
    problems.add(at, fmt::format("unknown placeholder `{{{}}}`", word),
                 fmt::format("did you mean `{{{}}}`?", meant));
  }
}

void check_program(const Workloads& workload, const Program& program, const std::string& path,
                   Diagnostics& problems) {
  for (int i = 0; i < program.argv_size(); ++i)
    check_placeholders(workload.at(fmt::format("{}.argv[{}]", path, i)), program.argv(i), problems);
  std::vector<std::string> names;
  for (const auto& [name, value] : program.env()) names.push_back(name);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names)
    check_placeholders(workload.at(path + ".env." + name), program.env().at(name), problems);
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
    check_program(workload, flow.command().source(), flow_path + ".command.source", problems);
    check_program(workload, flow.command().sink(), flow_path + ".command.sink", problems);
    const bool sink = flow.command().starts() == Command::SINK;
    if (sink ? !flow.command().has_sink() : !flow.command().has_source()) {
      problems.add(workload.at(flow_path + ".command"),
                   fmt::format("`{}` starts, but has no program", sink ? "sink" : "source"));
    }
  }
}

}  // namespace seawind
