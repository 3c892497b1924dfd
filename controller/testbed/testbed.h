// SPDX-License-Identifier: GPL-3.0-or-later
// Where repetitions run: slots, each with a fixed host, a mobile host and a link in the relay
// daemon.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/pauses.h"

namespace grpc {
class Channel;
}

namespace seawind {

class Directory;
class LegacyTcpPrograms;

/// How far a clock (CLOCK_MONOTONIC) is ahead of this machine's, and the uncertainty, in ns.
struct ClockOffset {
  std::int64_t ns = 0;
  std::int64_t uncertainty = 0;
};
/// The clocks of a slot's parts.
struct SlotClocks {
  ClockOffset emulator;
  ClockOffset fixed;
  ClockOffset mobile;
};

/// How the controller reaches the parts of a slot.
struct SlotAccess {
  std::shared_ptr<grpc::Channel> emulator{};
  std::shared_ptr<grpc::Channel> fixed_agent{};
  std::shared_ptr<grpc::Channel> mobile_agent{};
  /// Waits until both agents listen, before the first call. False: not within that time, or
  /// stopped.
  std::function<bool(std::chrono::milliseconds, const std::stop_token&)> agents_listen{};
  std::string link_name;              // of the slot's link at the daemon
  std::string relay_fixed_interface;  // at the daemon
  std::string relay_mobile_interface;
  std::string fixed_interface;  // at the fixed host, towards the link
  std::string mobile_interface;
  std::string fixed_address;
  std::string mobile_address;
  /// The BPF programs for TCP variants that require them, loaded at the first call; the hosts use
  /// this kernel. Throws Error when the kernel does not permit them. Empty: the hosts are on other
  /// machines, and no case needs them.
  std::function<LegacyTcpPrograms&()> legacy_tcp{};
  /// Measures the clocks. Throws Error. Empty: all parts use this machine's.
  std::function<SlotClocks()> measure_clocks{};
  /// Packets that were lost, since the slot was made, between a host and the emulator. Throws
  /// Error. Empty: none can be, or they are not counted.
  std::function<std::int64_t()> lost_beside_link{};
  /// make_logs: makes the folder for an attempt's logs on the machine of every part; returns its
  /// name, which no other run uses. take_logs: copies the folder's files to `into`, and removes the
  /// folder; waits for a machine whose connection has broken. Both throw Error. Empty: the parts
  /// write to the campaign's own folder.
  std::function<std::string(const std::string& attempt)> make_logs{};
  std::function<void(const std::string& folder, const Directory& into)> take_logs{};
  /// Removes that folder, for an attempt of which nothing is kept. Throws Error. Empty as above.
  std::function<void(const std::string& folder)> remove_logs{};
};

/// A part of the test bed does not answer.
class PartLost : public Error {
 public:
  using Error::Error;
};

/// The loss of a part of the test bed.
struct Loss {
  int slot = -1;      // -1: the whole test bed (the daemon or the holder)
  std::string words;  // "seawindd was ended by signal 9 (Killed)"
};

/// What the relay measures now; empty without an answer.
struct RelayTiming {
  std::int64_t lateness_p999 = -1;    // ns; relay_p999(), the largest of the running links
  std::optional<PauseTotals> pauses;  // of the machine, while there were links
};

/// A test bed. For use by one thread; what access() returns may be used by another one. Errors
/// throw Error.
class TestBed {
 public:
  virtual ~TestBed() = default;

  /// Builds slot `slot`, in place of an existing one. The slot may still be starting when this
  /// returns; calls that wait for readiness reach it.
  virtual void make_slot(int slot) = 0;
  /// Removes the remains of the slot, including its link.
  virtual void destroy_slot(int slot) = 0;
  /// Whether every attempt needs a new slot, because hosts cannot be restored to the state of new
  /// ones.
  virtual bool slots_single_use() const = 0;
  virtual SlotAccess access(int slot) const = 0;
  /// Losses since the last call. A lab may renew a host's certificate, which takes 15 s at most.
  virtual std::vector<Loss> losses() = 0;
  /// Discards everything and starts again without slots.
  virtual void restart() = 0;
  virtual RelayTiming relay_timing() = 0;
  /// A UNIX socket for calls of other programs of this user to the daemon. Empty: none.
  virtual std::filesystem::path daemon_socket() const { return {}; }
  /// Throws SystemError with ENOSPC when a machine of the test bed has no room for the logs of
  /// another attempt. Without such machines: no effect.
  virtual void check_room() {}
};

}  // namespace seawind
