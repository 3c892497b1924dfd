// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/options.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "common/printable.h"
#include "common/units.h"
#include "emulator/daemon/version.h"

namespace seawind {
namespace {

constexpr int kUsage = 2;

constexpr Duration kLongestSpin = Duration::milliseconds(1);

std::optional<Duration> read_spin(const std::string& text) {
  if (text == "auto") return std::nullopt;
  const Quantity quantity = parse_quantity(text, DURATION);
  if (!quantity.value) throw CLI::ValidationError("--spin-before", quantity.problem);
  const auto value = Duration::nanoseconds(static_cast<std::int64_t>(*quantity.value));
  if (value < Duration() || value > kLongestSpin) {
    throw CLI::ValidationError("--spin-before", text + " is neither 0us to 1ms nor auto");
  }
  return value;
}

std::optional<int> read_priority(const std::string& text) {
  if (text == "off") return std::nullopt;
  int value = 0;
  if (!CLI::detail::lexical_cast(text, value) || value < 1 || value > 99) {
    throw CLI::ValidationError("--rt-priority", text + " is neither 1 to 99 nor off");
  }
  return value;
}

constexpr std::size_t kMaxThreads = 64;

std::optional<std::size_t> read_threads(const std::string& text) {
  if (text == "auto") return std::nullopt;
  std::size_t value = 0;
  if (!CLI::detail::lexical_cast(text, value) || value < 1 || value > kMaxThreads) {
    throw CLI::ValidationError(
        "--threads", text + " is neither 1 to " + std::to_string(kMaxThreads) + " nor auto");
  }
  return value;
}

/// Each thread needs its own processor.
void check_cpus(const DaemonOptions& options) {
  std::set<int> seen;
  for (const int cpu : options.cpus) {
    if (!seen.insert(cpu).second) {
      throw CLI::ValidationError("--cpu", "names processor " + std::to_string(cpu) + " twice");
    }
  }
  const std::size_t named = options.cpus.size();
  const std::size_t threads = options.threads.value_or(named);
  if (named > kMaxThreads || (named > 0 && named != threads)) {
    throw CLI::ValidationError(
        "--cpu",
        "names " + std::to_string(named) + (named == 1 ? " processor" : " processors") +
            (named > kMaxThreads
                 ? "; the daemon has at most " + std::to_string(kMaxThreads) + " threads"
                 : " for " + std::to_string(threads) + (threads == 1 ? " thread" : " threads") +
                       "; it must name one for each"));
  }
}

}  // namespace

std::optional<DaemonOptions> parse_options(int argc, const char* const* argv, int& exit_code) {
  DaemonOptions options;
  std::string priority = "10";
  std::string spin_before = "auto";
  std::string threads = "auto";
  CLI::App app("seawindd: relays packets through emulated wireless links", "seawindd");
  app.set_version_flag("--version", std::string("seawindd ") + kVersion);
  app.add_option("--socket", options.socket, "UNIX socket of the control interface")
      ->capture_default_str();
  app.add_option("--log-dir", options.log_directory, "directory of the links' event logs")
      ->capture_default_str();
  app.add_option("--rt-priority", priority,
                 "SCHED_FIFO priority of the relay threads, 1 to 99, or off")
      ->capture_default_str();
  app.add_option("--threads", threads,
                 "relay threads, 1 to 64; auto: as many as --cpu names, otherwise half of the "
                 "processors, but 1 to 8")
      ->capture_default_str();
  app.add_option("--cpu", options.cpus,
                 "processor of each relay thread (2,3); no other busy program should run on them")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(0, 1023));
  app.add_option("--spin-before", spin_before,
                 "time before an event at which the relay begins to busy-wait, 0us to 1ms; auto: "
                 "learned from how late it wakes, 10us to 250us")
      ->capture_default_str();
  app.add_option("--max-spin-fraction", options.wait.max_spin_fraction,
                 "largest share of the time spent busy-waiting")
      ->check(CLI::Range(0.0, 0.9))
      ->capture_default_str();
  app.add_option("--log-level", options.log_level, "lowest level that is logged to stderr")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
      ->capture_default_str();
  const std::map<std::string, Violation> violations{
      {"kill", Violation::kKill}, {"log", Violation::kLog}, {"off", Violation::kOff}};
  app.add_option("--seccomp", options.violation,
                 "action on a system call that the daemon does not need: kill, log (to the "
                 "kernel's audit log; for diagnosis) or off (no filter) [kill]")
      ->envname("SEAWIND_SECCOMP")
      ->transform(CLI::Transformer(violations).description(""))
      ->transform(CLI::IsMember(violations).description(""));  // runs first: takes no numbers
  app.add_flag("--allow-group", options.group,
               "the group of the socket's file may connect as well [only root and this user]");
  app.add_flag("--die-with-parent", options.die_with_parent, "end when the parent process ends");
  try {
    app.parse(argc, argv);
    options.realtime_priority = read_priority(priority);
    options.threads = read_threads(threads);
    check_cpus(options);
    options.wait.spin_before = read_spin(spin_before);
    return options;
  } catch (const CLI::ParseError& error) {
    std::ostringstream messages;
    exit_code = app.exit(error, std::cout, messages) == 0 ? 0 : kUsage;
    std::cerr << printable(messages.str());
    return std::nullopt;
  }
}

}  // namespace seawind
