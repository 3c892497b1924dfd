// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <sstream>

#include "common/unix_time.h"
#include "controller/campaign/changes_log.h"
#include "controller/campaign/control.h"
#include "controller/campaign/job.h"
#include "controller/store/layout.h"
#include "controller/store/read_plan.h"
#include "controller/store/store.h"
#include "controller/testbed/call_limit.h"
#include "controller/testset/link_change.h"
#include "controller/testset/show_config.h"
#include "emulator/api/emulator.grpc.pb.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kAnswer{5};
/// Interval at which the start of a link is polled.
constexpr milliseconds kLook{50};
/// How long to wait, after the daemon stops answering, for it to come back or for the campaign to
/// report its end.
constexpr std::chrono::seconds kGone{5};
/// Number of tries for a change. A try fails when another change is made between reading and
/// changing the link.
constexpr int kTries = 5;
/// Reports whose links began further apart than this belong to different links.
constexpr std::int64_t kSameLink = 50'000'000;  // ns

bool same_attempt(const LiveSlot& a, const LiveSlot& b) {
  return a.slot == b.slot && a.case_index == b.case_index && a.repetition == b.repetition &&
         a.attempt == b.attempt && a.since_unix_ns == b.since_unix_ns;
}

LiveState running(const std::filesystem::path& campaign) {
  auto live = read_live(campaign);
  if (live) return std::move(*live);
  if (is_running(campaign)) {
    if (is_recording(Store(campaign / kStoreFile, Store::Access::kReadOnly).campaign()))
      throw NoLiveLink(
          fmt::format("{} is a recording of `seawind exec`, whose link no command shows or changes",
                      campaign.string()));
    throw NoLiveLink(
        fmt::format("the campaign {0} is starting and has no link yet; repeat the "
                    "command when `seawind status {0}` lists the slot",
                    campaign.string()));
  }
  throw NoLiveLink(fmt::format(
      "the campaign {0} is not running; `seawind resume {0}` runs the missing repetitions",
      campaign.string()));
}

AffectsSpec affects(LinkDirections directions) {
  switch (directions) {
    case LinkDirections::kDownlink:
      return DOWNLINK;
    case LinkDirections::kUplink:
      return UPLINK;
    default:
      return BOTH;
  }
}

/// Waits for `time` or until `stop`.
void pause(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

std::string attempt_text(const LiveSlot& slot) {
  return fmt::format("slot {}: {} repetition {}, attempt {}", slot.slot, slot.case_name,
                     slot.repetition, slot.attempt);
}

struct LiveLink::Impl {
  std::filesystem::path campaign;
  LiveSlot attempt;
  std::string relay;
  std::unique_ptr<Emulator::Stub> daemon;

  /// Whether the attempt is still running.
  bool is_running() const {
    const auto live = read_live(campaign);
    return live && live->relay == relay &&
           std::any_of(live->slots.begin(), live->slots.end(),
                       [this](const LiveSlot& slot) { return same_attempt(slot, attempt); });
  }
  void require_running() const {
    if (!is_running()) throw NoLiveLink(attempt_text(attempt) + " has ended");
  }
  [[noreturn]] void refuse(const char* what, const grpc::Status& status) const {
    require_running();
    if (status.error_code() == grpc::StatusCode::NOT_FOUND)
      throw NoLiveLink(
          attempt_text(attempt) +
          " has no link now: the link exists from the end of the set-up to the end of the "
          "attempt; repeat the command");
    throw Error(
        fmt::format("cannot {} of slot {}: {}", what, attempt.slot, status.error_message()));
  }
  LinkConfiguration get() const {
    grpc::ClientContext context;
    const CallLimit limit(context, kAnswer);
    LinkRequest request;
    request.set_name(attempt.link);
    LinkConfiguration answer;
    const auto status = limit.judge(daemon->GetLink(&context, request, &answer));
    if (!status.ok()) refuse("read the link", status);
    // The link of the slot's next attempt has the same name.
    require_running();
    return answer;
  }
  std::optional<AppliedChange> try_change(const RequestedChange& request, const Plan& plan,
                                          const SearchPath& search, bool& again,
                                          Diagnostics& problems) const;
  grpc::Status stream(milliseconds interval, const std::stop_token& stop,
                      const std::function<bool(const LinkReport&)>& callback) const;
};

LiveLink::LiveLink(const std::filesystem::path& campaign, int slot)
    : impl_(std::make_unique<Impl>()) {
  const LiveState live = running(campaign);
  const auto found = std::find_if(live.slots.begin(), live.slots.end(),
                                  [&](const LiveSlot& one) { return one.slot == slot; });
  if (found == live.slots.end()) {
    std::vector<int> used;
    for (const LiveSlot& one : live.slots) used.push_back(one.slot);
    throw NoLiveLink(fmt::format(
        "no repetition runs in slot {0} of the campaign {1}; slots in use: {2}; see `seawind "
        "status {1}`",
        slot, campaign.string(), used.empty() ? "none" : fmt::format("{}", fmt::join(used, ", "))));
  }
  impl_->campaign = campaign;
  impl_->attempt = *found;
  impl_->relay = live.relay;
  impl_->daemon = Emulator::NewStub(connect_to(live.relay));
}

LiveLink::~LiveLink() = default;
LiveLink::LiveLink(LiveLink&&) noexcept = default;
LiveLink& LiveLink::operator=(LiveLink&&) noexcept = default;

const LiveSlot& LiveLink::attempt() const {
  return impl_->attempt;
}

grpc::Status LiveLink::Impl::stream(milliseconds interval, const std::stop_token& stop,
                                    const std::function<bool(const LinkReport&)>& callback) const {
  grpc::ClientContext context;
  const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
  ReportsRequest request;
  request.set_name(attempt.link);
  request.set_interval_ns(std::chrono::nanoseconds(interval).count());
  // The first report comes at once, each further one after the interval.
  std::optional<CallLimit> limit(std::in_place, context, kAnswer);
  const auto reader = daemon->WatchReports(&context, request);
  Reports reports;
  while (reader->Read(&reports)) {
    limit.emplace(context, interval + kAnswer);
    if (reports.links().empty() || callback(reports.links(0))) continue;
    context.TryCancel();
    break;
  }
  return limit->judge(reader->Finish());
}

LiveLink::WatchEnd LiveLink::watch(milliseconds interval, const std::stop_token& stop,
                                   const std::function<void(const LinkReport&)>& callback) {
  std::optional<std::int64_t> began;  // start of the watched link, of CLOCK_REALTIME
  std::optional<steady_clock::time_point> gone;
  const auto take = [&](const LinkReport& report) {
    const std::int64_t start = unix_now() - report.link_time_ns();
    if (!began || std::abs(start - *began) > kSameLink) {
      if (!impl_->is_running()) return false;  // this link belongs to the slot's next attempt
      began = start;
    }
    gone.reset();
    callback(report);
    return true;
  };
  while (!stop.stop_requested()) {
    if (!impl_->is_running()) return WatchEnd::kAttemptOver;
    const grpc::Status status = impl_->stream(interval, stop, take);
    if (stop.stop_requested()) break;
    if (status.error_code() == grpc::StatusCode::INVALID_ARGUMENT)
      impl_->refuse("watch the link", status);
    // NOT_FOUND: the link does not exist yet. After any other error the daemon may return within a
    // limited time.
    if (!status.ok() && status.error_code() != grpc::StatusCode::NOT_FOUND &&
        status.error_code() != grpc::StatusCode::CANCELLED) {
      if (!gone) gone = steady_clock::now();
      if (steady_clock::now() > *gone + kGone) impl_->refuse("watch the link", status);
    }
    pause(kLook, stop);
  }
  return WatchEnd::kStopped;
}

LiveLink::Configuration LiveLink::configuration() {
  const LinkConfiguration got = impl_->get();
  const HopSpec& hop = got.hop();
  return {.link = show_config(hop.link()),
          .downlink_router = hop.has_downlink_router() ? show_config(hop.downlink_router()) : "",
          .uplink_router = hop.has_uplink_router() ? show_config(hop.uplink_router()) : "",
          .link_time_ns = got.link_time_ns(),
          .version = got.version()};
}

std::optional<AppliedChange> LiveLink::Impl::try_change(const RequestedChange& requested,
                                                        const Plan& plan, const SearchPath& search,
                                                        bool& again, Diagnostics& problems) const {
  again = false;
  const LinkConfiguration now = get();
  if (attempt.case_index >= plan.cases_size())
    throw Error(fmt::format(
        "cannot change the link of slot {}: {} names case {}, but the plan has {} cases",
        attempt.slot, kLiveFile, attempt.case_index, plan.cases_size()));
  const RunningCase where{plan.test_set(), plan.cases(attempt.case_index).workload(),
                          kFirstFlowPort};
  const auto wanted = edited_link({requested.profile, requested.router, requested.set}, now.hop(),
                                  where, search, problems);
  if (!wanted) return {};
  ChangeLinkRequest request;
  request.set_name(attempt.link);
  *request.mutable_hop() = *wanted;
  request.set_only_if_version(now.version());
  HopSpec after = *wanted;
  if (requested.outage) {
    OutageSpec& outage = *request.add_outages_now();
    outage.mutable_length()->set_fixed(static_cast<double>(requested.outage->count()));
    outage.set_affects(affects(requested.outage_directions));
    *after.mutable_link()->add_outages() = outage;
  }
  if (differences(now.hop(), after).empty()) {
    problems.add({.file = "the changed link"},
                 "nothing would change: the link already has these values");
    return {};
  }
  grpc::ClientContext context;
  const CallLimit limit(context, kAnswer);
  LinkChanged changed;
  const auto status = limit.judge(daemon->ChangeLink(&context, request, &changed));
  again = status.error_code() == grpc::StatusCode::ABORTED;
  if (again) return {};
  if (status.error_code() == grpc::StatusCode::INVALID_ARGUMENT) {
    std::istringstream lines(status.error_message());
    for (std::string line; std::getline(lines, line);)
      problems.add({.file = "the changed link"}, line);
    return {};
  }
  if (!status.ok()) refuse("change the link", status);
  if (requested.outage) {
    OutageSpec& outage = *after.mutable_link()->mutable_outages(after.link().outages_size() - 1);
    outage.set_at(changed.link_time_ns());
  }
  AppliedChange done{.link_time_ns = changed.link_time_ns(), .values = {}};
  for (Difference& one : differences(now.hop(), after))
    done.values.push_back({std::move(one.path), std::move(one.before), std::move(one.after)});
  return done;
}

std::optional<AppliedChange> LiveLink::change(const RequestedChange& request,
                                              const std::filesystem::path& configs,
                                              Diagnostics& problems) {
  if (request.empty()) {
    problems.add({.file = "the changed link"},
                 "nothing would change: the request contains no change");
    return {};
  }
  impl_->require_running();
  const Directory campaign(impl_->campaign);
  const Plan plan = read_plan(impl_->campaign);
  const SearchPath search{{".", configs}};
  ChangesLog log(campaign, impl_->attempt.directory);
  for (int i = 0; i < kTries; ++i) {
    bool again = false;
    const auto done = impl_->try_change(request, plan, search, again, problems);
    if (done) log.add(request, *done);
    if (done || !again) return done;
  }
  throw Error(
      fmt::format("cannot change the link of slot {}: other clients change it at the same time",
                  impl_->attempt.slot));
}

}  // namespace seawind
