// SPDX-License-Identifier: GPL-3.0-or-later
// slirp4netns: carries packets of a fixed host's kOutsideInterface that are not TCP (UDP, ICMP
// echo, name resolution) into the caller's network, without privileges or changes there. It parses
// the command's packets, so it runs in its sandbox: with one capability (to bind low ports), with a
// file system of /etc and /run, under a filter of system calls.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "common/directory.h"
#include "common/process.h"
#include "controller/testbed/local.h"

namespace seawind {

class SlirpProcess {
 public:
  /// Starts slirp4netns on the fixed host and waits until the interface is up. `network`:
  /// 10.N.1.0/24. Its output goes to slirp4netns.log in `logs`. Throws Error.
  SlirpProcess(const LocalTestBed::Namespaces& hosts, const std::string& network,
               const Directory& logs);
  ~SlirpProcess();
  /// Whether slirp4netns has ended by itself.
  bool has_ended() const;
  /// Datagrams from outside that it did not read in time, as of the last update(): the kernel
  /// counts them for each of its sockets, which it closes when they are idle.
  std::int64_t missed() const;
  /// Whether update() has found it without a free file descriptor: it then carries no datagrams of
  /// new ports.
  bool had_no_files() const { return had_no_files_; }
  /// Whether the last update() found it busy: it runs, or its sockets have data that the kernel has
  /// not sent, for which it waits when they are full.
  bool is_busy() const { return busy_; }
  void update();
  SlirpProcess(const SlirpProcess&) = delete;
  SlirpProcess& operator=(const SlirpProcess&) = delete;

 private:
  Process process_;
  bool had_no_files_ = false;
  bool busy_ = false;
  std::map<std::uint64_t, std::int64_t> missed_;  // by the socket's inode
};

}  // namespace seawind
