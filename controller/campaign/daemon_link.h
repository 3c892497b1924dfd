// SPDX-License-Identifier: GPL-3.0-or-later
// A link of a relay daemon, by its name there: its counters, its configuration, changes by hand.
// Every call blocks. Errors of calls throw LinkCallError.
#pragma once

#include <grpcpp/support/status.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "common/diagnostics.h"
#include "common/error.h"
#include "controller/testset/link_change.h"

namespace grpc {
class Channel;
}

namespace seawind {

class CreateLinkRequest;
class LinkConfiguration;
class LinkReport;

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

struct AppliedChange {
  std::int64_t link_time_ns = 0;  // link time at which the change took effect
  std::vector<Difference> values{};
};

/// A call that the daemon refused or did not answer. what(): the daemon's message.
class LinkCallError : public Error {
 public:
  LinkCallError(const char* call, const grpc::Status& status)
      : LinkCallError(call, status.error_code(), status.error_message()) {}
  LinkCallError(const char* call, grpc::StatusCode code, const std::string& words)
      : Error(words), call_(call), code_(code) {}
  const char* call() const { return call_; }  // "read the link"
  grpc::StatusCode code() const { return code_; }

 private:
  const char* call_;
  grpc::StatusCode code_;
};

/// A configuration: the link as a YAML profile, the routers as router files; empty: none.
struct ShownLink {
  std::string link;
  std::string downlink_router;
  std::string uplink_router;
  std::int64_t link_time_ns = 0;
  std::uint64_t version = 0;  // grows with every change, including those of a timeline
  std::string profile{};      // its name
  std::string outages{};      // of the profile; empty: none
};

class DaemonLink {
 public:
  /// `socket`: of the daemon.
  DaemonLink(const std::string& socket, std::string name);

  const std::string& name() const { return name_; }
  /// The configuration, with all changes so far. `stop`: ends the call, which then throws.
  LinkConfiguration read(const std::stop_token& stop = {}) const;
  /// The same, as text.
  ShownLink configuration(const std::stop_token& stop = {}) const;
  /// Changes the link, all or nothing. Returns nothing when there are problems, which are located
  /// by the parts of the request: "--set downlink.rate_base". `search`: for names of files. `check`
  /// may throw between reading the configuration and changing it.
  std::optional<AppliedChange> change(
      const RequestedChange& request, const RunningCase& where, const SearchPath& search,
      Diagnostics& problems, const std::function<void()>& check = [] {}) const;
  /// Passes the counters to `callback` at once and then every `interval` (10 ms to 1 h), until a
  /// stop, or until the callback returns false. Returns how the stream ended: NOT_FOUND: no such
  /// link; CANCELLED: by stop or callback.
  grpc::Status stream(std::chrono::milliseconds interval, const std::stop_token& stop,
                      const std::function<bool(const LinkReport&)>& callback) const;
  /// Makes the link; its name in `request` is that of this object.
  void create(CreateLinkRequest request) const;
  /// Ends the link and returns its last report.
  LinkReport remove() const;

 private:
  std::optional<AppliedChange> try_change(const RequestedChange& request, const RunningCase& where,
                                          const SearchPath& search, Diagnostics& problems,
                                          const std::function<void()>& check, bool& again) const;

  std::string name_;
  std::string socket_;
  std::shared_ptr<grpc::Channel> daemon_;
};

/// The links of a daemon, by name. Throws LinkCallError, whose text reports a socket without a
/// daemon.
std::vector<LinkReport> links_of(const std::string& socket);

}  // namespace seawind
