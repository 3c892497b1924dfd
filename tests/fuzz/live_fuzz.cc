// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between running programs: live.json, orders and states of tasks, control, reports of a
// link, lines of the agent and its generators, logs of generators. An accepted message is written
// and read back unchanged.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "controller/campaign/link_counters.h"
#include "controller/campaign/live.h"
#include "controller/cluster/slurm.h"
#include "controller/cluster/task_files.h"
#include "controller/measure/tfrc_meter.h"
#include "emulator/api/emulator.pb.h"
#include "tests/fuzz/fuzz.h"
#include "workloads/outcome.h"

namespace seawind {
namespace {

using fuzz::hold;

void generator_line(const std::string& line) {
  try {
    const GeneratorMessage message = parse_generator_line(line);
    if (!message.outcome) return;
    const auto again = parse_generator_line(outcome_line(*message.outcome)).outcome;
    hold(again && again->bytes == message.outcome->bytes && again->ok == message.outcome->ok &&
             again->start_late_ns == message.outcome->start_late_ns &&
             again->pacing == message.outcome->pacing,
         "an outcome is the same after a round trip");
  } catch (const Error&) {
  }
}

void agent_line(const std::string& line) {
  const auto message = parse_agent_line(line);
  if (!message) return;
  hold(message->start.has_value() + message->notify.has_value() + message->finish == 1,
       "a line to a generator says one thing");
  if (message->start) {
    hold(parse_agent_line(start_line(*message->start))->start == message->start, "a start");
  }
  if (message->notify) {
    hold(parse_agent_line(notify_line(*message->notify))->notify == message->notify, "a word");
  }
}

/// The report of any daemon becomes one line of JSON with unchanged numbers.
void watch_output(const std::string& text) {
  LinkReport report;
  if (!google::protobuf::util::JsonStringToMessage(text, &report).ok()) return;
  const std::string line = watch_line(report, 0);
  hold(line.find('\n') == std::string::npos, "a report is one line", line);
  const auto read = nlohmann::json::parse(line);
  const auto& downlink = read["downlink"];
  hold(read["link_time_ns"] == report.link_time_ns() &&
           downlink["received_bytes"] == report.downlink().received_bytes() &&
           downlink["dropped_packets"] == dropped_packets(report.downlink()) &&
           downlink["state"] == report.downlink().state(),
       "a line has the report's values", line);
  rates_between(report.downlink(), report.uplink(), report.link_time_ns());
}

void task_file(const std::string& text) {
  constexpr int kCases = 3;
  constexpr int kRepetitions = 100;
  try {
    for (const Job& job : cluster::order_from(text, "order", kCases, kRepetitions).jobs)
      hold(job.case_index >= 0 && job.case_index < kCases && job.number >= 0 &&
               job.number < kRepetitions,
           "a job is one of the plan");
  } catch (const Error&) {
  }
  cluster::state_from_json(text);
  for (const auto& task : cluster::parse_queue(text)) hold(task.task >= 1, "a task's number");
  if (const auto id = cluster::task_id(text))
    hold(fmt::format("{}/{}", id->submission, id->task) == text, "a task");
}

void tfrc_log(std::span<const std::uint8_t> bytes) {
  static fuzz::MemoryFile log;
  log.fill(bytes);
  TfrcMeter meter;
  try {
    read_tfrc_log(log.path(), meter);
  } catch (const Error&) {
  }
  std::vector<MetricValue> values;
  meter.report("f", 1000, values);
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  if (size == 0) return 0;
  const std::string text = fuzz::text_of(data + 1, size - 1);
  switch (data[0] % 7) {
    case 0:
      if (const auto state = live_from_json(text)) {
        hold(live_from_json(live_to_json(*state)) == *state, "a live state after a round trip");
      }
      break;
    case 1:
      watch_output(text);
      break;
    case 2:
      generator_line(text);
      break;
    case 3:
      agent_line(text);
      break;
    case 4:
      tfrc_log({data + 1, size - 1});
      break;
    case 5:
      task_file(text);
      break;
    default:
      if (const auto request = control_request(text))
        hold(to_string(*request) == text, "a request");
  }
  return 0;
}
