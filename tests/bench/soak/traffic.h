// SPDX-License-Identifier: GPL-3.0-or-later
// Small packets for many links, as cheaply as the kernel takes them: a batch for one link after the
// other, from both hosts, at a rate.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "common/fds.h"

namespace seawind::soak {

class Traffic {
 public:
  /// Begins to send: `rate` packets/s over all links and both directions together. Throws Error.
  Traffic(int fixed, const std::vector<std::string>& fixed_interfaces, int mobile,
          const std::vector<std::string>& mobile_interfaces, double rate);
  ~Traffic();
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;

  /// No packet leaves after it returns.
  void stop();
  /// Packets the kernel has taken so far; exact after stop().
  std::uint64_t sent() const { return sent_; }
  /// Packets sent to this link and direction.
  std::uint64_t sent(std::size_t link, bool from_fixed) const;

 private:
  struct Side {
    Fd socket;
    std::vector<int> indices;
    std::vector<std::uint64_t> sent;  // of the thread alone, until it has ended
  };
  static Side open_side(int network_namespace, const std::vector<std::string>& interfaces);
  void run();
  void send_batch(Side& side, std::size_t link);

  Side sides_[2];
  double rate_;
  std::atomic<std::uint64_t> sent_ = 0;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace seawind::soak
