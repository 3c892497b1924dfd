// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live_link.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/pause_until.h"
#include "common/unix_time.h"
#include "controller/campaign/changes_log.h"
#include "controller/campaign/control.h"
#include "controller/campaign/job.h"
#include "controller/store/layout.h"
#include "controller/store/read_plan.h"
#include "controller/store/store.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Interval at which the start of a link is polled.
constexpr milliseconds kPollInterval{50};
/// How long to wait, after the daemon stops answering, for it to come back or for the campaign to
/// report its end.
constexpr std::chrono::seconds kGone{5};
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
          fmt::format("{} is a recording; `seawind link list` has the links of `seawind bridge`",
                      campaign.string()));
    throw NoLiveLink(
        fmt::format("the campaign {0} is starting and has no link yet; repeat the "
                    "command when `seawind status {0}` lists the slot",
                    campaign.string()));
  }
  throw NoLiveLink(fmt::format("the campaign {} is {}", campaign.string(),
                               not_running_text(campaign, campaign.string())));
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
  std::unique_ptr<DaemonLink> link;

  /// Whether the attempt is still running.
  bool is_running() const {
    const auto live = read_live(campaign);
    return live && live->relay == relay &&
           std::any_of(live->running_slots.begin(), live->running_slots.end(),
                       [this](const LiveSlot& slot) { return same_attempt(slot, attempt); });
  }
  void require_running() const {
    if (!is_running()) throw NoLiveLink(attempt_text(attempt) + " has ended");
  }
  [[noreturn]] void refuse(const LinkCallError& error) const {
    require_running();
    if (error.code() == grpc::StatusCode::NOT_FOUND)
      throw NoLiveLink(
          attempt_text(attempt) +
          " has no link now: the link exists from the end of the set-up to the end of the "
          "attempt; repeat the command");
    throw Error(fmt::format("cannot {} of slot {}: {}", error.call(), attempt.slot, error.what()));
  }
};

LiveLink::LiveLink(const std::filesystem::path& campaign, int slot)
    : impl_(std::make_unique<Impl>()) {
  const LiveState live = running(campaign);
  const auto found = std::find_if(live.running_slots.begin(), live.running_slots.end(),
                                  [&](const LiveSlot& one) { return one.slot == slot; });
  if (found == live.running_slots.end()) {
    std::vector<int> used;
    for (const LiveSlot& one : live.running_slots) used.push_back(one.slot);
    throw NoLiveLink(fmt::format(
        "no repetition runs in slot {0} of the campaign {1}; slots in use: {2}; see `seawind "
        "status {1}`",
        slot, campaign.string(), used.empty() ? "none" : fmt::format("{}", fmt::join(used, ", "))));
  }
  impl_->campaign = campaign;
  impl_->attempt = *found;
  impl_->relay = live.relay;
  impl_->link = std::make_unique<DaemonLink>(live.relay, found->link);
}

LiveLink::~LiveLink() = default;
LiveLink::LiveLink(LiveLink&&) noexcept = default;
LiveLink& LiveLink::operator=(LiveLink&&) noexcept = default;

const LiveSlot& LiveLink::attempt() const {
  return impl_->attempt;
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
    const grpc::Status status = impl_->link->stream(interval, stop, take);
    if (stop.stop_requested()) break;
    if (status.error_code() == grpc::StatusCode::INVALID_ARGUMENT)
      impl_->refuse({"watch the link", status});
    // NOT_FOUND: the link does not exist yet. After any other error the daemon may return within a
    // limited time.
    if (!status.ok() && status.error_code() != grpc::StatusCode::NOT_FOUND &&
        status.error_code() != grpc::StatusCode::CANCELLED) {
      if (!gone) gone = steady_clock::now();
      if (steady_clock::now() > *gone + kGone) impl_->refuse({"watch the link", status});
    }
    pause_until(steady_clock::now() + kPollInterval, stop);
  }
  return WatchEnd::kStopped;
}

ShownLink LiveLink::configuration(const std::stop_token& stop) {
  try {
    ShownLink now = impl_->link->configuration(stop);
    // The link of the slot's next attempt has the same name.
    impl_->require_running();
    return now;
  } catch (const LinkCallError& error) {
    impl_->refuse(error);
  }
}

std::optional<AppliedChange> LiveLink::change(const RequestedChange& request,
                                              const std::filesystem::path& configs,
                                              Diagnostics& problems) {
  impl_->require_running();
  const LiveSlot& attempt = impl_->attempt;
  const Directory campaign(impl_->campaign);
  const Plan plan = read_plan(impl_->campaign);
  if (attempt.case_index >= plan.cases_size())
    throw Error(fmt::format(
        "cannot change the link of slot {}: {} names case {}, but the plan has {} cases",
        attempt.slot, kLiveFile, attempt.case_index, plan.cases_size()));
  ChangesLog log(campaign, attempt.directory);
  try {
    const auto done = impl_->link->change(
        request, {plan.test_set(), plan.cases(attempt.case_index).workload(), kFirstFlowPort},
        {{".", configs}}, problems, [this] { impl_->require_running(); });
    if (done) log.add(request, *done);
    return done;
  } catch (const LinkCallError& error) {
    impl_->refuse(error);
  }
}

}  // namespace seawind
