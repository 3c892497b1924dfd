// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live_report.h"

#include <cmath>
#include <filesystem>

#include "controller/campaign/runner.h"
#include "controller/store/layout.h"

namespace seawind {
namespace {

std::int64_t to_ns(double seconds) {
  return std::llround(seconds * 1e9);
}

}  // namespace

LiveState live_state(const Plan& plan, const LiveRun& run, const std::string& relay,
                     const CampaignProgress& progress, std::int64_t now_unix_ns) {
  LiveState live{.pid = run.pid,
                 .state = progress.state,
                 .waiting = progress.waiting,
                 .machine = progress.machine,
                 .started_unix_ns = run.started_unix_ns,
                 .updated_unix_ns = now_unix_ns,
                 .allowed = progress.allowed,
                 .pending = progress.pending,
                 .done = run.done_before + progress.done,
                 .failed = run.failed_before + progress.failed,
                 .elapsed_s = progress.elapsed_s,
                 .remaining_s = progress.remaining_s,
                 .lateness_p999_ns = progress.lateness_p999,
                 .relay = relay,
                 .slots = {}};
  for (const SlotProgress& slot : progress.slots) {
    const std::int64_t since = slot.since_unix_ns;
    live.slots.push_back(
        {.slot = slot.slot,
         .case_index = slot.job.case_index,
         .case_name = plan.cases(slot.job.case_index).id(),
         .repetition = slot.job.number,
         .attempt = slot.job.attempt,
         .phase = slot.phase,
         .since_unix_ns = since,
         .expected_end_unix_ns = slot.expected_s < 0 ? 0 : since + to_ns(slot.expected_s),
         .link = slot.link,
         .directory = (std::filesystem::path(kWorkFolder) / work_name(plan, slot.job)).string()});
  }
  return live;
}

}  // namespace seawind
