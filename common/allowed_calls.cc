// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/allowed_calls.h"

#include <sched.h>
#include <seccomp.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>

namespace seawind {
namespace {

std::uint32_t action_of(Violation violation) {
  return violation == Violation::kKill ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_LOG;
}

/// Returns 0 or a negative error number.
int add_rules(scmp_filter_ctx filter, std::span<const char* const> names, bool threads) {
  for (const char* name : names) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) continue;  // not available on this architecture
    if (const int error = ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0); error < 0) {
      return error;
    }
  }
  // Threads are allowed, processes are not.
  if (threads) {
    if (const int error =
            ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                               SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
        error < 0) {
      return error;
    }
  }
  // clone3's flags are in memory, which the filter cannot read; the C library falls back to clone.
  if (const int error = ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
      error < 0) {
    return error;
  }
  // Only for this process.
  return ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1,
                            SCMP_A0(SCMP_CMP_EQ, 0, 0));
}

}  // namespace

std::string allow_calls(std::span<const char* const> names, bool threads, Violation violation) {
  if (violation == Violation::kOff) return {};
  struct Release {
    void operator()(void* filter) const { ::seccomp_release(filter); }
  };
  const std::unique_ptr<void, Release> filter(::seccomp_init(action_of(violation)));
  if (!filter) return "no memory";
  ::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1);  // it would slow down every system call
  ::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree instead of a list
  int error = add_rules(filter.get(), names, threads);
  if (error == 0) error = ::seccomp_load(filter.get());
  return error < 0 ? std::generic_category().message(-error) : std::string();
}

}  // namespace seawind
