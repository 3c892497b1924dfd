// SPDX-License-Identifier: GPL-3.0-or-later
// The link of a running attempt: its counters, and changes by hand.
//
// Only the user whose controller runs the campaign has access, because that user owns the daemon's
// socket. Every call blocks. Two threads must not call methods of one object at the same time. An
// object refers to the attempt that was in the slot when the object was made, never to the slot's
// next attempt.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "common/diagnostics.h"
#include "common/error.h"
#include "controller/campaign/live.h"

namespace seawind {

class LinkReport;

/// "slot 2: e0/baseline/w1 repetition 3, attempt 1".
std::string attempt_text(const LiveSlot& slot);

/// The campaign does not run, the slot is empty, the attempt has ended, or it has no link yet.
class NoLiveLink : public Error {
 public:
  using Error::Error;
};

// -------------------------------------------------------------------------------------- changes

enum class LinkDirections { kBoth, kDownlink, kUplink };

/// A requested change. All parts take effect at one instant and are applied in this order.
struct RequestedChange {
  std::string profile{};  // a handover: the link's new profile, a name or a file; empty: unchanged
  std::string router{};   // of the downlink: a name or a file; "off": none; empty: unchanged
  /// Single parameters, path and value as in a profile: {"downlink.rate_base", "32kbit/s"},
  /// {"uplink.states.bad.error_probability", "10%"}. The value `off` switches a parameter off.
  std::vector<std::pair<std::string, std::string>> set{};
  std::optional<std::chrono::nanoseconds> outage{};  // an outage of this duration
  LinkDirections outage_directions = LinkDirections::kBoth;

  bool empty() const { return profile.empty() && router.empty() && set.empty() && !outage; }
};

/// A parameter that was changed. Values as YAML writes them; `off`: none.
struct ChangedValue {
  std::string path;  // "link.downlink.rate_base"
  std::string before;
  std::string after;
};

struct AppliedChange {
  std::int64_t link_time_ns = 0;  // link time at which the change took effect
  std::vector<ChangedValue> values{};
};

// ----------------------------------------------------------------------------------------- link

class LiveLink {
 public:
  /// Refers to the attempt that is now in `slot` of the campaign. Throws NoLiveLink.
  LiveLink(const std::filesystem::path& campaign, int slot);
  ~LiveLink();
  LiveLink(LiveLink&&) noexcept;
  LiveLink& operator=(LiveLink&&) noexcept;

  /// The attempt, as it was when the object was made.
  const LiveSlot& attempt() const;

  enum class WatchEnd {
    kStopped,      // on request
    kAttemptOver,  // the attempt or the campaign has ended
  };
  /// Passes the counters to `callback` every `interval` (10 ms to 1 h), in the calling thread, from
  /// the attempt's first link to the attempt's end. Waits for a link that has not begun. Throws
  /// Error when the daemon does not answer.
  WatchEnd watch(std::chrono::milliseconds interval, const std::stop_token& stop,
                 const std::function<void(const LinkReport&)>& callback);

  /// The link's whole current configuration, including changes of the test set's timeline and
  /// changes by hand. The link as a YAML profile, the routers as router files; empty: none.
  struct Configuration {
    std::string link;
    std::string downlink_router;
    std::string uplink_router;
    std::int64_t link_time_ns = 0;
    std::uint64_t version = 0;  // grows with every change, including those of the timeline
  };
  Configuration configuration();

  /// Changes the link, all or nothing, and records the change in `changes.jsonl` beside the
  /// attempt's logs. Returns nothing when there are problems, which are located by the parts of the
  /// request: "--set downlink.rate_base". `configs`: searched for names after the current
  /// directory. Throws NoLiveLink, or Error when the daemon does not answer.
  std::optional<AppliedChange> change(const RequestedChange& request,
                                      const std::filesystem::path& configs, Diagnostics& problems);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
