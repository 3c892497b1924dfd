// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/repetitions.h"

#include "controller/store/open_store.h"

namespace seawind {
std::vector<RepetitionOverview> list_repetitions(const std::filesystem::path& campaign) {
  const auto db = open_store(campaign);
  auto q = db->prepare(
      "SELECT r.case_id, r.number, r.seed, r.state,"
      " (SELECT count(*) FROM attempt x WHERE x.case_id = r.case_id AND x.number = r.number),"
      " a.verdict, a.reason, a.directory, a.started_unix_ns, a.ended_unix_ns,"
      " f.lateness_p999_ns, f.lateness_max_ns, f.realtime"
      " FROM repetition r LEFT JOIN attempt a ON a.id = coalesce(r.attempt_id,"
      " (SELECT max(x.id) FROM attempt x WHERE x.case_id = r.case_id AND x.number = r.number))"
      " LEFT JOIN fidelity f ON f.attempt_id = a.id ORDER BY r.case_id, r.number");
  std::vector<RepetitionOverview> out;
  while (q.step()) {
    RepetitionOverview r;
    r.case_id = static_cast<int>(q.integer(0));
    r.number = static_cast<int>(q.integer(1));
    r.seed = static_cast<std::uint64_t>(q.integer(2));
    r.state = state_from(q.text_view(3));
    r.attempts = static_cast<int>(q.integer(4));
    if (!q.is_null(5)) {
      r.verdict = verdict_from(q.text_view(5));
      r.reason = q.text(6);
      r.directory = q.text(7);
      r.started_unix_ns = q.integer(8);
      r.ended_unix_ns = q.integer(9);
    }
    if (!q.is_null(10)) {
      r.lateness_p999_ns = q.integer(10);
      r.lateness_max_ns = q.integer(11);
      r.realtime = q.integer(12) != 0;
    }
    out.push_back(std::move(r));
  }
  return out;
}

std::vector<AttemptTiming> attempt_timings(const std::filesystem::path& directory) {
  const auto db = open_store(directory);
  auto q = db->prepare(
      "SELECT a.case_id, a.number, a.verdict, r.attempt_id IS a.id AND r.state = 'done',"
      " a.started_unix_ns, f.lateness_p50_ns, f.lateness_p999_ns, f.lateness_max_ns, a.reason"
      " FROM attempt a JOIN repetition r ON r.case_id = a.case_id AND r.number = a.number"
      " LEFT JOIN fidelity f ON f.attempt_id = a.id ORDER BY a.case_id, a.number, a.id");
  std::vector<AttemptTiming> out;
  while (q.step()) {
    AttemptTiming a;
    a.case_id = static_cast<int>(q.integer(0));
    a.number = static_cast<int>(q.integer(1));
    a.verdict = verdict_from(q.text_view(2));
    a.counts = q.integer(3) != 0;
    a.started_unix_ns = q.integer(4);
    a.reason = q.text(8);
    if (!q.is_null(5)) {
      a.lateness_p50_ns = q.integer(5);
      a.lateness_p999_ns = q.integer(6);
      a.lateness_max_ns = q.integer(7);
    }
    out.push_back(a);
  }
  return out;
}

}  // namespace seawind
