// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/measure.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/units.h"
#include "controller/campaign/storage_problem.h"
#include "controller/campaign/verdict.h"
#include "controller/measure/response_times.h"
#include "controller/measure/tfrc_meter.h"
#include "controller/store/layout.h"
#include "controller/testbed/machine_pauses.h"
#include "controller/testset/generator_name.h"
#include "emulator/api/link_rules.h"

namespace seawind {

namespace {

/// The buckets in use.
std::vector<std::pair<std::uint32_t, std::uint32_t>> buckets_of(
    const google::protobuf::RepeatedField<std::uint64_t>& histogram) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> buckets;
  constexpr std::uint64_t kCeiling = std::numeric_limits<std::uint32_t>::max();
  for (int i = 0; i < histogram.size(); ++i)
    if (histogram[i] > 0)
      buckets.emplace_back(i, static_cast<std::uint32_t>(std::min(histogram[i], kCeiling)));
  return buckets;
}

}  // namespace

FidelityInfo fidelity_of(const LinkReport& report, const std::vector<GeneratorResult>& results) {
  const Fidelity& f = report.fidelity();
  FidelityInfo info{.releases = f.releases(),
                    .lateness_p50 = f.lateness_p50_ns(),
                    .lateness_p99 = f.lateness_p99_ns(),
                    .lateness_p999 = f.lateness_p999_ns(),
                    .lateness_max = f.lateness_max_ns(),
                    .histogram = buckets_of(f.histogram()),
                    .capture_drops = f.capture_drops(),
                    .interface_changes = f.interface_changes(),
                    .interface_drops = f.interface_drops(),
                    .changed_by_hand = report.changes() > 0,
                    .inject_failures = f.inject_failures(),
                    .log_overruns = f.log_overruns(),
                    .clamped_stamps = f.clamped_stamps(),
                    .stalls = f.stalls(),
                    .realtime = f.realtime(),
                    .late_machine = f.late_machine(),
                    .late_relay = f.late_relay(),
                    .lateness_max_relay = f.lateness_max_relay_ns(),
                    .machine_histogram = buckets_of(f.machine_histogram())};
  if (f.has_pauses()) info.pauses = pauses_of(f.pauses());
  // The hypervisor's share is of all processors, also of those that this process may not use.
  const double processors = static_cast<double>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  // The kernel counts it in ticks, one of which may belong to the time before the link.
  const std::int64_t tick = 1'000'000'000 / sysconf(_SC_CLK_TCK);
  if (report.link_time_ns() > 0)
    info.cpu_steal = static_cast<double>(std::max<std::int64_t>(f.cpu_steal_ns() - tick, 0)) /
                     (static_cast<double>(report.link_time_ns()) * processors);
  for (const auto& result : results) {
    info.start_error_max = std::max(info.start_error_max, result.start_late_ns());
    info.pacing_error_max = std::max(info.pacing_error_max, result.pacing().p999_ns());
  }
  return info;
}

bool judge_link(const LinkReport& report, const TestSet& test_set, const Case& test_case,
                AttemptRecord& record) {
  const FidelityVerdict fidelity = judge(*record.fidelity, test_set, test_case);
  if (!fidelity.reason.empty()) {
    record.verdict = Verdict::kInvalid;
    record.cause = fidelity.only_machine ? Cause::kMachine : Cause::kLimit;
    record.reason = fidelity.reason;
  }
  if (!report.log_error().empty()) {
    record.verdict = Verdict::kFailed;
    record.cause = cause_of(report.log_error_number());
    record.reason = "event log: " + report.log_error();
  }
  return fidelity.overloaded;
}

void judge_changes(int changes, const Limits& limits, AttemptRecord& record) {
  if (changes <= limits.manual_changes()) return;
  if (record.verdict == Verdict::kValid) record.verdict = Verdict::kInvalid;
  record.cause = Cause::kByHand;
  record.reason =
      fmt::format("changed by hand: {} change{} of the running link{}{}", changes,
                  changes == 1 ? "" : "s", record.reason.empty() ? "" : "; ", record.reason);
}

int entries_after(const TestSet& test_set, std::int64_t link_time) {
  return static_cast<int>(std::ranges::count_if(
      test_set.timeline(),
      [&](const TimelineEntry& entry) { return test_set.settle() + entry.at() >= link_time; }));
}

void write_link_report(const Directory& directory, const LinkReport& report) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  std::string text;
  (void)google::protobuf::util::MessageToJsonString(report, &text, options);
  directory.write_new("link.json", text + "\n");
}

namespace {

/// Payload bytes of the flow, if known before it runs; otherwise 0.
std::int64_t size_of(const Flow& flow) {
  if (flow.has_bulk_tcp()) return flow.bulk_tcp().size();
  if (flow.has_http())
    return flow.http().body_size() + flow.http().objects() * flow.http().object_size();
  if (flow.has_stream() && flow.stream().has_packets() && flow.stream().packet_size().has_fixed())
    return flow.stream().bursts() * flow.stream().packets() *
           static_cast<std::int64_t>(flow.stream().packet_size().fixed());
  if (flow.has_request_response())
    return flow.request_response().count() * flow.request_response().response_size();
  return 0;
}

/// bit/s, or kLoggedRate; 0: the rates of channel states have no mean that is known beforehand.
std::int64_t mean_rate(const LinkDirection& direction) {
  if (std::ranges::any_of(direction.states(), [](const auto& state) {
        return state.second.has_rate_base() || state.second.has_user_max_rate();
      }))
    return 0;
  if (direction.has_rate_schedule()) return kLoggedRate;
  return std::llround(nominal_rate(direction));
}

/// As for compute_metrics(). 0: the downlink has no mean, or a timed change gives it another one.
std::int64_t nominal_downlink_rate(const Case& test_case) {
  const std::int64_t rate = mean_rate(test_case.link().downlink());
  for (const TimedChangeSpec& change : test_case.changes())
    if (mean_rate(change.hop().link().downlink()) != rate) return 0;
  return rate;
}

/// Calls `read` with a path to the open file. Errors name the file by its usual name.
template <typename Read>
auto read_beneath(const Directory& attempt, const std::string& name, Read read) {
  const Fd file = attempt.read(name);
  const std::string path = by_descriptor(file);
  try {
    return read(path);
  } catch (const Error& error) {
    std::string what = error.what();
    if (const auto at = what.find(path); at != std::string::npos)
      what.replace(at, path.size(), attempt.path_of(name));
    throw Error(what);
  }
}

}  // namespace

std::string generator_log_name(const std::string& flow, const std::string& role) {
  return flow + "-" + role + ".jsonl";
}

std::vector<FlowInfo> flows_of(const Case& test_case, const RepetitionPlan& repetition,
                               int first_port) {
  std::vector<FlowInfo> flows;
  for (const Flow& flow : test_case.workload().flows()) {
    const auto index = flows.size();
    flows.push_back({.name = flow.name(),
                     .competitor = flow.role() == Flow::COMPETITOR,
                     .downlink = flow.direction() == Flow::DOWN,
                     .generator = generator_name(flow),
                     .sink_port = first_port + static_cast<int>(index),
                     .size = size_of(flow),
                     .start = repetition.starts.at(index).at.ns()});
  }
  return flows;
}

std::vector<FlowSpec> flow_specs(const Case& test_case, const std::vector<FlowInfo>& flows) {
  std::vector<FlowSpec> specs;
  for (const auto& flow : flows) {
    const Flow& wanted = test_case.workload().flows(static_cast<int>(specs.size()));
    const Stream& stream = wanted.stream();
    // A lifetime of 0 means that the flow's data never becomes stale.
    specs.push_back({.name = flow.name,
                     .competitor = flow.competitor,
                     .downlink = flow.downlink,
                     .sink_port = static_cast<std::uint16_t>(flow.sink_port),
                     .size = flow.size,
                     .kind = flow_kind(flow.generator),
                     .program = wanted.has_command(),
                     .burst_packets = stream.has_packets() ? stream.packets() : 0,
                     .lifetime = wanted.has_tfrc() ? wanted.tfrc().lifetime() : stream.lifetime()});
  }
  return specs;
}

std::vector<MetricValue> metrics_of(const Case& test_case, const std::vector<FlowInfo>& flows,
                                    const Directory& attempt) {
  return read_beneath(attempt, kEventLogFile, [&](const std::filesystem::path& log) {
    return compute_metrics(log, flow_specs(test_case, flows), nominal_downlink_rate(test_case));
  });
}

std::vector<MetricValue> log_metrics_of(const Case& test_case, const Directory& attempt) {
  std::vector<MetricValue> values;
  for (const Flow& flow : test_case.workload().flows()) {
    if (flow.has_request_response())
      read_beneath(attempt, generator_log_name(flow.name(), "sink"),
                   [&](const std::filesystem::path& log) {
                     report_response_times(flow.name(), log, values);
                   });
    if (!flow.has_tfrc()) continue;
    TfrcMeter meter;
    read_beneath(attempt, generator_log_name(flow.name(), "source"),
                 [&](const std::filesystem::path& log) { read_tfrc_log(log, meter); });
    meter.report(flow.name(), flow.tfrc().packet_size(), values);
  }
  return values;
}

std::vector<MetricValue> pacing_of(const std::vector<GeneratorResult>& results) {
  std::vector<MetricValue> values;
  for (const auto& result : results) {
    if (!result.has_pacing() || result.pacing().packets() == 0) continue;
    const auto add = [&](const char* name, std::int64_t ns) {
      values.push_back({result.flow(), name, "s", static_cast<double>(ns) / 1e9});
    };
    add("pacing_error_p50", result.pacing().p50_ns());
    add("pacing_error_p99", result.pacing().p99_ns());
    add("pacing_error_p999", result.pacing().p999_ns());
    add("pacing_error_max", result.pacing().max_ns());
  }
  return values;
}

std::string failure_of(const Workload& workload, const std::vector<GeneratorResult>& results,
                       std::int64_t timeout) {
  const auto name = [](const GeneratorResult& result) {
    return result.end() == PrepareRequest::SINK ? "sink" : "source";
  };
  // A program's failure causes others, so it comes first. An end that still runs has reached the
  // time-out only if none has failed.
  const auto failed = [](const GeneratorResult& result) { return result.ended() && !result.ok(); };
  auto worst = std::find_if(results.begin(), results.end(), [&](const GeneratorResult& result) {
    return failed(result) && result.program_failed();
  });
  if (worst == results.end()) worst = std::find_if(results.begin(), results.end(), failed);
  if (worst != results.end())
    return fmt::format("flow {}: {}: {}", worst->flow(), name(*worst), worst->error());
  for (const auto& result : results) {
    if (!result.ended())
      return fmt::format("flow {}: {} was still running after {}", result.flow(), name(result),
                         format_quantity(static_cast<double>(timeout), DURATION));
  }
  for (const Flow& flow : workload.flows()) {
    for (const auto end : {PrepareRequest::SOURCE, PrepareRequest::SINK}) {
      const auto is_it = [&](const GeneratorResult& result) {
        return result.flow() == flow.name() && result.end() == end;
      };
      if (std::none_of(results.begin(), results.end(), is_it))
        return fmt::format("flow {}: {} no longer exists: another client has reset the agent",
                           flow.name(), end == PrepareRequest::SINK ? "sink" : "source");
    }
  }
  return {};
}

}  // namespace seawind
