// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/simulation/campaign_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <memory>
#include <set>
#include <tuple>

#include "controller/campaign/run_campaign.h"
#include "tests/controller/simulation/sim_clock.h"

namespace seawind::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using End = AttemptResult::End;

constexpr int kAttempts = 3;
constexpr int kMaxReports = 200'000;  // per run; more mean that a campaign does not end

class Simulation {
 public:
  Simulation(std::uint64_t seed, std::string store)
      : random_(seed), clock_(seed), path_(std::move(store)), bed_(*this) {}

  SimulationResult run() {
    make_store();
    while (result_.broken.empty() && !campaign_is_over()) {
      if (++result_.runs > 50) broken("does not end: 50 runs");
      one_run();
    }
    if (result_.broken.empty()) check_store();
    return result_;
  }

 private:
  /// The test bed: what was built in it, and what has died.
  class Bed final : public TestBed {
   public:
    explicit Bed(Simulation& world) : world_(world) {}
    void make_slot(int slot) override {
      if (world_.disk_full()) throw SystemError("cannot start an agent", ENOSPC);
      if (world_.happens(0.01)) throw Error("cannot make a slot");
      if (!made.insert(slot).second) world_.broken("a slot is made twice");
      clean.insert(slot);
    }
    void destroy_slot(int slot) override {
      if (made.erase(slot) == 0) world_.broken("a slot is destroyed that is not there");
      clean.erase(slot);
      if (world_.happens(0.02)) throw Error("cannot remove a slot");
    }
    bool slots_single_use() const override { return world_.wear_out_; }
    SlotAccess access(int slot) const override {
      SlotAccess access;
      access.link_name = fmt::format("link{}", slot);
      return access;
    }
    std::vector<Loss> losses() override { return std::exchange(lost, {}); }
    void restart() override {
      made.clear();
      clean.clear();
      if (world_.disk_full()) throw SystemError("cannot start seawindd", ENOSPC);
      if (world_.happens(0.1)) throw Error("cannot start seawindd");
    }
    RelayTiming relay_timing() override { return {}; }

    std::set<int> made, clean, busy;
    std::vector<Loss> lost;

   private:
    Simulation& world_;
  };

  std::uint64_t draw(std::uint64_t below) { return random_() % below; }
  bool happens(double probability) {
    return static_cast<double>(random_() >> 11U) * 0x1p-53 < probability;
  }
  void broken(const std::string& promise) {
    if (result_.broken.empty()) result_.broken = promise;
  }
  double now_s() const {
    return std::chrono::duration<double>(clock_.now().time_since_epoch()).count();
  }

  // Recurring periods in which the disk is full or the store is locked, for a fraction `share` of
  // the time.
  bool in_period(double length, double share, double phase) const {
    return share > 0 && std::fmod(now_s() + phase, length) < length * share;
  }
  bool disk_full() const { return in_period(180, full_share_, full_phase_); }
  bool locked() const { return in_period(70, locked_share_, locked_phase_); }

  void make_store() {
    cases_ = 1 + static_cast<int>(draw(3));
    repetitions_ = 1 + static_cast<int>(draw(5));
    slots_ = 1 + static_cast<int>(draw(4));
    wear_out_ = happens(0.3);
    narrow_ = happens(0.3) ? 1 + static_cast<int>(draw(3)) : 0;
    trouble_ = happens(0.2) ? 0 : static_cast<double>(1 + draw(20)) / 100;
    full_share_ = happens(0.5) ? 0.3 : 0;
    locked_share_ = happens(0.5) ? 0.4 : 0;
    full_phase_ = static_cast<double>(draw(180));
    locked_phase_ = static_cast<double>(draw(70));
    std::vector<CaseInfo> cases;
    std::vector<RepetitionInfo> all;
    for (int c = 0; c < cases_; ++c) {
      cases.push_back({c, fmt::format("case{}", c), "l", "", "t", "w"});
      for (int r = 0; r < repetitions_; ++r) all.push_back({.case_id = c, .number = r});
    }
    CampaignInfo campaign;
    campaign.name = "simulated";
    campaign.host = "{}";
    const std::filesystem::path file = path_;
    Store::create(Directory(file.parent_path()), file.filename(), campaign, cases, all);
    store_ = std::make_unique<Store>(path_);
  }

  bool campaign_is_over() const { return store_->progress().pending == 0; }

  std::vector<Job> pending() const {
    std::vector<Job> jobs;
    for (const auto& r : store_->repetitions())
      if (r.state == RepetitionState::kPending)
        jobs.push_back({.case_index = r.case_id,
                        .number = r.number,
                        .attempt = r.attempts + 1,
                        .counted = r.counted_attempts + 1});
    return jobs;
  }

  void one_run() {
    const int total = store_->progress().pending;
    open_.clear();
    bed_.busy.clear();
    bed_.made.clear();
    bed_.clean.clear();
    bed_.lost.clear();
    request_ = ControlRequest::kRun;
    reports_ = 0;
    done_ = 0;
    failed_ = 0;
    std::stop_source stop;
    const double stop_at = happens(0.2) ? now_s() + static_cast<double>(draw(200)) : 1e18;
    const SchedulerHooks hooks{
        .run = [this](
                   const Job& job, int slot, const SlotAccess&, std::stop_token token,
                   const std::function<void()>& begun) { return attempt(job, slot, token, begun); },
        .commit = [this](const Job& job, AttemptRecord& record,
                         RepetitionState state) { commit(job, record, state); },
        .first_unneeded = [this](int index) { return first_unneeded(index); },
        .discard = [this](const Job& job) { open_.erase(key(job)); },
        .check_room =
            [this] {
              if (disk_full()) throw SystemError("the disk is full", ENOSPC);
            },
        .report =
            [&](const CampaignProgress& progress, const AttemptRecord*) {
              watch(progress, total);
              if (now_s() >= stop_at) stop.request_stop();
            },
        .control = [this] { return operator_request(); }};
    SchedulerOptions options;
    options.attempts = kAttempts;
    options.tick = milliseconds(1000);
    options.clock = &clock_;
    const auto end =
        run_campaign(bed_, pending(), Admission::fixed(slots_), options, hooks, stop.get_token());
    if (end.end == CampaignEnd::kStorageFailed) broken("storage failed: " + end.message);
    if (end.end == CampaignEnd::kComplete && !campaign_is_over())
      broken("complete, but something is pending");
    if (end.end != CampaignEnd::kComplete && end.message.empty()) broken("ended without a reason");
    if (!open_.empty()) broken("an attempt was neither stored nor discarded");
    if (!bed_.busy.empty()) broken("an attempt outlives its run");
  }

  using Key = std::tuple<int, int, int>;
  static Key key(const Job& job) { return {job.case_index, job.number, job.attempt}; }

  AttemptResult attempt(const Job& job, int slot, const std::stop_token& token,
                        const std::function<void()>& begun) {
    ++result_.attempts;
    if (!bed_.clean.contains(slot)) broken(fmt::format("slot {} is used dirty", slot));
    if (!bed_.busy.insert(slot).second) broken("two attempts use one slot");
    if (!open_.insert(key(job)).second) broken("an attempt has been there already");
    bed_.clean.erase(slot);
    AttemptResult result;
    AttemptRecord& record = result.record;
    record.case_id = job.case_index;
    record.number = job.number;
    record.directory = fmt::format("{}-{}-{}", job.case_index, job.number, job.attempt);
    record.metrics = {{"", "total_elapsed", "s", happens(trouble_) ? std::nan("") : 1.5}};
    const auto stopped = [&token] { return token.stop_requested(); };
    const auto takes = [&](std::uint64_t most_ms) {
      clock_.sleep(milliseconds(1 + draw(most_ms)), stopped);
      return !stopped();
    };
    if (!takes(2000)) result.end = End::kStopped;
    if (!happens(trouble_)) begun();  // otherwise it comes too late, at the attempt's end
    if (result.end == End::kFinished && happens(trouble_ / 4))
      clock_.set_wall_clock(seconds(happens(0.5) ? 3600 : -3600));
    if (result.end == End::kFinished && happens(trouble_ / 4)) clock_.suspend(seconds(60));
    if (result.end == End::kFinished && !takes(60'000)) result.end = End::kStopped;
    if (happens(0.2)) begun();  // a second call is harmless
    if (result.end == End::kFinished) judge(slot, stopped, result);
    if (result.end == End::kFinished && !result.dirty) bed_.clean.insert(slot);
    bed_.busy.erase(slot);
    return result;
  }

  void judge(int slot, const std::function<bool()>& stopped, AttemptResult& result) {
    AttemptRecord& record = result.record;
    record.reason = "trouble";
    if (disk_full()) {
      record.cause = happens(0.5) ? Cause::kNoRoom : Cause::kError;
      result.dirty = happens(0.3);
      return;
    }
    if (!happens(trouble_)) {
      record.verdict = Verdict::kValid;
      record.cause = Cause::kNone;
      record.reason.clear();
      result.dirty = happens(trouble_);
      if (happens(trouble_ / 4)) bed_.lost.push_back({slot, "the agent died after its last word"});
      return;
    }
    switch (draw(7)) {
      case 0:
        record.verdict = Verdict::kInvalid;
        record.cause = Cause::kLimit;
        result.overloaded = true;
        return;
      case 1:
        record.cause = Cause::kError;
        return;
      case 2:
        record.verdict = Verdict::kInvalid;
        record.cause = Cause::kByHand;
        return;
      case 3:
        result.end = End::kSlotLost;
        return;
      case 4:
        result.end = End::kBedLost;
        return;
      case 5:  // no answer until another part notices
        bed_.lost.push_back({happens(0.5) ? slot : -1, "killed by signal 9"});
        clock_.sleep(seconds(3600), stopped);
        result.end = stopped() ? End::kStopped : End::kSlotLost;
        return;
      default:  // noticed while the attempt ends by itself
        bed_.lost.push_back({-1, "seawindd was killed by signal 9"});
        result.end = End::kBedLost;
    }
  }

  void commit(const Job& job, AttemptRecord& record, RepetitionState state) {
    if (disk_full()) throw SystemError("cannot flush the attempt", ENOSPC);
    if (locked()) throw StoreError(StoreError::Kind::kBusy, "database is locked");
    if (!open_.contains(key(job))) broken("an attempt is stored that never ran");
    store_->commit_attempt(record, state);
    result_.valid += record.verdict == Verdict::kValid;
    open_.erase(key(job));
  }

  std::optional<int> first_unneeded(int index) {
    if (locked()) throw StoreError(StoreError::Kind::kBusy, "database is locked");
    if (narrow_ == 0) return std::nullopt;
    for (const auto& r : store_->repetitions())
      if (r.case_id == index && r.number < narrow_ && r.state == RepetitionState::kPending)
        return std::nullopt;
    store_->skip_from(index, narrow_);
    return narrow_;
  }

  ControlRequest operator_request() {
    if (happens(trouble_ / 50))
      request_ = request_ == ControlRequest::kRun
                     ? (happens(0.7) ? ControlRequest::kPause : ControlRequest::kFinish)
                     : ControlRequest::kRun;
    return request_;
  }

  void watch(const CampaignProgress& progress, int total) {
    if (++reports_ > kMaxReports) {
      broken("does not end");
      request_ = ControlRequest::kStop;
    }
    result_.waits += !progress.waiting.empty();
    if (progress.done < done_ || progress.failed < failed_) broken("progress goes back");
    done_ = progress.done;
    failed_ = progress.failed;
    const int running = static_cast<int>(progress.running_slots.size());
    if (progress.queued + running + progress.done + progress.failed > total)
      broken("progress has more repetitions than there are");
  }

  void check_store() {
    Database database(path_, Database::Mode::kReadOnly);
    const auto none = [&](const char* promise, const std::string& query) {
      auto row = database.prepare(query);
      if (!row.step() || row.integer(0) != 0) broken(promise);
    };
    none("a repetition counts twice",
         "SELECT count(*) FROM (SELECT 1 FROM attempt WHERE verdict = 'valid'"
         " GROUP BY case_id, number HAVING count(*) > 1)");
    none("a repetition that is done has no valid attempt",
         "SELECT count(*) FROM repetition r LEFT JOIN attempt a ON a.id = r.attempt_id"
         " WHERE r.state = 'done' AND coalesce(a.verdict, '') <> 'valid'");
    none("more attempts than the limit",
         fmt::format("SELECT count(*) FROM (SELECT 1 FROM attempt WHERE cause NOT IN ('test bed',"
                     " 'by hand', 'no room') GROUP BY case_id, number HAVING count(*) > {})",
                     kAttempts));
    none("a repetition failed before its last attempt",
         fmt::format("SELECT count(*) FROM repetition r WHERE state = 'failed' AND (SELECT count(*)"
                     " FROM attempt a WHERE a.case_id = r.case_id AND a.number = r.number AND"
                     " a.cause IN ('limit', 'error', 'clock')) <> {}",
                     kAttempts));
    none("a metric that is left out is not said",
         "SELECT count(*) FROM attempt a WHERE (not_finite <> '') ="
         " (SELECT count(*) FROM metric m WHERE m.attempt_id = a.id)");
  }

  std::mt19937_64 random_;
  SimClock clock_;
  const std::string path_;
  Bed bed_;
  std::unique_ptr<Store> store_;
  SimulationResult result_;
  int cases_ = 0, repetitions_ = 0, slots_ = 0;
  int narrow_ = 0;  // number of repetitions of a case that are needed; 0: all
  bool wear_out_ = false;
  double trouble_ = 0;
  double full_share_ = 0, full_phase_ = 0, locked_share_ = 0, locked_phase_ = 0;
  std::set<Key> open_;  // attempts that began and are neither stored nor discarded
  ControlRequest request_ = ControlRequest::kRun;
  int reports_ = 0, done_ = 0, failed_ = 0;
};

}  // namespace

SimulationResult simulate_campaign(std::uint64_t seed, const std::filesystem::path& directory) {
  return Simulation(seed, (directory / "campaign.db").string()).run();
}

}  // namespace seawind::test
