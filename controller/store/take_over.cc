// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/take_over.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "common/printable.h"
#include "controller/store/layout.h"

namespace seawind {
namespace {

/// A row of the table `task`.
struct TaskRow {
  std::int64_t id = 0;
  std::int64_t merged = 0;
};

TaskRow find_or_add(const Task& task, Database& database) {
  auto row = database.prepare("SELECT id, merged FROM task WHERE name = ?");
  row.bind(task.name);
  if (row.step()) return {row.integer(0), row.integer(1)};
  database.prepare("INSERT INTO task (name, node, merged, superfluous) VALUES (?, ?, 0, 0)")
      .bind(task.name)
      .bind(task.node)
      .run();
  return {database.last_insert_id(), 0};
}

/// An attempt in the store of the task.
struct TaskAttempt {
  std::int64_t id = 0;
  std::pair<int, int> repetition;  // case, number
  std::string directory;
  RepetitionState state = RepetitionState::kPending;  // of the repetition after it
};

TaskAttempt read_attempt(const Statement& row) {
  TaskAttempt out{
      .id = row.integer(0),
      .repetition = {static_cast<int>(row.integer(1)), static_cast<int>(row.integer(2))},
      .directory = row.text(3)};
  const bool counts = !row.is_null(5) && row.integer(5) == out.id;
  const bool last = row.integer(6) == out.id;
  const RepetitionState now = state_from(row.text(4));
  if (counts && now == RepetitionState::kDone) out.state = RepetitionState::kDone;
  if (last && now == RepetitionState::kFailed) out.state = RepetitionState::kFailed;
  return out;
}

/// The directory in the campaign of attempts/CASE/ATTEMPT in the task's own campaign.
std::string place_of(const TaskAttempt& attempt, const Task& task) {
  const std::filesystem::path path(attempt.directory);
  const bool inside = std::distance(path.begin(), path.end()) == 3 &&
                      *path.begin() == kAttemptsFolder && path == path.lexically_normal() &&
                      path.has_filename();
  if (!inside)
    throw StoreError(StoreError::Kind::kCorrupt,
                     fmt::format("cannot take over attempts of task {}: the directory of one is {}",
                                 task.name, excerpt(attempt.directory, 80)));
  return task.folder + attempt.directory.substr(std::string_view(kAttemptsFolder).size());
}

/// "?,?,?": as many parameters of a statement.
std::string marks(int number) {
  std::string out = "?";
  for (int i = 1; i < number; ++i) out += ",?";
  return out;
}

/// Copies the rows of a table that belong to the attempt; the first column is its number.
void copy_rows(const char* table, std::int64_t from_id, Database& from, std::int64_t into_id,
               Database& into) {
  auto row = from.prepare(fmt::format("SELECT * FROM {} WHERE attempt_id = ?", table));
  row.bind(from_id);
  const int columns = row.columns();
  auto insert = into.prepare(fmt::format("INSERT INTO {} VALUES ({})", table, marks(columns)));
  while (row.step()) {
    insert.bind(into_id);
    for (int i = 1; i < columns; ++i) insert.bind(row, i);
    insert.run();
  }
}

constexpr const char* kColumns =
    "case_id, number, slot, started_unix_ns, ended_unix_ns, verdict, reason, cause, not_finite";

void copy_attempt(const TaskAttempt& attempt, const Task& task, std::int64_t task_id,
                  Database& from, Database& into) {
  auto row = from.prepare(fmt::format("SELECT {} FROM attempt WHERE id = ?", kColumns));
  row.bind(attempt.id);
  row.step();
  const int columns = row.columns();
  auto insert = into.prepare(fmt::format("INSERT INTO attempt ({}, directory, task_id) VALUES ({})",
                                         kColumns, marks(columns + 2)));
  for (int i = 0; i < columns; ++i) insert.bind(row, i);
  insert.bind(place_of(attempt, task)).bind(task_id).run();
  const std::int64_t id = into.last_insert_id();
  for (const char* table : {"fidelity", "flow", "metric"})
    copy_rows(table, attempt.id, from, id, into);
  set_state(into, attempt.repetition, attempt.state, id);
}

void note_failure(const TaskAttempt& attempt, Database& from, Takeover& out) {
  const auto [test_case, number] = attempt.repetition;
  if (out.failures.contains(test_case)) return;
  auto row = from.prepare("SELECT verdict, reason FROM attempt WHERE id = ?");
  row.bind(attempt.id).step();
  out.failures[test_case] = fmt::format("repetition {}: {}: {}", number, row.text(0), row.text(1));
}

/// Whether an attempt with this outcome changes a repetition that is in `state`.
bool needed(const std::string& state, RepetitionState outcome) {
  return state == "pending" || (state == "failed" && outcome == RepetitionState::kDone);
}

}  // namespace

Takeover take_over(const Task& task, Database& from, int most,
                   const std::function<bool(const std::string&)>& exists, Database& into) {
  const TaskRow known = find_or_add(task, into);
  Takeover out;
  std::int64_t merged = known.merged;
  auto next = from.prepare(
      "SELECT a.id, a.case_id, a.number, a.directory, r.state, r.attempt_id, "
      "(SELECT max(id) FROM attempt l WHERE l.case_id = a.case_id AND l.number = a.number) "
      "FROM attempt a JOIN repetition r USING (case_id, number) WHERE a.id > ? ORDER BY a.id "
      "LIMIT ?");
  next.bind(known.merged).bind(std::int64_t{most});
  auto state = into.prepare("SELECT state FROM repetition WHERE case_id = ? AND number = ?");
  for (; next.step(); ++out.attempts) {
    const TaskAttempt attempt = read_attempt(next);
    const auto [test_case, number] = attempt.repetition;
    state.bind(std::int64_t{test_case}).bind(std::int64_t{number});
    if (!state.step())
      throw StoreError(StoreError::Kind::kCorrupt,
                       fmt::format("cannot take over attempts of task {}: it has repetition {} of "
                                   "case {}, which is unknown",
                                   task.name, number, test_case));
    const std::string now = state.text(0);
    state.reset();
    if (needed(now, attempt.state)) {
      if (const std::string place = place_of(attempt, task); !exists(place))
        throw StoreError(
            StoreError::Kind::kCorrupt,
            fmt::format("cannot take over attempts of task {}: there is no {}", task.name, place));
      copy_attempt(attempt, task, known.id, from, into);
      if (attempt.state == RepetitionState::kFailed) note_failure(attempt, from, out);
      out.done += attempt.state == RepetitionState::kDone;
      out.failed += (attempt.state == RepetitionState::kFailed) - (now == "failed");
      if (attempt.state != RepetitionState::kPending) out.cases.push_back(test_case);
    } else {
      out.superfluous.push_back(attempt.directory);
    }
    merged = attempt.id;
  }
  out.more = out.attempts == most;
  into.prepare("UPDATE task SET merged = ?, superfluous = superfluous + ? WHERE id = ?")
      .bind(merged)
      .bind(static_cast<std::int64_t>(out.superfluous.size()))
      .bind(known.id)
      .run();
  return out;
}

}  // namespace seawind
