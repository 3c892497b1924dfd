// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/allowed_calls.h"

#include <linux/filter.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>

#include "common/memory_file.h"

namespace seawind {
namespace {

std::uint32_t action_of(Violation violation) {
  return violation == Violation::kKill ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_LOG;
}

struct Release {
  void operator()(void* filter) const { ::seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

/// clone3's flags are in memory, which a filter cannot read; the C library falls back to clone.
/// Returns 0 or a negative error number.
int refuse_clone3(scmp_filter_ctx filter) {
  return ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
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
  if (const int error = refuse_clone3(filter); error < 0) return error;
  // prlimit64 of process 0, this one.
  return ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1,
                            SCMP_A0(SCMP_CMP_EQ, 0, 0));
}

}  // namespace

std::string allow_calls(std::span<const char* const> names, bool threads, Violation violation) {
  if (violation == Violation::kOff) return {};
  const Filter filter(::seccomp_init(action_of(violation)));
  if (!filter) return "no memory";
  ::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1);  // no mitigation: it slows every call
  ::seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree instead of a list
  int error = add_rules(filter.get(), names, threads);
  if (error == 0) error = ::seccomp_load(filter.get());
  return error < 0 ? std::generic_category().message(-error) : std::string();
}

std::string filter_without_processes() {
  constexpr std::uint32_t kNo = SCMP_ACT_ERRNO(EPERM);
  const Filter filter(::seccomp_init(SCMP_ACT_ALLOW));
  const auto refuse = [&](int call, auto... when) {
    return ::seccomp_rule_add(filter.get(), kNo, call, sizeof...(when), when...) == 0;
  };
  const bool made = filter && ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, kNo) == 0 &&
                    refuse(SCMP_SYS(fork)) && refuse(SCMP_SYS(vfork)) &&
                    refuse(SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) &&
                    refuse_clone3(filter.get()) == 0;
  const Fd program = memory_file("make a filter of system calls");
  if (!made || ::seccomp_export_bpf(filter.get(), program.get()) != 0) return {};
  return content_of(program).value_or("");
}

bool load_filter(std::string_view filter) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  const sock_fprog program{static_cast<unsigned short>(filter.size() / sizeof(sock_filter)),
                           reinterpret_cast<sock_filter*>(const_cast<char*>(filter.data()))};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

}  // namespace seawind
