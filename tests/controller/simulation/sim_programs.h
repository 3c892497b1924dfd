// SPDX-License-Identifier: GPL-3.0-or-later
// The servers of a slot in simulated time: seawindd with its links, and the agents of both hosts
// with their generators. Every call may be lost, answered late, carried out twice, or carried out
// after later calls. Programs die and stall. Each program records what really happened, for a
// comparison with the controller's records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include "controller/campaign/session.h"
#include "tests/controller/simulation/sim_clock.h"

namespace seawind::test {

inline constexpr std::int64_t kSecond = 1'000'000'000;  // in ns
/// Bytes of each flow in the simulated link's log. A workload has at most two flows, both on the
/// downlink.
inline constexpr std::int64_t kFlowSize = 5360;

/// What really happened on an attempt's link and to its flows.
struct Truth {
  std::uint64_t seed = 0;
  std::int64_t link_start = 0;
  bool changed_by_hand = false;
  std::map<std::string, std::int64_t> sources;  // flow -> start instant
  std::map<std::string, int> ends;              // flow -> number of ends that reported success
  bool strangers = false;  // flows of another attempt were on the same hosts while it ran
};

/// Time, randomness and the faults of one simulated world.
class SimWorld {
 public:
  SimWorld(std::uint64_t seed, std::filesystem::path logs)
      : clock(seed), logs_(std::move(logs)), random_(seed) {}

  std::uint64_t draw(std::uint64_t below) { return random_() % below; }
  bool happens(double probability) {
    return static_cast<double>(random_() >> 11U) * 0x1p-53 < probability;
  }
  std::int64_t now() const { return ns_of(clock.now()); }
  const std::filesystem::path& logs() const { return logs_; }

  /// Carries out `effect` after `after_ns`, before any other event at that instant or later.
  void later(std::int64_t after_ns, std::function<void()> effect);
  void carry_out_due();

  SimClock clock;
  double trouble = 0;               // probability of a fault of one call
  std::function<bool()> disk_full;  // whether the disk is full now
  std::function<void(int slot, const std::string& words)> lose;  // reports a loss to the test bed
  std::function<void(const std::string& method)> on_call;        // before its effect; may be empty
  std::map<std::string, Truth> truths;                           // by the attempt's folder
  int calls = 0;
  int faults = 0;

 private:
  const std::filesystem::path logs_;
  std::mt19937_64 random_;
  std::multimap<std::int64_t, std::function<void()>> effects_;
};

/// One process of seawindd, from its start to its death.
struct SimDaemon {
  struct Link {
    std::uint64_t seed = 0;
    std::string event_log;
    std::int64_t start = 0;
    std::uint32_t changes = 0;
  };
  std::map<std::string, Link> links;
  bool alive = true;
  bool gone = false;  // the test bed has started a new one
};

/// Both hosts of a slot, from their creation to their destruction.
struct SimSlot {
  struct Generator {
    std::string folder;   // of the attempt
    bool serves = false;  // a sink, which ends with its source
    std::optional<std::int64_t> started = {};
    std::int64_t ends = 0;
    std::string error = {};
    int error_number = 0;
    std::int64_t lost_datagrams = 0;
  };
  struct Host {
    std::map<std::string, Generator> generators;  // by flow and end
    bool alive = true;
  };
  Host fixed, mobile;
  int number = 0;
  bool gone = false;  // destroyed
  std::string link_name;
  std::shared_ptr<SimDaemon> daemon;
};

/// Stubs of the slot's programs; `stop` interrupts calls.
SlotPeers simulated_peers(SimWorld& world, const std::shared_ptr<SimSlot>& slot,
                          const std::stop_token& stop);

}  // namespace seawind::test
