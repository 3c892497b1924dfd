// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <sched.h>
#include <sys/timex.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <vector>

#include "common/cpu_time.h"
#include "common/error.h"
#include "common/listed_files.h"
#include "common/pause_watch.h"
#include "common/units.h"
#include "controller/campaign/machine.h"
#include "controller/campaign/verdict.h"
#include "controller/cli/checks.h"
#include "controller/cli/measure_pauses.h"
#include "namespaces/programs.h"

namespace seawind {
namespace {

using V = Check::Verdict;

/// The first word of a file; empty: none.
std::string word_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

Check processors() {
  const int count = cores();
  return {
      "cores", count < 2 ? V::kWarn : V::kOk, fmt::format("{}", count),
      count < 2 ? "with one core the relay and the hosts disturb each other; use two or more" : ""};
}

Check clock_source() {
  const std::string name =
      word_in("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  const bool slow = name == "hpet" || name == "acpi_pm" || name == "jiffies" || name == "xen";
  return {"clock source", slow ? V::kWarn : V::kOk, name.empty() ? "unknown" : name,
          slow ? "reading this clock is slow; prefer tsc where the machine has it" : ""};
}

/// Whether CLOCK_REALTIME is synchronized, according to the kernel.
Check wall_clock() {
  constexpr auto kName = "time of day";
  timex clock{};
  if (adjtimex(&clock) < 0) return {kName, V::kOk, system_error("ask for it").what(), ""};
  if ((clock.status & STA_UNSYNC) == 0)
    return {kName, V::kOk,
            fmt::format("kept by NTP or PTP, at most {} off",
                        short_duration(std::int64_t{clock.maxerror} * 1000)),
            ""};
  return {kName, V::kWarn, "kept by nothing",
          "the dates of campaigns and of a laboratory's certificates need it: install chrony or "
          "systemd-timesyncd, or ptp4l and phc2sys"};
}

/// Whether the machine may lower its frequency or suspend during a night.
Check power() {
  constexpr auto kName = "power";
  const std::string governor = word_in("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  const std::string driver = word_in("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver");
  bool battery = false;
  bool discharging = false;
  for (const auto& supply : listed_files("/sys/class/power_supply")) {
    if (word_in(supply / "type") != "Battery") continue;
    battery = true;
    discharging = discharging || word_in(supply / "status") == "Discharging";
  }
  if (discharging) return {kName, V::kWarn, "on battery", "connect the machine to the mains"};
  std::error_code none;
  if (battery &&
      std::filesystem::read_symlink("/etc/systemd/system/sleep.target", none) != "/dev/null")
    return {kName, V::kWarn, "has a battery, so that it may fall asleep",
            "as root, systemctl mask sleep.target suspend.target hibernate.target"};
  // With intel_pstate and amd_pstate, powersave is a governor that follows the load.
  if (governor == "powersave" && driver.find("pstate") == std::string::npos)
    return {kName, V::kWarn, "the processors run at their lowest frequency",
            "as root, cpupower frequency-set -g performance"};
  return {kName, V::kOk,
          governor.empty() ? "no frequency scaling" : "frequency governor " + governor, ""};
}

Check cpu_steal() {
  const CpuTime time = cpu_time();
  const double share = time.all > Duration() ? 100.0 * static_cast<double>(time.steal.ns()) /
                                                   static_cast<double>(time.all.ns())
                                             : 0;
  return {"CPU steal", share > 2 ? V::kWarn : V::kOk, fmt::format("{:.2f} % since start", share),
          share > 2 ? "the hypervisor takes CPU time away; repetitions may become invalid" : ""};
}

/// Two cores carried 80 slots of W4 at 64 kbit/s within the limits, and not 128
/// (docs/performance.md, Repetitions in parallel).
constexpr int kSlowSlotsPerCore = 40;

Check pauses() {
  std::string refused;
  const PauseTotals found = measure_pauses(std::chrono::seconds(3), refused);
  if (!refused.empty())
    return {"pauses", V::kWarn, "not measured: " + refused,
            "without real-time priority a verdict cannot tell the machine from its load"};
  const LatenessLimits least = lateness_limits({}, {});
  const LatenessLimits kept = kept_limits(found);
  const bool good = kept.p999 == least.p999 && kept.largest == least.largest;
  std::string advice;
  if (!good) {
    // The default limits grow with the delay: the smallest delay whose limits are kept.
    const std::int64_t delay =
        std::max(kept.p999 > least.p999 ? kept.p999 * kLatenessP999Divisor : 0,
                 kept.largest > least.largest ? kept.largest * kLatenessMaxDivisor : 0);
    advice = fmt::format(
        "keeps the default limits of links with a delay of {} and more; of others, attempts are "
        "lost to the machine and run again",
        short_duration(delay));
  }
  return {
      "pauses", good ? V::kOk : V::kWarn,
      fmt::format("{}: keeps lateness_p999 {} and lateness_max {}, with up to {} slots of links "
                  "of 64 kbit/s",
                  pauses_text(found), short_duration(kept.p999), short_duration(kept.largest),
                  kSlowSlotsPerCore * cores()),
      advice};
}

Check program(const char* name, V when_absent, const char* advice) {
  try {
    return {name, V::kOk, find_program(name).string(), ""};
  } catch (const Error&) {
    return {name, when_absent, "not found beside seawind nor in PATH", advice};
  }
}

Check disk() {
  std::error_code error;
  const auto space = std::filesystem::space(".", error);
  if (error)
    return {"free disk here", V::kWarn, error.message(), "run campaigns where you can write"};
  const bool little = space.available < (1ULL << 30U);
  return {"free disk here", little ? V::kWarn : V::kOk,
          fmt::format("{:.1f} GB", static_cast<double>(space.available) / 1e9),
          little ? "a campaign keeps every packet's history; use -o on a larger disk" : ""};
}

}  // namespace

std::vector<Check> check_machine(Machine machine) {
  const auto* whole = "install or build the whole of Seawind";
  std::vector<Check> out{processors(),
                         clock_source(),
                         wall_clock(),
                         cpu_steal(),
                         power(),
                         pauses(),
                         disk(),
                         program("seawindd", V::kFail, whole),
                         program("seawind-agent", V::kFail, whole),
                         program("seawind-workload", V::kFail, whole)};
  if (machine == Machine::kLabHost) return out;
  for (const auto& check :
       {program("slirp4netns", V::kWarn,
                "needed by `seawind exec --nat`, unless TCP is end to end: install slirp4netns"),
        program("node", V::kWarn, "needed for pictures without a browser: install nodejs"),
        program("rsvg-convert", V::kWarn,
                "needed for pictures as PNG and PDF: install librsvg2-bin")})
    out.push_back(check);
  return out;
}

}  // namespace seawind
