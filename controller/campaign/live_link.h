// SPDX-License-Identifier: GPL-3.0-or-later
// The link of an attempt that is under way: its counters as they grow, and changes by hand.
//
// Only the user whose controller runs the campaign reaches it (the daemon's socket is his). Every
// call blocks; none may be made from two threads at once on one object. Each of them speaks of the
// attempt that was in the slot when the object was made: its slot's next attempt is another one.
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
#include "controller/campaign/link_sample.h"
#include "controller/campaign/live.h"

namespace seawind {

/// The campaign does not run, nothing is in that slot, the attempt is over, or it has no link yet.
class NoLiveLink : public Error {
 public:
  using Error::Error;
};

// -------------------------------------------------------------------------------------- changes

enum class LinkDirections { kBoth, kDownlink, kUplink };

/// What is to change, all of it at one instant, in this order.
struct LinkChangeWish {
  std::string
      profile{};  // a handover: the link becomes this profile, a name or a file; empty: stays
  std::string router{};  // in front of the downlink: a name or a file; "off": none; empty: stays
  /// Single parameters: path and value as in a profile: {"downlink.rate_base", "32kbit/s"},
  /// {"uplink.states.bad.error_probability", "10%"}; the value `off` switches one off.
  std::vector<std::pair<std::string, std::string>> set{};
  std::optional<std::chrono::nanoseconds> outage{};  // one that begins at that instant, so long
  LinkDirections outage_directions = LinkDirections::kBoth;

  bool empty() const { return profile.empty() && router.empty() && set.empty() && !outage; }
};

/// A parameter that a change made another one. Values as YAML writes them; `off`: none.
struct ChangedValue {
  std::string path;  // "link.downlink.rate_base"
  std::string before;
  std::string after;
};

struct LinkChangeDone {
  std::int64_t link_time_ns = 0;  // the instant, in the link's time
  std::vector<ChangedValue> values{};
};

// ----------------------------------------------------------------------------------------- link

class LiveLink {
 public:
  /// The attempt that is in `slot` of the campaign now. Throws NoLiveLink.
  LiveLink(const std::filesystem::path& campaign, int slot);
  ~LiveLink();
  LiveLink(LiveLink&&) noexcept;
  LiveLink& operator=(LiveLink&&) noexcept;

  /// What is known of the attempt when the object was made.
  const LiveSlot& attempt() const;

  /// The counters now. Throws NoLiveLink.
  LinkSample sample();

  enum class WatchEnd {
    kStopped,      // on request
    kAttemptOver,  // the attempt, or the campaign, has ended
  };
  /// Calls back, in the calling thread, every `interval` (10 ms to 1 h) with the counters, from the
  /// attempt's first link to its end: waits for a link that has not begun. Throws Error when the
  /// daemon does not answer.
  WatchEnd watch(std::chrono::milliseconds interval, const std::stop_token& stop,
                 const std::function<void(const LinkSample&)>& callback);

  /// The link's whole configuration now, changes of the test set's timeline and those by hand
  /// included: YAML as a profile has it. The router: as a router file; empty: none.
  struct Configuration {
    std::string link;
    std::string downlink_router;
    std::string uplink_router;
    std::int64_t link_time_ns = 0;
    std::uint64_t version = 0;  // grows with every change, the timeline's included
  };
  Configuration configuration();

  /// Changes the link, all or nothing, and notes it in `changes.jsonl` beside the attempt's logs.
  /// Nothing when there are problems, which are named as the wish names things: "--set
  /// downlink.rate_base". `configs`: where names are looked up, after ./. Throws NoLiveLink, or
  /// Error when the daemon does not answer.
  std::optional<LinkChangeDone> change(const LinkChangeWish& wish,
                                       const std::filesystem::path& configs, Diagnostics& problems);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
