// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/directory.h"
#include "common/error.h"
#include "common/printable.h"
#include "controller/store/open_store.h"
#include "controller/testset/plan.h"

namespace seawind {
namespace {

[[noreturn]] void refuse_attempt(std::int64_t number, const std::string& case_name) {
  throw Error(
      fmt::format("cannot use the results: repetition {} of {} counts by an attempt that is not "
                  "valid or not its own: the store was changed by hand",
                  number, printable(case_name)));
}

/// Throws Error unless each done repetition has a valid attempt of its own.
void require_own_attempts(Database& db) {
  auto q = db.prepare(
      "SELECT c.name, r.number FROM repetition r JOIN test_case c ON c.id = r.case_id"
      " LEFT JOIN attempt a ON a.id = r.attempt_id AND a.case_id = r.case_id"
      " AND a.number = r.number AND a.verdict = 'valid'"
      " WHERE r.state = 'done' AND a.id IS NULL LIMIT 1");
  if (q.step()) refuse_attempt(q.integer(1), q.text(0));
}

void load_cases(Database& db, CampaignResults& out) {
  require_own_attempts(db);
  auto q = db.prepare(
      "SELECT c.id, c.name, c.link, c.router, c.tcp, c.workload,"
      " coalesce(sum(r.state <> 'skipped'), 0),"
      " coalesce(sum(r.state = 'done'), 0), coalesce(sum(r.state = 'failed'), 0),"
      " coalesce(sum(r.state = 'pending'), 0),"
      " (SELECT count(*) FROM attempt a WHERE a.case_id = c.id AND a.verdict = 'invalid'),"
      " (SELECT count(*) FROM attempt a WHERE a.case_id = c.id AND a.cause = 'machine')"
      " FROM test_case c LEFT JOIN repetition r ON r.case_id = c.id GROUP BY c.id ORDER BY c.id");
  while (q.step()) {
    CaseResults c;
    c.id = static_cast<int>(q.integer(0));
    c.name = q.text(1);
    c.link = q.text(2);
    c.router = q.text(3);
    c.tcp = q.text(4);
    c.workload = q.text(5);
    c.repetitions = static_cast<int>(q.integer(6));
    c.valid = static_cast<int>(q.integer(7));
    c.failed = static_cast<int>(q.integer(8));
    c.pending = static_cast<int>(q.integer(9));
    c.invalid_attempts = static_cast<int>(q.integer(10));
    c.machine_attempts = static_cast<int>(q.integer(11));
    out.cases.push_back(std::move(c));
  }
}

// A hostile store could name drops in a few rows that take gigabytes when they are filled.
constexpr std::size_t kMaxFilled = 20'000'000;

/// A drop reason has a row only where it occurred (drop_counts.h). In the other repetitions that
/// have metrics its value is 0.
void fill_drops(CaseResults& c) {
  const auto whole = c.numbers.find({"", "total_elapsed"});
  if (whole == c.numbers.end()) return;
  const std::vector<int> all = whole->second;
  const auto has_gaps = [&](const auto& column) {
    return column.first.second.find("drops_") != std::string::npos &&
           column.second.size() != all.size();
  };
  const auto gaps =
      static_cast<std::size_t>(std::count_if(c.samples.begin(), c.samples.end(), has_gaps));
  if (gaps * all.size() > kMaxFilled)
    throw Error(
        fmt::format("cannot read the metrics of {}: {} metrics of drops and {} repetitions "
                    "are more than {} values",
                    c.name, gaps, all.size(), kMaxFilled));
  for (auto& column : c.samples) {
    if (!has_gaps(column)) continue;
    auto& [key, values] = column;
    std::vector<int>& numbers = c.numbers[key];
    std::vector<double> filled;
    std::size_t next = 0;
    for (const int number : all) {
      const bool has = next < numbers.size() && numbers[next] == number;
      filled.push_back(has ? values[next] : 0);
      next += has;
    }
    values = std::move(filled);
    numbers = all;
  }
}

constexpr double kLargestMetric = 1e150;  // the square of a difference is still finite

/// Within a repetition the rows come sorted by flow and metric, as in the map, so that the next
/// column is usually found without a search.
class SampleColumns {
 public:
  explicit SampleColumns(CaseResults& c) : case_(c) {}

  void add(const Statement& q) {
    const std::string_view flow = q.text_view(0);
    const std::string_view metric = q.text_view(1);
    if (next_ == columns_.end() || next_->first.second != metric || next_->first.first != flow)
      next_ = find_or_insert(flow, metric, q);
    const Column& column = next_->second;
    // Larger values come from a changed store, and would make statistics and plots impossible.
    if (const double value = q.real(2); std::abs(value) <= kLargestMetric) {
      column.values->push_back(value);
      column.numbers->push_back(static_cast<int>(q.integer(3)));
    }
    ++next_;
  }
  void next_repetition() { next_ = columns_.begin(); }

 private:
  struct Column {
    std::vector<double>* values;
    std::vector<int>* numbers;
  };
  using Columns = std::map<MetricKey, Column>;

  Columns::iterator find_or_insert(std::string_view flow, std::string_view metric,
                                   const Statement& q) {
    const MetricKey key(flow, metric);
    if (const auto found = columns_.find(key); found != columns_.end()) return found;
    if (!is_printable(flow) || !is_printable(metric))
      throw Error(
          fmt::format("cannot read the metrics of {}: the name `{} {}` holds control "
                      "characters",
                      case_.name, printable(flow), printable(metric)));
    case_.units[key] = q.text(4);
    return columns_.emplace(key, Column{&case_.samples[key], &case_.numbers[key]}).first;
  }

  CaseResults& case_;
  Columns columns_;
  Columns::iterator next_ = columns_.begin();
};

void load_samples(Database& db, CaseResults& c, const std::function<void()>& repetition_read) {
  auto q = db.prepare(
      "SELECT m.flow, m.metric, m.value, r.number, m.unit FROM repetition r JOIN metric m ON "
      "m.attempt_id ="
      " r.attempt_id WHERE r.case_id = ? AND r.state = 'done' ORDER BY r.number");
  q.bind(static_cast<std::int64_t>(c.id));
  SampleColumns columns(c);
  std::int64_t number = -1;
  while (q.step()) {
    if (q.integer(3) != number) {
      if (number >= 0) repetition_read();
      number = q.integer(3);
      columns.next_repetition();
    }
    columns.add(q);
  }
  if (number >= 0) repetition_read();
  fill_drops(c);
}

void load_timing(Database& db, TimingSummary& t) {
  auto q = db.prepare(
      "SELECT count(*), sum(realtime), sum(releases), max(lateness_p50_ns), max(lateness_p99_ns),"
      " max(lateness_p999_ns), max(lateness_max_ns), max(start_error_max_ns), max(cpu_steal),"
      " sum(capture_drops), sum(inject_failures), sum(log_overruns), sum(stalls)"
      " FROM repetition r JOIN fidelity f ON f.attempt_id = r.attempt_id WHERE r.state = 'done'");
  if (!q.step() || q.integer(0) == 0) return;
  t.attempts = static_cast<int>(q.integer(0));
  t.realtime = static_cast<int>(q.integer(1));
  t.releases = q.integer(2);
  t.worst_p50_ns = q.integer(3);
  t.worst_p99_ns = q.integer(4);
  t.worst_p999_ns = q.integer(5);
  t.worst_max_ns = q.integer(6);
  t.worst_start_error_ns = q.integer(7);
  t.worst_cpu_steal = q.real(8);
  t.capture_drops = q.integer(9);
  t.inject_failures = q.integer(10);
  t.log_overruns = q.integer(11);
  t.stalls = q.integer(12);
}

void load_nodes(Database& db, CampaignResults& out) {
  std::map<std::string, int> known;
  auto q = db.prepare(
      "SELECT r.case_id, r.number, t.node FROM repetition r JOIN attempt a ON a.id = r.attempt_id"
      " JOIN task t ON t.id = a.task_id WHERE r.state = 'done' ORDER BY r.case_id, r.number");
  while (q.step()) {
    const auto [node, added] = known.emplace(q.text(2), static_cast<int>(known.size()));
    if (added) out.nodes.push_back(node->first);
    out.cases.at(static_cast<std::size_t>(q.integer(0)))
        .nodes.emplace_back(static_cast<int>(q.integer(1)), node->second);
  }
}

void load_uncounted_attempts(Database& db, CampaignResults& out) {
  auto count = db.prepare("SELECT count(*) FROM attempt WHERE verdict <> 'valid'");
  if (count.step()) out.uncounted_attempt_count = static_cast<int>(count.integer(0));
  out.uncounted_attempts = read_uncounted_attempts(db, kMaxUncountedAttempts);
}

/// Begins a snapshot, independent of commits by a running controller, for what is read next, too.
CampaignResults overview_of(Database& db) {
  db.execute("BEGIN");
  CampaignResults out;
  static_cast<CampaignInfo&>(out) = read_campaign(db);
  load_cases(db, out);
  load_timing(db, out.timing);
  load_uncounted_attempts(db, out);
  return out;
}

}  // namespace

const std::vector<double>& CaseResults::of(const std::string& flow,
                                           const std::string& metric) const {
  static const std::vector<double> kNone;
  const auto it = samples.find({flow, metric});
  return it == samples.end() ? kNone : it->second;
}

const std::vector<int>& CaseResults::numbers_of(const std::string& flow,
                                                const std::string& metric) const {
  static const std::vector<int> kNone;
  const auto it = numbers.find({flow, metric});
  return it == numbers.end() ? kNone : it->second;
}

std::vector<MetricKey> metric_columns(const std::filesystem::path& campaign) {
  const auto store = open_store(campaign);
  Database& db = *store;
  auto q = db.prepare(
      "SELECT DISTINCT m.flow, m.metric FROM repetition r JOIN metric m ON m.attempt_id ="
      " r.attempt_id WHERE r.state = 'done' ORDER BY m.flow, m.metric");
  std::vector<MetricKey> out;
  while (q.step()) out.emplace_back(q.text(0), q.text(1));
  return out;
}

void for_each_repetition(const std::filesystem::path& campaign,
                         const std::function<void(const RepetitionMetrics&)>& each) {
  const auto store = open_store(campaign);
  Database& db = *store;
  db.execute("BEGIN");
  require_own_attempts(db);
  RepetitionMetrics row;
  auto name = db.prepare("SELECT name FROM campaign");
  if (name.step()) row.campaign = name.text(0);
  auto q = db.prepare(
      "SELECT c.id, c.name, c.link, c.router, c.tcp, c.workload, r.number, r.seed, r.attempt_id,"
      " t.node FROM repetition r JOIN test_case c ON c.id = r.case_id"
      " LEFT JOIN attempt a ON a.id = r.attempt_id LEFT JOIN task t ON t.id = a.task_id"
      " WHERE r.state = 'done'"
      " ORDER BY r.case_id, r.number");
  while (q.step()) {
    row.test_case = {
        static_cast<int>(q.integer(0)), q.text(1), q.text(2), q.text(3), q.text(4), q.text(5)};
    row.number = static_cast<int>(q.integer(6));
    row.seed = static_cast<std::uint64_t>(q.integer(7));
    row.node = q.text(9);
    row.metrics.clear();
    auto m = db.prepare(
        "SELECT flow, metric, unit, value FROM metric WHERE attempt_id = ? ORDER BY flow, metric");
    m.bind(q.integer(8));
    while (m.step())
      if (std::abs(m.real(3)) <= kLargestMetric)
        row.metrics.push_back({m.text(0), m.text(1), m.text(2), m.real(3)});
    each(row);
  }
}

namespace {

std::vector<FlowSpec> flows_of(Database& db, std::int64_t attempt) {
  auto f = db.prepare(
      "SELECT name, role, direction, generator, sink_port, size FROM flow"
      " WHERE attempt_id = ? ORDER BY sink_port");
  f.bind(attempt);
  std::vector<FlowSpec> flows;
  while (f.step()) {
    if (flows.size() == kMaxFlows)
      throw Error(fmt::format("cannot read the flows of attempt {}: there are more than {}",
                              attempt, kMaxFlows));
    flows.push_back({.name = f.text(0),
                     .competitor = f.text(1) == "competitor",
                     .downlink = f.text(2) == "down",
                     .sink_port = static_cast<std::uint16_t>(f.integer(4)),
                     .size = f.integer(5),
                     .kind = flow_kind(f.text(3)),
                     .program = f.text(3) == "command"});
  }
  return flows;
}

/// Repetitions and their attempts, those that have ended without counting with their newest one.
constexpr auto kRepetitions =
    "SELECT r.number, r.seed, a.directory, a.id, r.state, a.verdict, a.reason, c.id, c.name"
    " FROM test_case c"
    " JOIN repetition r ON r.case_id = c.id LEFT JOIN attempt a ON a.id = CASE r.state"
    " WHEN 'done' THEN r.attempt_id ELSE coalesce(r.attempt_id,"
    " (SELECT max(x.id) FROM attempt x WHERE x.case_id = r.case_id AND x.number = r.number)) END"
    " AND a.case_id = r.case_id AND a.number = r.number WHERE ";

/// The row of kRepetitions; nothing: it has no attempt.
std::optional<DoneRepetition> repetition_of(const Statement& q, Database& db,
                                            const std::filesystem::path& campaign) {
  const bool counts = q.text_view(4) == "done";
  if (counts && (q.is_null(3) || verdict_from(q.text_view(5)) != Verdict::kValid))
    refuse_attempt(q.integer(0), q.text(8));
  if (q.is_null(3)) return {};
  return DoneRepetition{
      .case_id = static_cast<int>(q.integer(7)),
      .number = static_cast<int>(q.integer(0)),
      .seed = static_cast<std::uint64_t>(q.integer(1)),
      .directory = AttemptFolder(campaign, q.text(2)),
      .flows = flows_of(db, q.integer(3)),
      .not_valid = counts ? std::string() : fmt::format("{}: {}", q.text(5), q.text(6))};
}

}  // namespace

std::vector<DoneRepetition> done_repetitions(const std::filesystem::path& campaign,
                                             Repetitions which) {
  const auto store = open_store(campaign);
  auto q = store->prepare(std::string(kRepetitions) +
                          "r.state = 'done' OR (? AND r.state = 'failed') ORDER BY c.id, r.number");
  q.bind(std::int64_t{which == Repetitions::kEnded});
  std::vector<DoneRepetition> out;
  while (q.step())
    if (auto one = repetition_of(q, *store, campaign)) out.push_back(std::move(*one));
  return out;
}

DoneRepetition done_repetition(const std::filesystem::path& campaign, const std::string& case_name,
                               int number) {
  const auto store = open_store(campaign);
  auto q = store->prepare(std::string(kRepetitions) + "c.name = ? AND r.number = ?");
  q.bind(case_name).bind(static_cast<std::int64_t>(number));
  if (!q.step())
    throw UsageError(
        fmt::format("cannot find repetition {}/{} in {}", case_name, number, campaign.string()));
  if (q.text_view(4) != "done")
    throw UsageError(fmt::format("cannot use repetition {}/{}: it is {}, not done", case_name,
                                 number, q.text_view(4)));
  return repetition_of(q, *store, campaign).value();
}

CampaignResults load_overview(const std::filesystem::path& directory) {
  return overview_of(*open_store(directory));
}

void fill_drops_of_other_cases(std::vector<CaseResults>& cases) {
  std::map<MetricKey, std::string> drops;  // with their units
  for (const CaseResults& c : cases)
    for (const auto& [key, unit] : c.units)
      if (key.second.find("drops_") != std::string::npos) drops.emplace(key, unit);
  std::size_t values = 0;
  for (CaseResults& c : cases) {
    for (const auto& [key, unit] : drops) {
      const auto counted = c.numbers.find({key.first, presence_metric(key.second)});
      if (counted == c.numbers.end() || c.samples.contains(key)) continue;
      const std::vector<int> numbers = counted->second;
      if ((values += numbers.size()) > kMaxFilled)
        throw Error(
            fmt::format("cannot read the metrics: their {} drop reasons are more than {} "
                        "values in all cases",
                        drops.size(), kMaxFilled));
      c.samples[key].assign(numbers.size(), 0);
      c.numbers[key] = numbers;
      c.units[key] = unit;
    }
  }
}

CampaignResults load_results(const std::filesystem::path& directory, const ReadProgress& progress) {
  const auto store = open_store(directory);
  Database& db = *store;
  CampaignResults out = overview_of(db);
  constexpr int kBetween = 64;
  int all = 0;
  int read = 0;
  for (const auto& c : out.cases) all += c.valid;
  for (auto& c : out.cases)
    load_samples(db, c, [&] {
      if (++read % kBetween == 0 && progress) progress(read, all);
    });
  fill_drops_of_other_cases(out.cases);
  load_nodes(db, out);
  return out;
}

std::optional<AttemptPlace> find_attempt(const std::filesystem::path& campaign,
                                         const std::string& case_name, int number) {
  const auto store = open_store(campaign);
  auto q = store->prepare(
      "SELECT a.directory, a.slot FROM test_case c JOIN repetition r ON r.case_id = c.id"
      " JOIN attempt a ON a.id = coalesce(r.attempt_id, (SELECT max(x.id) FROM attempt x"
      " WHERE x.case_id = r.case_id AND x.number = r.number))"
      " WHERE c.name = ? AND r.number = ?");
  q.bind(case_name).bind(static_cast<std::int64_t>(number));
  if (!q.step()) return {};
  return AttemptPlace{{campaign, q.text(0)}, static_cast<int>(q.integer(1))};
}

int first_valid_repetition(const std::filesystem::path& campaign, const std::string& case_name) {
  const auto store = open_store(campaign);
  Database& db = *store;
  auto q = db.prepare(
      "SELECT min(r.number) FROM test_case c JOIN repetition r ON r.case_id = c.id"
      " WHERE c.name = ? AND r.state = 'done'");
  q.bind(case_name);
  return q.step() && !q.is_null(0) ? static_cast<int>(q.integer(0)) : -1;
}

}  // namespace seawind
