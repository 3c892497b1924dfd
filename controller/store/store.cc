// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/store.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <mutex>
#include <utility>

#include "controller/store/schema_sql.h"
#include "controller/store/store_check.h"
#include "controller/store/take_over.h"

namespace seawind {
namespace {

/// The scheduler's thread commits. It must not block on a lock; it continues and tries again.
constexpr std::chrono::milliseconds kLockTimeout{100};

constexpr std::array<std::string_view, 8> kCauses{"",        "limit",    "error",   "clock",
                                                  "by hand", "test bed", "no room", "machine"};

std::string uncounted_causes() {
  std::vector<std::string> quoted;
  for (std::size_t i = 0; i < kCauses.size(); ++i)
    if (!counts_towards_limit(static_cast<Cause>(i)))
      quoted.push_back(fmt::format("'{}'", kCauses[i]));
  return fmt::format("{}", fmt::join(quoted, ", "));
}

std::int64_t stored(std::uint64_t value) {
  return std::bit_cast<std::int64_t>(value);
}

/// Little-endian u32 pairs, as in schema.sql.
std::vector<std::byte> encode(
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& histogram) {
  std::vector<std::byte> blob;
  for (const auto& [bucket, count] : histogram)
    for (const std::uint32_t word : {bucket, count})
      for (unsigned shift = 0; shift < 32; shift += 8)
        blob.push_back(static_cast<std::byte>(word >> shift & 0xffU));
  return blob;
}

void insert_fidelity(Database& database, std::int64_t attempt, const FidelityInfo& f) {
  auto insert =
      database.prepare("INSERT INTO fidelity VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  insert.bind(attempt)
      .bind(stored(f.releases))
      .bind(f.lateness_p50)
      .bind(f.lateness_p99)
      .bind(f.lateness_p999)
      .bind(f.lateness_max)
      .bind(std::span<const std::byte>(encode(f.histogram)))
      .bind(stored(f.capture_drops))
      .bind(stored(f.inject_failures))
      .bind(stored(f.log_overruns))
      .bind(stored(f.clamped_stamps))
      .bind(f.cpu_steal)
      .bind(stored(f.stalls))
      .bind(std::int64_t{f.realtime})
      .bind(f.start_error_max);
  if (f.pauses)
    insert.bind(f.pauses->watched.ns())
        .bind(f.pauses->largest.ns())
        .bind(stored(f.pauses->number))
        .bind(f.pauses->total.ns());
  else
    insert.bind_null().bind_null().bind_null().bind_null();
  insert.bind(stored(f.late_machine)).bind(stored(f.late_relay)).bind(f.lateness_max_relay).run();
}

void insert_flows(Database& database, std::int64_t attempt, const std::vector<FlowInfo>& flows) {
  auto insert = database.prepare("INSERT INTO flow VALUES (?,?,?,?,?,?,?,?)");
  for (const auto& flow : flows)
    insert.bind(attempt)
        .bind(flow.name)
        .bind(std::string_view(flow.competitor ? "competitor" : "bulk"))
        .bind(std::string_view(flow.downlink ? "down" : "up"))
        .bind(flow.generator)
        .bind(std::int64_t{flow.sink_port})
        .bind(flow.size)
        .bind(flow.start)
        .run();
}

void insert_metrics(Database& database, std::int64_t attempt,
                    const std::vector<MetricValue>& metrics) {
  auto insert = database.prepare("INSERT INTO metric VALUES (?,?,?,?,?)");
  for (const auto& metric : metrics)
    if (std::isfinite(metric.value))
      insert.bind(attempt)
          .bind(metric.flow)
          .bind(metric.metric)
          .bind(metric.unit)
          .bind(metric.value)
          .run();
}

}  // namespace

void set_state(Database& database, const std::pair<int, int>& repetition, RepetitionState state,
               std::int64_t attempt) {
  auto update = database.prepare(
      "UPDATE repetition SET state = ?, attempt_id = ? WHERE case_id = ? AND number = ?");
  update.bind(to_string(state));
  if (state == RepetitionState::kDone)
    update.bind(attempt);
  else
    update.bind_null();
  update.bind(std::int64_t{repetition.first}).bind(std::int64_t{repetition.second}).run();
}

std::string_view to_string(RepetitionState state) {
  switch (state) {
    case RepetitionState::kPending:
      return "pending";
    case RepetitionState::kDone:
      return "done";
    case RepetitionState::kFailed:
      return "failed";
    case RepetitionState::kSkipped:
      return "skipped";
  }
  return "";
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return "valid";
    case Verdict::kInvalid:
      return "invalid";
    case Verdict::kFailed:
      return "failed";
  }
  return "";
}

RepetitionState state_from(std::string_view text) {
  if (text == "done") return RepetitionState::kDone;
  if (text == "skipped") return RepetitionState::kSkipped;
  return text == "failed" ? RepetitionState::kFailed : RepetitionState::kPending;
}

Verdict verdict_from(std::string_view text) {
  if (text == "valid") return Verdict::kValid;
  return text == "invalid" ? Verdict::kInvalid : Verdict::kFailed;
}

std::string_view to_string(Cause cause) {
  return kCauses.at(static_cast<std::size_t>(cause));
}

bool counts_towards_limit(Cause cause) {
  return cause != Cause::kTestBed && cause != Cause::kByHand && cause != Cause::kNoRoom &&
         cause != Cause::kMachine;
}

std::string non_finite_names(const std::vector<MetricValue>& metrics) {
  std::vector<std::string> names;
  for (const auto& metric : metrics)
    if (!std::isfinite(metric.value))
      names.push_back(metric.flow + (metric.flow.empty() ? "" : " ") + metric.metric);
  return fmt::format("{}", fmt::join(names, ", "));
}

struct Store::Impl {
  Impl(const Directory& directory, const std::string& name, Access access)
      : database(
            directory, name,
            access == Access::kReadOnly ? Database::Mode::kReadOnly : Database::Mode::kReadWrite) {
    check_store(database, directory.path_of(name));
    if (access == Access::kReadOnly) return;
    database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    database.wait_for_locks(kLockTimeout);
  }
  mutable std::mutex mutex;
  Database database;
};

void Store::create(const Directory& directory, const std::string& name,
                   const CampaignInfo& campaign, const std::vector<CaseInfo>& cases,
                   const std::vector<RepetitionInfo>& repetitions) {
  Database database(directory, name, Database::Mode::kCreate);
  database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  Transaction all(database);
  database.execute(kSchemaSql);
  database.prepare("INSERT INTO campaign VALUES (1,?,?,?,?,?,?,?)")
      .bind(campaign.name)
      .bind(campaign.test_set_file)
      .bind(campaign.resolved_sha256)
      .bind(stored(campaign.seed))
      .bind(campaign.program_version)
      .bind(campaign.host)
      .bind(campaign.created_unix_ns)
      .run();
  auto insert_case = database.prepare("INSERT INTO test_case VALUES (?,?,?,?,?,?)");
  for (const auto& c : cases)
    insert_case.bind(std::int64_t{c.id})
        .bind(c.name)
        .bind(c.link)
        .bind(c.router)
        .bind(c.tcp)
        .bind(c.workload)
        .run();
  auto insert_repetition =
      database.prepare("INSERT INTO repetition (case_id, number, seed) VALUES (?,?,?)");
  for (const auto& r : repetitions)
    insert_repetition.bind(std::int64_t{r.case_id})
        .bind(std::int64_t{r.number})
        .bind(stored(r.seed))
        .run();
  all.commit();
}

Store::Store(const Directory& directory, const std::string& name, Access access)
    : impl_(std::make_unique<Impl>(directory, name, access)) {}
Store::Store(const std::filesystem::path& path, Access access)
    : Store(Directory(path.parent_path()), path.filename(), access) {}
Store::~Store() = default;

CampaignInfo read_campaign(Database& database) {
  auto row = database.prepare(
      "SELECT name, test_set_file, resolved_sha256, seed, program_version, host, created_unix_ns "
      "FROM campaign");
  if (!row.step()) throw StoreError(StoreError::Kind::kCorrupt, "the store names no campaign");
  return {.name = row.text(0),
          .test_set_file = row.text(1),
          .resolved_sha256 = row.text(2),
          .seed = std::bit_cast<std::uint64_t>(row.integer(3)),
          .program_version = row.text(4),
          .host = row.text(5),
          .created_unix_ns = row.integer(6)};
}

CampaignInfo Store::campaign() const {
  const std::lock_guard lock(impl_->mutex);
  return read_campaign(impl_->database);
}

void Store::set_host(const std::string& host) {
  const std::lock_guard lock(impl_->mutex);
  impl_->database.prepare("UPDATE campaign SET host = ?").bind(host).run();
}

std::vector<CaseInfo> Store::cases() const {
  const std::lock_guard lock(impl_->mutex);
  auto row = impl_->database.prepare(
      "SELECT id, name, link, router, tcp, workload FROM test_case ORDER BY id");
  std::vector<CaseInfo> all;
  while (row.step())
    all.push_back({.id = static_cast<int>(row.integer(0)),
                   .name = row.text(1),
                   .link = row.text(2),
                   .router = row.text(3),
                   .tcp = row.text(4),
                   .workload = row.text(5)});
  return all;
}

std::vector<std::pair<int, std::uint64_t>> Store::seeds() const {
  const std::lock_guard lock(impl_->mutex);
  auto row = impl_->database.prepare("SELECT DISTINCT number, seed FROM repetition");
  std::vector<std::pair<int, std::uint64_t>> all;
  while (row.step())
    all.emplace_back(static_cast<int>(row.integer(0)),
                     std::bit_cast<std::uint64_t>(row.integer(1)));
  return all;
}

std::vector<RepetitionInfo> Store::repetitions() const {
  const std::lock_guard lock(impl_->mutex);
  auto row = impl_->database.prepare(
      fmt::format("SELECT r.case_id, r.number, r.seed, r.state, count(a.id), "
                  "count(a.id) - coalesce(sum(a.cause IN ({})), 0), "
                  "coalesce(sum(a.cause = 'machine'), 0) "
                  "FROM repetition r LEFT JOIN attempt a USING (case_id, number) "
                  "GROUP BY r.case_id, r.number ORDER BY r.case_id, r.number",
                  uncounted_causes()));
  std::vector<RepetitionInfo> all;
  while (row.step())
    all.push_back({.case_id = static_cast<int>(row.integer(0)),
                   .number = static_cast<int>(row.integer(1)),
                   .seed = std::bit_cast<std::uint64_t>(row.integer(2)),
                   .state = state_from(row.text(3)),
                   .attempts = static_cast<int>(row.integer(4)),
                   .counted_attempts = static_cast<int>(row.integer(5)),
                   .machine_attempts = static_cast<int>(row.integer(6))});
  return all;
}

StoreProgress read_progress(Database& database) {
  auto row = database.prepare(
      "SELECT (SELECT count(*) FROM repetition WHERE state = 'pending'),"
      "(SELECT count(*) FROM repetition WHERE state = 'done'),"
      "(SELECT count(*) FROM repetition WHERE state = 'failed'),"
      "(SELECT count(*) FROM repetition WHERE state = 'skipped'),"
      "(SELECT count(*) FROM attempt WHERE verdict = 'invalid'),"
      "(SELECT count(*) FROM attempt WHERE cause = 'machine'),"
      "(SELECT count(*) FROM attempt WHERE verdict = 'failed')");
  row.step();
  const auto column = [&row](int i) { return static_cast<int>(row.integer(i)); };
  return {.pending = column(0),
          .done = column(1),
          .failed = column(2),
          .skipped = column(3),
          .invalid_attempts = column(4),
          .machine_attempts = column(5),
          .failed_attempts = column(6)};
}

StoreProgress Store::progress() const {
  const std::lock_guard lock(impl_->mutex);
  return read_progress(impl_->database);
}

std::vector<std::string> Store::attempt_directories() const {
  const std::lock_guard lock(impl_->mutex);
  auto row = impl_->database.prepare("SELECT directory FROM attempt");
  std::vector<std::string> all;
  while (row.step()) all.push_back(row.text(0));
  return all;
}

std::vector<UncountedAttempt> read_uncounted_attempts(Database& database, int most) {
  auto row = database.prepare(
      "SELECT t.name, a.number, a.verdict, a.reason FROM attempt a JOIN test_case t ON t.id = "
      "a.case_id WHERE a.verdict != 'valid' ORDER BY a.id DESC LIMIT ?");
  row.bind(std::int64_t{most});
  std::vector<UncountedAttempt> all;
  while (row.step())
    all.push_back({row.text(0), static_cast<int>(row.integer(1)), row.text(2), row.text(3)});
  return all;
}

std::vector<UncountedAttempt> Store::uncounted_attempts(int most) const {
  const std::lock_guard lock(impl_->mutex);
  return read_uncounted_attempts(impl_->database, most);
}

std::string presence_metric(const std::string& metric) {
  constexpr std::string_view kDrops = "drops_";
  const auto at = metric.find(kDrops);
  return at == std::string::npos ? metric : metric.substr(0, at + kDrops.size()) + "congestion";
}

std::map<int, double> Store::values(int case_id, const std::string& flow,
                                    const std::string& metric) const {
  const std::lock_guard lock(impl_->mutex);
  auto row = impl_->database.prepare(
      "SELECT r.number, coalesce(m.value, 0) FROM repetition r "
      "JOIN metric w ON w.attempt_id = r.attempt_id "
      "LEFT JOIN metric m ON m.attempt_id = w.attempt_id AND m.flow = w.flow AND m.metric = ? "
      "WHERE r.case_id = ? AND r.state = 'done' AND w.flow = ? AND w.metric = ?");
  row.bind(metric).bind(std::int64_t{case_id}).bind(flow).bind(presence_metric(metric));
  std::map<int, double> all;
  while (row.step()) all[static_cast<int>(row.integer(0))] = row.real(1);
  return all;
}

void Store::skip_from(int case_id, int first) {
  const std::lock_guard lock(impl_->mutex);
  impl_->database
      .prepare(
          "UPDATE repetition SET state = 'skipped', attempt_id = NULL "
          "WHERE case_id = ? AND number >= ? AND state <> 'skipped'")
      .bind(std::int64_t{case_id})
      .bind(std::int64_t{first})
      .run();
}

void Store::commit_attempt(const AttemptRecord& attempt, RepetitionState new_state) {
  const std::lock_guard lock(impl_->mutex);
  auto& database = impl_->database;
  Transaction all(database);
  {
    auto state = database.prepare("SELECT state FROM repetition WHERE case_id = ? AND number = ?");
    state.bind(std::int64_t{attempt.case_id}).bind(std::int64_t{attempt.number});
    if (!state.step() || state.text(0) != "pending")
      throw StoreError(StoreError::Kind::kOther,
                       fmt::format("cannot record an attempt at repetition {} of case {}: it is {}",
                                   attempt.number, attempt.case_id,
                                   state.is_null(0) ? "unknown" : state.text(0) + " already"));
  }
  database
      .prepare(
          "INSERT INTO attempt (case_id, number, slot, started_unix_ns, ended_unix_ns, verdict, "
          "reason, directory, cause, not_finite) VALUES (?,?,?,?,?,?,?,?,?,?)")
      .bind(std::int64_t{attempt.case_id})
      .bind(std::int64_t{attempt.number})
      .bind(std::int64_t{attempt.slot})
      .bind(attempt.started_unix_ns)
      .bind(attempt.ended_unix_ns)
      .bind(to_string(attempt.verdict))
      .bind(attempt.reason)
      .bind(attempt.directory)
      .bind(to_string(attempt.cause))
      .bind(non_finite_names(attempt.metrics))
      .run();
  const std::int64_t id = database.last_insert_id();
  if (attempt.fidelity) insert_fidelity(database, id, *attempt.fidelity);
  insert_flows(database, id, attempt.flows);
  insert_metrics(database, id, attempt.metrics);
  set_state(database, {attempt.case_id, attempt.number}, new_state, id);
  all.commit();
}

Takeover Store::take_over(const Task& task, Database& from, int most,
                          const std::function<bool(const std::string&)>& exists) {
  const std::lock_guard lock(impl_->mutex);
  Transaction all(impl_->database);
  Takeover out = seawind::take_over(task, from, most, exists, impl_->database);
  all.commit();
  return out;
}

}  // namespace seawind
