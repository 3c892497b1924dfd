// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/process.h"

#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>

#include "common/error.h"

namespace seawind {

unsigned long raise_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) < 0) throw system_error("read the limit on open files");
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) < 0) throw system_error("raise the limit on open files");
  return limit.rlim_cur;
}

void drop_capabilities() {
  struct Free {
    void operator()(cap_t caps) const { ::cap_free(caps); }
  };
  using Caps = std::unique_ptr<std::remove_pointer_t<cap_t>, Free>;
  const Caps now(::cap_get_proc());
  const Caps kept(::cap_init());
  if (!now || !kept) throw system_error("read the process's capabilities");
  for (const cap_value_t wanted : {CAP_NET_RAW, CAP_NET_ADMIN, CAP_SYS_NICE}) {
    cap_flag_value_t held = CAP_CLEAR;
    if (::cap_get_flag(now.get(), wanted, CAP_PERMITTED, &held) < 0 || held != CAP_SET) continue;
    ::cap_set_flag(kept.get(), CAP_PERMITTED, 1, &wanted, CAP_SET);
    ::cap_set_flag(kept.get(), CAP_EFFECTIVE, 1, &wanted, CAP_SET);
  }
  if (::cap_set_proc(kept.get()) < 0) throw system_error("give up capabilities");
}

void die_with_parent() {
  const pid_t parent = ::getppid();
  if (::prctl(PR_SET_PDEATHSIG, SIGTERM) < 0) throw system_error("follow the parent process");
  if (::getppid() != parent) throw Error("cannot follow the parent process: it has ended");
}

}  // namespace seawind
