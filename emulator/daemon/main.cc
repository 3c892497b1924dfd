// SPDX-License-Identifier: GPL-3.0-or-later
// seawindd: the relay daemon. Exit codes: 0 terminated by request, 2 wrong usage, 3 set-up failed.
#include <fcntl.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>

#include "common/directory.h"
#include "common/error.h"
#include "common/inherited.h"
#include "common/open_files.h"
#include "common/printable.h"
#include "common/process.h"
#include "emulator/daemon/clock.h"
#include "emulator/daemon/confinement.h"
#include "emulator/daemon/control_server.h"
#include "emulator/daemon/cpu_latency.h"
#include "emulator/daemon/link_manager.h"
#include "emulator/daemon/log_store.h"
#include "emulator/daemon/options.h"
#include "emulator/daemon/relay_threads.h"
#include "emulator/daemon/syscall_filter.h"
#include "emulator/daemon/version.h"

namespace seawind {
namespace {

constexpr int kCannotSetUp = 3;
constexpr std::size_t kEventRing = 16 << 20;  // bytes for a thread; bounds the lag of the disk

sigset_t handled_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

void set_up_logging(const std::string& level) {
  auto logger = spdlog::stderr_logger_mt("seawindd");
  logger->set_pattern("time=%Y-%m-%dT%H:%M:%S.%f%z level=%l %v");
  logger->set_level(spdlog::level::from_str(level));
  logger->flush_on(spdlog::level::debug);
  spdlog::set_default_logger(logger);
}

/// Returns when a termination signal arrives. Notifies the service manager's watchdog, if enabled.
void serve_until_signal() {
  const sigset_t signals = handled_signals();
  std::uint64_t watchdog_us = 0;
  const bool watched = ::sd_watchdog_enabled(0, &watchdog_us) > 0;
  const std::uint64_t pause_us = watched ? watchdog_us / 2 : 3'600'000'000;
  const timespec pause{static_cast<time_t>(pause_us / 1'000'000),
                       static_cast<long>(pause_us % 1'000'000 * 1'000)};
  for (;;) {
    const int signal = ::sigtimedwait(&signals, nullptr, &pause);
    if (signal == SIGTERM || signal == SIGINT) {
      spdlog::info("ending signal={}", signal == SIGTERM ? "SIGTERM" : "SIGINT");
      return;
    }
    if (signal == SIGHUP) spdlog::info("ignored signal=SIGHUP");
    if (watched) ::sd_notify(0, "WATCHDOG=1");
  }
}

void run(const DaemonOptions& options, pid_t parent) {
  // Later threads inherit the signal mask, so that signals are handled only by
  // serve_until_signal().
  const sigset_t signals = handled_signals();
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  const unsigned long files = raise_open_files();
  use_one_heap();
  const MemoryLock memory = lock_memory();
  CpuLatency cpu_latency;
  drop_capabilities(memory.needs_capability);
  if (options.die_with_parent) die_with_parent(parent, SIGTERM);
  const Directory log_directory(options.log_directory);
  if (::faccessat(log_directory.fd(), ".", W_OK | X_OK, AT_EACCESS) < 0) {
    throw system_error("write event logs to " + log_directory.path().string());
  }
  const std::string not_filtered = filter_syscalls(options.violation);
  if (!not_filtered.empty()) spdlog::warn("system calls not filtered reason=\"{}\"", not_filtered);

  SystemClock clock;
  RelayThreads relays(clock, options.wait, options.realtime_priority,
                      plan_threads(options.threads, options.cpus, usable_processors()),
                      cpu_latency);
  LogStore logs(kEventRing, relays.size());
  LinkManager links(relays, logs, clock, log_directory);
  {
    const ControlServer server(options.socket, options.group, links,
                               {relays.scheduling(), memory.refused, relays.size()});
    spdlog::info(
        "ready version={} socket={} threads={} scheduling=\"{}\" realtime_refused=\"{}\" "
        "memory_not_locked=\"{}\" cpu_latency_refused=\"{}\" open_files={}",
        kVersion, options.socket, relays.size(), relays.scheduling().description,
        relays.scheduling().why_not_realtime, memory.refused, cpu_latency.refused(), files);
    ::sd_notify(0, "READY=1");
    serve_until_signal();
    ::sd_notify(0, "STOPPING=1");
  }
  links.remove_all();
  spdlog::info("ended");
}

}  // namespace
}  // namespace seawind

int main(int argc, char** argv) {
  const pid_t parent = ::getppid();
  seawind::correct_inherited_state();
  int exit_code = 0;
  const auto options = seawind::parse_options(argc, argv, exit_code);
  if (!options) return exit_code;
  seawind::set_up_logging(options->log_level);
  try {
    seawind::run(*options, parent);
    return 0;
  } catch (const std::exception& error) {
    spdlog::error("cannot start reason=\"{}\"", seawind::printable(error.what()));
    return seawind::kCannotSetUp;
  }
}
