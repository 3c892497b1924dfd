// SPDX-License-Identifier: GPL-3.0-or-later
// The test bed on this machine: a holder process, one seawindd, two agents per slot.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>

#include "common/directory.h"
#include "controller/period/period.h"
#include "controller/testbed/runtime_directory.h"
#include "controller/testbed/testbed.h"

namespace seawind {

class MessageChannel;

struct LocalTestBedOptions {
  Directory log_dir;       // --log-dir of seawindd and the agents: logs are named relative to it
  Directory program_logs;  // where seawindd's and the agents' own output goes
  int mtu = 1500;          // of the end hosts' interfaces, bytes
  bool root_programs = false;  // whether `command` flows may say `user: root`
  std::stop_token stop{};      // asked: nothing is waited for much longer
};

/// Must be made, used and destroyed by the program's main thread: the holder dies with the thread
/// that started it.
class LocalTestBed : public TestBed {
 public:
  explicit LocalTestBed(LocalTestBedOptions options);
  ~LocalTestBed() override;

  void make_slot(int slot) override;
  void destroy_slot(int slot) override;
  /// As an ordinary user: the kernel lets only the real root clear TCP metrics.
  bool slots_wear_out() const override;
  SlotAccess access(int slot) const override;
  std::vector<Loss> losses() override;
  void restart() override;
  std::int64_t running_lateness() override;
  /// The daemon's; another one after a restart.
  const std::filesystem::path& daemon_socket() const { return daemon_socket_; }

 private:
  PeriodKernel& period() const;
  void start();
  void stop();
  void start_holder();
  void request(const nlohmann::json& message);
  /// The holder's next message; empty when it is gone. One that does not answer in time (it can
  /// have been stopped) is killed, which SIGSTOP does not keep off, and everything with it.
  std::optional<nlohmann::json> next_message();
  void kill_holder();
  void remove_link(int slot);
  void note_exit(const nlohmann::json& message);
  nlohmann::json agent_request(int slot, const char* host) const;
  std::filesystem::path agent_socket(int slot, const char* host) const;
  std::string log_file(const std::string& program) const;
  std::string last_line(const std::string& program) const;

  LocalTestBedOptions options_;
  RuntimeDirectory sockets_;
  int generation_ =
      0;  // of the bed; part of every socket's name, so that a restart never meets old ones
  std::unique_ptr<MessageChannel> channel_;
  pid_t holder_ = -1;
  std::filesystem::path daemon_socket_;
  std::shared_ptr<grpc::Channel> emulator_;
  std::map<int, int> slots_;  // slot -> how often it has been made
  std::vector<Loss> losses_;
  mutable std::mutex period_mutex_;
  mutable std::unique_ptr<PeriodKernel> period_;  // none: nobody has asked yet
};

}  // namespace seawind
