// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the relay thread of a link at its creation: the thread with the smallest load of those on
// the NUMA node of the fixed interface, or of the mobile one if that has none. If no thread is on
// that node, all threads are candidates. A load is the sum of the largest rates of the links; at
// equal loads the thread with fewer links is chosen, then the first. A link never moves.
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "common/event_log.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// The largest rate of the states times its channels (the mean of one that is drawn), the largest
/// step of a schedule, or the average of a delivery trace, in bit/s.
std::int64_t largest_rate(const DirectionConfig& direction);
/// The rate of one direction: the largest of the configuration and its timed changes.
std::int64_t largest_rate(const HopConfig& config, Direction direction);
/// The sum of both directions: the largest of the configuration and its timed changes.
std::int64_t load_of(const HopConfig& config);

class Placement {
 public:
  using Node = std::optional<int>;  // NUMA node; none: any

  /// `nodes`: of each thread.
  explicit Placement(std::vector<Node> nodes) : nodes_(std::move(nodes)), loads_(nodes_.size()) {}

  /// The place of one link; it counts as load until its destruction.
  class Place {
   public:
    /// `node`: of the link's interfaces.
    Place(Placement& placement, std::int64_t rate, Node node = std::nullopt);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::size_t thread() const { return thread_; }
    /// Called after a change of the link.
    void set_rate(std::int64_t rate);

   private:
    Placement& placement_;
    std::int64_t rate_;
    std::size_t thread_;
  };

 private:
  struct Load {
    std::int64_t rate = 0;
    std::size_t links = 0;
    auto operator<=>(const Load&) const = default;
  };

  const std::vector<Node> nodes_;  // by thread
  std::mutex mutex_;
  std::vector<Load> loads_;  // by thread
};

}  // namespace seawind
