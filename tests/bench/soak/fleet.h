// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a soak in one daemon: made, changed, removed, and their packets accounted for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "emulator/api/emulator.grpc.pb.h"
#include "tests/bench/relay_bench/bed.h"

namespace seawind::soak {

/// Of all links and directions together, those that are removed included.
struct Totals {
  std::uint64_t received = 0, generated = 0, delivered = 0, dropped = 0, held = 0;
  std::uint64_t capture_drops = 0, inject_failures = 0, log_overruns = 0, clamped = 0, stalls = 0;
  std::int64_t lateness_p999_ns = 0;  // largest value of the existing links

  void add(const LinkReport& report);
  std::uint64_t packets() const { return received + generated; }
};

class Fleet {
 public:
  /// Makes every link of the bed at the daemon behind `socket`: a fast one, one with errors and
  /// ARQ, one that is too slow for its traffic, one with fq_codel and a drawn delay, and so on in
  /// turn. Throws Error with the daemon's answer when it refuses.
  Fleet(const bench::Bed& bed, const std::string& socket);
  ~Fleet();

  std::size_t size() const { return bed_.links().size(); }
  std::string name(std::size_t link) const;
  /// Changes its rate and its delay; another value each time.
  void change(std::size_t link);
  /// Removes it, checks its last report, makes it again.
  void renew(std::size_t link);

  /// Checks for every link: received + generated = delivered + dropped + held, in packets and (with
  /// truncated bytes) in bytes. Appends violations to `broken`.
  Totals account(std::vector<std::string>& broken);
  /// Every packet that was sent to a link must have reached it or be counted as lost by the
  /// capture.
  void account_sent(std::size_t link, std::uint64_t down, std::uint64_t up,
                    std::vector<std::string>& broken);

  std::uint64_t changes() const { return changes_; }
  std::uint64_t renewals() const { return renewals_; }
  /// Packets that links held when they were removed; a part of Totals::held.
  std::uint64_t held_at_removal() const { return removed_.held; }

 private:
  void create(std::size_t link);
  Reports reports(const std::string& name);

  const bench::Bed& bed_;
  std::unique_ptr<Emulator::Stub> stub_;
  Totals removed_;
  std::vector<std::string> broken_;  // found when a link was removed
  std::uint64_t changes_ = 0, renewals_ = 0;
};

}  // namespace seawind::soak
