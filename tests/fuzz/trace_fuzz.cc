// SPDX-License-Identifier: GPL-3.0-or-later
// Delivery traces, netem distributions, and rates as CSV. The first byte selects the format.
// Accepted values ascend and are within their bounds; every problem names a line of the text.
#include "common/traces/delivery_trace.h"
#include "common/traces/netem_dist.h"
#include "common/traces/rate_csv.h"
#include "tests/fuzz/fuzz.h"

namespace seawind {
namespace {

using fuzz::hold;

template <typename T>
void hold_problems(const TraceResult<T>& result, std::string_view text) {
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  hold(result.problems.size() <= kMaxProblems, "problems are bounded");
  for (const TraceProblem& problem : result.problems) {
    hold(problem.line >= 0 && problem.line <= lines && !problem.message.empty(),
         "a problem stands in a line of the trace", problem.message);
    hold(std::all_of(problem.message.begin(), problem.message.end(),
                     [](char c) { return c >= ' ' && c <= '~'; }),
         "a message is printable ASCII", problem.message);
  }
}

void delivery(std::string_view text) {
  const auto result = parse_delivery_trace(text);
  hold_problems(result, text);
  if (!result.ok()) return;
  hold(!result.value.empty() && result.value.back() > 0 && result.value.front() >= 0 &&
           result.value.back() <= kLastDeliveryMs &&
           std::is_sorted(result.value.begin(), result.value.end()),
       "opportunities ascend, the last one above 0");
}

void netem(std::string_view text) {
  const auto result = parse_netem_dist(text);
  hold_problems(result, text);
  hold(!result.ok() || (!result.value.empty() && result.value.size() <= kMaxNetemEntries),
       "a distribution has 1 to 16384 entries");
}

void rates(fuzz::Input in) {
  static constexpr const char* kTime[] = {"s", "ms", "us", "ns", "h"};
  static constexpr const char* kRate[] = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "B/s", "MB/s"};
  RateCsvFormat format{.time_unit = kTime[in.byte() % std::size(kTime)],
                       .rate_unit = kRate[in.byte() % std::size(kRate)]};
  if (in.byte() % 2 != 0) format.time = "time", format.rate = "rate";
  const std::string text = in.text();
  const auto result = parse_rate_csv(text, format);
  hold_problems(result, text);
  if (!result.ok()) return;
  hold(!result.value.empty() && result.value.front().at == Duration(), "the first step is at 0");
  for (std::size_t i = 0; i < result.value.size(); ++i) {
    const RateStep& step = result.value[i];
    hold(step.rate >= 0 && static_cast<double>(step.rate) <= kHighestTraceRate, "a rate in bounds");
    hold(i == 0 || step.at > result.value[i - 1].at, "steps must be in ascending order");
    hold(static_cast<double>(step.at.ns()) <= kLongestTrace, "a time in bounds");
  }
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  fuzz::Input in(data, size);
  switch (in.byte() % 3) {
    case 0:
      delivery(in.text());
      break;
    case 1:
      netem(in.text());
      break;
    default:
      rates(in);
  }
  return 0;
}
