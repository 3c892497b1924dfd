// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/simulation/runner_simulation.h"

#include <fmt/format.h>

#include <cerrno>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "controller/campaign/directory.h"
#include "controller/campaign/run_campaign.h"
#include "controller/campaign/runner.h"
#include "tests/controller/simulation/sim_programs.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

constexpr int kAttempts = 4;
constexpr int kMaxRuns = 60;
constexpr int kMaxReports = 100'000;  // per run; more mean that a campaign does not end

Plan make_plan(SimWorld& world) {
  Plan plan;
  TestSet& set = *plan.mutable_test_set();
  set.set_name("simulated");
  set.set_repetitions(static_cast<std::int64_t>(1 + world.draw(4)));
  set.set_timeout(60 * kSecond);
  set.set_settle(kSecond);
  Limits& limits = *set.mutable_limits();
  limits.set_attempts(kAttempts);
  limits.set_lateness_p999(kSecond / 10);
  limits.set_lateness_max(kSecond);
  limits.set_start_error(kSecond);
  limits.set_pacing_error(kSecond);
  limits.set_cpu_steal(1);
  limits.set_clamped_stamps(100);
  if (world.happens(0.3)) {
    TimelineEntry& entry = *set.add_timeline();
    entry.set_at(2 * kSecond);
    entry.add_notify()->set_flow("one");
    entry.mutable_notify(0)->set_text("handover");
  }
  for (std::uint64_t i = 1 + world.draw(2); i > 0; --i) {
    Case& one = *plan.add_cases();
    one.set_index(static_cast<std::uint32_t>(plan.cases_size() - 1));
    one.set_id(fmt::format("case{}", i));
    one.mutable_link()->mutable_downlink()->mutable_rate_base()->set_fixed(64000);
    one.mutable_tcp()->set_clear_metrics(true);
    if (world.happens(0.3)) one.mutable_tcp()->set_warm_up(40000);
    for (const auto* name : {"one", "two"}) {
      Flow& flow = *one.mutable_workload()->add_flows();
      flow.set_name(name);
      flow.mutable_bulk_tcp()->set_size(kFlowSize);
    }
  }
  return plan;
}

class Simulation {
 public:
  Simulation(std::uint64_t seed, const fs::path& directory)
      : root_(directory / "c"), world_(seed, root_ / kWorkFolder), bed_(*this) {
    plan_ = make_plan(world_);
    slots_ = 1 + static_cast<int>(world_.draw(3));
    world_.trouble = world_.happens(0.2) ? 0 : static_cast<double>(1 + world_.draw(8)) / 200;
    full_share_ = world_.happens(0.3) ? 0.2 : 0;
    full_phase_ = static_cast<std::int64_t>(world_.draw(300));
    world_.disk_full = [this] { return full_now(); };
    world_.lose = [this](int slot, const std::string& words) {
      bed_.lost.push_back({slot, words});
    };
  }

  SimulationResult run() {
    std::optional<CampaignDirectory> campaign(CampaignDirectory::create(root_, plan_, "t.yaml"));
    while (result_.broken.empty() && !campaign->pending().empty()) {
      if (++result_.runs > kMaxRuns) {
        broken("does not end: too many runs");
        break;
      }
      one_run(*campaign);
      campaign.reset();
      campaign.emplace(CampaignDirectory::open(root_));
    }
    campaign.reset();
    if (result_.broken.empty()) check_directory();
    result_.calls = world_.calls;
    result_.faults = world_.faults;
    return result_;
  }

 private:
  class Bed final : public TestBed {
   public:
    explicit Bed(Simulation& of) : of_(of) {}
    void make_slot(int slot) override {
      if (of_.full_now()) throw SystemError("cannot start an agent", ENOSPC);
      if (slots.contains(slot)) of_.broken("a slot is made twice");
      auto made = std::make_shared<SimSlot>();
      made->number = slot;
      made->link_name = fmt::format("link{}", slot);
      made->daemon = daemon;
      slots[slot] = made;
    }
    void destroy_slot(int slot) override {
      const auto found = slots.find(slot);
      if (found == slots.end()) return of_.broken("a slot is destroyed that is not there");
      kill(*found->second);
      daemon->links.erase(found->second->link_name);
      slots.erase(found);
      if (!daemon->alive) throw Error("seawindd: remove a link: no answer");
    }
    bool slots_single_use() const override { return false; }
    SlotAccess access(int slot) const override {
      SlotAccess access;
      access.link_name = slots.at(slot)->link_name;
      access.fixed_address = "10.0.0.1";
      access.mobile_address = "10.0.0.2";
      return access;
    }
    std::vector<Loss> losses() override {
      of_.world_.carry_out_due();
      return std::exchange(lost, {});
    }
    void restart() override {
      start_over();
      if (of_.full_now()) throw SystemError("cannot start seawindd", ENOSPC);
    }
    void start_over() {
      daemon->alive = false;
      daemon->gone = true;
      for (auto& [number, slot] : slots) kill(*slot);
      slots.clear();
      lost.clear();
      daemon = std::make_shared<SimDaemon>();
    }
    RelayTiming relay_timing() override { return {}; }

    std::shared_ptr<SimDaemon> daemon = std::make_shared<SimDaemon>();
    std::map<int, std::shared_ptr<SimSlot>> slots;
    std::vector<Loss> lost;

   private:
    static void kill(SimSlot& slot) {
      slot.fixed.alive = slot.mobile.alive = false;
      slot.gone = true;
    }
    Simulation& of_;
  };

  void broken(const std::string& promise) {
    if (result_.broken.empty()) result_.broken = promise;
  }
  bool full_now() const {
    const auto length = 300;
    const auto place = (world_.now() / kSecond + full_phase_) % length;
    return static_cast<double>(place) < full_share_ * length;
  }

  /// Occasionally sets the clock an hour forward or back, or suspends the machine for a minute.
  void disturb_clock() {
    if (!world_.happens(world_.trouble / 200)) return;
    if (world_.happens(0.5))
      world_.clock.set_wall_clock(seconds(world_.happens(0.5) ? 3600 : -3600));
    else
      world_.clock.suspend(seconds(60));
    steps_.push_back(world_.now());
  }

  void one_run(CampaignDirectory& campaign) {
    bed_.start_over();
    int reports = 0;
    std::stop_source stop;
    const std::int64_t stop_at =
        world_.happens(0.2) ? world_.now() + static_cast<std::int64_t>(world_.draw(200)) * kSecond
                            : std::numeric_limits<std::int64_t>::max();
    const SchedulerHooks hooks{
        .run =
            [this, &campaign](const Job& job, int slot, const SlotAccess& access,
                              std::stop_token token, const std::function<void()>& begun) {
              return attempt(campaign, job, slot, access, std::move(token), begun);
            },
        .commit =
            [this, &campaign](const Job& job, AttemptRecord& record, RepetitionState state) {
              if (full_now()) throw SystemError("cannot flush the attempt", ENOSPC);
              if (record.verdict == Verdict::kValid) check_valid(job, record);
              campaign.commit(job, record, state);
              result_.valid += record.verdict == Verdict::kValid;
            },
        .first_unneeded = [&campaign](int index) { return campaign.apply_until(index); },
        .discard = [&campaign](const Job& job) { campaign.discard(job); },
        .check_room =
            [this] {
              if (full_now()) throw SystemError("the disk is full", ENOSPC);
            },
        .report =
            [&](const CampaignProgress& progress, const AttemptRecord*) {
              result_.waits += !progress.waiting.empty();
              if (++reports > kMaxReports) broken("does not end");
              if (world_.now() >= stop_at || !result_.broken.empty()) stop.request_stop();
              disturb_clock();
            },
        .control = [] { return ControlRequest::kRun; }};
    SchedulerOptions options;
    options.attempts = kAttempts;
    options.tick = std::chrono::milliseconds(500);
    options.clock = &world_.clock;
    const auto end = run_campaign(bed_, campaign.pending(), Admission::fixed(slots_), options,
                                  hooks, stop.get_token());
    if (end.end == CampaignEnd::kStorageFailed) broken("storage failed: " + end.message);
    if (end.end != CampaignEnd::kComplete && end.message.empty()) broken("ended without a reason");
    if (end.end == CampaignEnd::kComplete && !campaign.pending().empty())
      broken("complete, but something is pending");
    if (!campaign.work().names().empty())
      broken("left in work/: " + campaign.work().names().front());
  }

  AttemptResult attempt(CampaignDirectory& campaign, const Job& job, int slot,
                        const SlotAccess& access, std::stop_token token,
                        const std::function<void()>& begun) {
    ++result_.attempts;
    const auto programs = bed_.slots.at(slot);
    const std::string name = work_name(plan_, job);
    world_.truths.erase(name);
    const std::int64_t since = world_.now();
    AttemptResult result =
        run_attempt(plan_, job, slot, access, simulated_peers(world_, programs, token),
                    world_.clock, campaign.work(), token, begun);
    spans_[name] = {since, world_.now()};
    if (result.end == AttemptResult::End::kFinished && !result.dirty) {
      const auto& links = programs->daemon->links;
      if (programs->daemon->alive && links.contains(programs->link_name))
        broken("a slot that is called clean has a link");
    }
    return result;
  }

  /// Compares what the store counts as valid with what happened.
  void check_valid(const Job& job, const AttemptRecord& record) {
    const std::string name = work_name(plan_, job);
    const Case& test_case = plan_.cases(job.case_index);
    const auto repetition = plan_repetition(plan_, test_case, job.number);
    const Truth& truth = world_.truths[name];
    if (record.cause != Cause::kNone) broken("a valid attempt has a cause");
    if (truth.seed != repetition.seed) broken("valid with another seed");
    if (truth.changed_by_hand) broken("valid though its link was changed by hand");
    if (truth.strangers) broken("valid with flows of another attempt on its hosts");
    for (int i = 0; i < test_case.workload().flows_size(); ++i) {
      const std::string& flow = test_case.workload().flows(i).name();
      const std::int64_t planned = truth.link_start + plan_.test_set().settle() +
                                   repetition.starts.at(static_cast<std::size_t>(i)).at.ns();
      const auto started = truth.sources.find(flow);
      if (started == truth.sources.end() || started->second != planned)
        broken("valid though flow " + flow + " did not start as planned");
      const auto ends = truth.ends.find(flow);
      if (ends == truth.ends.end() || ends->second < 2)
        broken("valid though an end of flow " + flow + " did not end well");
    }
    const auto [since, until] = spans_.at(name);
    for (const std::int64_t step : steps_)
      if (step > since && step < until) broken("valid though the clock was set meanwhile");
  }

  void check_directory() {
    Database database((root_ / kStoreFile).string(), Database::Mode::kReadOnly);
    auto row = database.prepare(
        "SELECT r.state, a.directory, a.verdict, r.attempt_id = a.id FROM attempt a JOIN "
        "repetition r "
        "USING (case_id, number)");
    std::set<std::string> known;
    while (row.step()) {
      known.insert(row.text(1));
      if (!fs::exists(root_ / row.text(1) / "verdict.json"))
        broken("an attempt has no verdict.json");
      if (row.text(0) == "pending") broken("a repetition is pending in a campaign that is over");
      if (row.text(0) == "done" && row.integer(3) == 1 && row.text(2) != "valid")
        broken("a repetition counts by an attempt that is not valid");
    }
    std::size_t found = 0;
    for (const auto& one : fs::directory_iterator(root_ / "attempts"))
      for (const auto& attempt : fs::directory_iterator(one.path())) {
        (void)attempt;
        ++found;
      }
    if (found != known.size()) broken("attempts on the disk and in the store differ");
    auto whole = database.prepare("PRAGMA integrity_check");
    if (!whole.step() || whole.text(0) != "ok") broken("the store is damaged");
  }

  const fs::path root_;
  SimWorld world_;
  Bed bed_;
  Plan plan_;
  SimulationResult result_;
  int slots_ = 1;
  double full_share_ = 0;
  std::int64_t full_phase_ = 0;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> spans_;  // of attempts
  std::vector<std::int64_t> steps_;
};

}  // namespace

SimulationResult simulate_runner(std::uint64_t seed, const fs::path& directory) {
  return Simulation(seed, directory).run();
}

}  // namespace seawind::test
