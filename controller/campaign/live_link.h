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

#include "common/diagnostics.h"
#include "common/error.h"
#include "controller/campaign/daemon_link.h"
#include "controller/campaign/live.h"

namespace seawind {

/// "slot 2: e0/baseline/w1 repetition 3, attempt 1".
std::string attempt_text(const LiveSlot& slot);

/// The campaign does not run, the slot is empty, the attempt has ended, or it has no link yet.
class NoLiveLink : public Error {
 public:
  using Error::Error;
};

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

  /// The configuration, including changes by the test set's timeline and by hand. Throws as
  /// change() does, and Error after a stop.
  ShownLink configuration(const std::stop_token& stop = {});

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
