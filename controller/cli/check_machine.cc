// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/error.h"
#include "controller/campaign/host.h"
#include "controller/cli/checks.h"
#include "controller/testbed/programs.h"

namespace seawind {
namespace {

using V = Check::Verdict;

Check processors() {
  const int count = cores();
  return {
      "cores", count < 2 ? V::kWarn : V::kOk, fmt::format("{}", count),
      count < 2 ? "with one core the relay and the hosts disturb each other; use two or more" : ""};
}

Check clock_source() {
  std::ifstream in("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string name;
  in >> name;
  const bool slow = name == "hpet" || name == "acpi_pm" || name == "jiffies" || name == "xen";
  return {"clock source", slow ? V::kWarn : V::kOk, name.empty() ? "unknown" : name,
          slow ? "reading this clock is slow; prefer tsc where the machine has it" : ""};
}

/// Counters since the machine started: user nice system idle iowait irq softirq steal.
Check cpu_steal() {
  std::ifstream in("/proc/stat");
  std::string label;
  in >> label;
  double total = 0;
  double steal = 0;
  for (int field = 0; field < 8; ++field) {
    double ticks = 0;
    in >> ticks;
    total += ticks;
    if (field == 7) steal = ticks;
  }
  const double share = total > 0 ? 100 * steal / total : 0;
  return {"CPU steal", share > 2 ? V::kWarn : V::kOk, fmt::format("{:.2f} % since start", share),
          share > 2 ? "the hypervisor takes CPU time away; repetitions may become invalid" : ""};
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

std::vector<Check> check_machine() {
  const auto* whole = "install or build the whole of Seawind";
  return {processors(),
          clock_source(),
          cpu_steal(),
          disk(),
          program("seawindd", V::kFail, whole),
          program("seawind-agent", V::kFail, whole),
          program("seawind-workload", V::kFail, whole),
          program("node", V::kWarn, "needed for pictures without a browser: install nodejs"),
          program("rsvg-convert", V::kWarn,
                  "needed for pictures as PNG and PDF: install librsvg2-bin")};
}

}  // namespace seawind
