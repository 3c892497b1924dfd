// SPDX-License-Identifier: GPL-3.0-or-later
// Where repetitions run: slots, each with a fixed host, a mobile host and a place in the relay
// daemon.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace grpc {
class Channel;
}

namespace seawind {

class PeriodKernel;

/// How to reach what a slot consists of.
struct SlotAccess {
  std::shared_ptr<grpc::Channel> emulator;
  std::shared_ptr<grpc::Channel> fixed_agent;
  std::shared_ptr<grpc::Channel> mobile_agent;
  /// Waits until both agents listen: before the first call. False: not within that time, or
  /// stopped.
  std::function<bool(std::chrono::milliseconds, const std::stop_token&)> agents_listen{};
  std::string link_name;              // of the slot's link at the daemon
  std::string relay_fixed_interface;  // at the daemon
  std::string relay_mobile_interface;
  std::string fixed_interface;  // at the fixed host, towards the link
  std::string mobile_interface;
  std::string fixed_address;
  std::string mobile_address;
  /// The BPF programs of TCP variants that ask for them, loaded at the first call; the hosts run on
  /// this kernel. Throws Error when it does not allow them. Empty: the hosts are elsewhere.
  std::function<PeriodKernel&()> period{};
};

/// Something of the test bed is gone.
struct Loss {
  int slot = -1;      // -1: the whole test bed (the daemon or the holder)
  std::string words;  // "seawindd was killed by signal 9"
};

/// One test bed, used from one thread (except access(), which any thread may call for a slot that
/// stays). Errors throw Error.
class TestBed {
 public:
  virtual ~TestBed() = default;

  /// Builds slot `slot`, which does not exist. It may still be starting when this returns; calls
  /// that wait for readiness reach it.
  virtual void make_slot(int slot) = 0;
  /// Removes what is left of the slot, its link included.
  virtual void destroy_slot(int slot) = 0;
  /// Whether every attempt needs a slot made anew, because hosts cannot be brought back to the
  /// state of new ones.
  virtual bool slots_wear_out() const = 0;
  virtual SlotAccess access(int slot) const = 0;
  /// What has been lost since the last call; never waits.
  virtual std::vector<Loss> losses() = 0;
  /// Throws everything away and starts over without slots.
  virtual void restart() = 0;
  /// The largest p99.9 release lateness among links running now, in ns; -1: nothing runs or no
  /// answer.
  virtual std::int64_t running_lateness() = 0;
};

}  // namespace seawind
