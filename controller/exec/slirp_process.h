// SPDX-License-Identifier: GPL-3.0-or-later
// slirp4netns: carries packets of a fixed host's kOutsideInterface that are not TCP (UDP, ICMP
// echo, name resolution) into the caller's network, without privileges or changes there. It parses
// the command's packets, so it runs in its sandbox: without capabilities but one (to bind low
// ports), with a file system of /etc and /run, under a filter of system calls.
#pragma once

#include <chrono>
#include <stop_token>
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
  SlirpProcess(const SlirpProcess&) = delete;
  SlirpProcess& operator=(const SlirpProcess&) = delete;

 private:
  Process process_;
};

}  // namespace seawind
