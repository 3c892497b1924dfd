// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/attempts.h"

#include <utility>

#include "controller/store/open_store.h"

namespace seawind {

AttemptReader::AttemptReader(const std::filesystem::path& campaign)
    : database_(open_store(campaign)) {}

CampaignInfo AttemptReader::campaign() {
  return read_campaign(*database_);
}

std::vector<std::string> AttemptReader::case_names() {
  auto row = database_->prepare("SELECT name FROM test_case ORDER BY id");
  std::vector<std::string> names;
  while (row.step()) names.push_back(row.text(0));
  return names;
}

std::vector<AttemptSummary> AttemptReader::after(std::int64_t id, int most) {
  auto row = database_->prepare(
      "SELECT a.id, a.case_id, a.number, a.slot, a.started_unix_ns, a.ended_unix_ns, a.verdict,"
      " a.reason, a.directory, f.lateness_p50_ns, f.lateness_p99_ns, f.lateness_p999_ns,"
      " f.lateness_max_ns,"
      " (SELECT count(*) FROM attempt b WHERE b.case_id = a.case_id AND b.number = a.number"
      "  AND b.id <= a.id)"
      " FROM attempt a LEFT JOIN fidelity f ON f.attempt_id = a.id"
      " WHERE a.id > ? ORDER BY a.id LIMIT ?");
  row.bind(id).bind(std::int64_t{most});
  std::vector<AttemptSummary> attempts;
  while (row.step()) {
    AttemptSummary a;
    a.id = row.integer(0);
    a.case_id = static_cast<int>(row.integer(1));
    a.number = static_cast<int>(row.integer(2));
    a.slot = static_cast<int>(row.integer(3));
    a.started_unix_ns = row.integer(4);
    a.ended_unix_ns = row.integer(5);
    a.verdict = verdict_from(row.text(6));
    a.reason = row.text(7);
    a.directory = row.text(8);
    if (!row.is_null(9))
      a.lateness = {row.integer(9), row.integer(10), row.integer(11), row.integer(12)};
    a.attempt = static_cast<int>(row.integer(13));
    attempts.push_back(std::move(a));
  }
  return attempts;
}

bool AttemptReader::has_changed() {
  auto row = database_->prepare("PRAGMA data_version");
  row.step();
  return std::exchange(seen_, row.integer(0)) != row.integer(0);
}

StoreProgress AttemptReader::progress() {
  return read_progress(*database_);
}

}  // namespace seawind
