// SPDX-License-Identifier: GPL-3.0-or-later
// The component that relays packets between the two hosts of a bed during a measurement.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tests/bench/relay_bench/bed.h"
#include "tests/bench/relay_bench/process.h"
#include "tests/bench/relay_bench/stats.h"

namespace seawind::bench {

/// The things compared.
struct RelayKind {
  enum class What { kBareVeth, kBareRelay, kDaemon };
  What what = What::kBareVeth;
  std::string port;       // kDaemon: port kind; empty: the daemon's choice
  bool realtime = false;  // SCHED_FIFO; false: the relay may not raise its priority at all
  int cpu = -1;           // the only processor the relay may use; -1: any
  bool nice = false;      // kDaemon, not realtime: it may make itself as nice as root can
  std::string name() const;
  bool operator==(const RelayKind&) const = default;
};

/// The requested link, the same in both directions.
struct LinkSettings {
  IdealLink ideal;                          // the bare relay uses only its delay
  std::int64_t buffer_bytes = 100'000'000;  // send buffer
  bool event_log = true;                    // kDaemon: write it, as a repetition does
  bool everything = false;                  // kDaemon: every part of the model that loses nothing
};

/// The daemon's own account of one link or of several together; times in microseconds.
struct DaemonReport {
  std::uint64_t received = 0, releases = 0;
  double p50 = 0, p99 = 0, p999 = 0, max = 0, arrival_lag_max = 0;
  std::uint64_t model_drops = 0, capture_drops = 0, inject_failures = 0, log_overruns = 0;
  std::uint64_t clamped_stamps = 0, stalls = 0;
  bool realtime = false;
};

/// A relay that is ready to carry packets. It ends with this object.
class Path {
 public:
  virtual ~Path() = default;
  /// The ideal treatment of a packet.
  virtual IdealLink ideal() const = 0;
  /// The relaying process; nullptr: none.
  virtual const Process* process() const { return nullptr; }
  /// Ends the links and returns the relay's own timing report; only a daemon has one.
  virtual std::optional<DaemonReport> finish() { return std::nullopt; }
};

/// `bed` must fit the kind (direct for kBareVeth) and outlive the path. `daemon_program`: seawindd.
std::unique_ptr<Path> make_path(const RelayKind& kind, const Bed& bed, const LinkSettings& settings,
                                const std::string& daemon_program);

}  // namespace seawind::bench
