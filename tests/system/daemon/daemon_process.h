// SPDX-License-Identifier: GPL-3.0-or-later
// A seawindd of a test, with its control stub.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "common/fds.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "tests/support/net_sandbox.h"

namespace seawind::test {

class DaemonProcess {
 public:
  /// Starts seawindd in `where`, its socket, logs and stderr in `directory` under `name`.
  DaemonProcess(const NetNamespace& where, const std::filesystem::path& directory,
                const std::string& name = "seawindd", const std::vector<std::string>& more = {});
  ~DaemonProcess();

  /// Waits until the daemon sends READY=1. False if it ends first, or after 20 s.
  bool wait_ready();
  void signal(int number);
  pid_t pid() const { return pid_; }
  /// Waits for the end (at most 20 s) and returns the exit code; 128 + signal; -1: still running.
  int wait_exit();

  Emulator::Stub& control();
  std::string socket() const { return socket_; }
  std::string messages() const;  // the process's output on stderr

 private:
  std::filesystem::path directory_;
  std::string name_;
  std::string socket_;
  Fd notify_;
  Fd pidfd_;
  pid_t pid_ = -1;
  std::unique_ptr<Emulator::Stub> stub_;
};

}  // namespace seawind::test
