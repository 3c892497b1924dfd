// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/targets.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tests/bench/relay_bench/sections.h"

namespace seawind::bench {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::vector<Target> judge(const std::vector<Results>& tables) {
  std::vector<Target> targets;
  for (const auto& table : tables)
    for (const auto& labels : table.rows()) {
      const auto check = [&](const char* column, bool at_most, double limit) {
        targets.push_back({fmt::format("{}: {}, {}", table.key(), fmt::join(labels, ", "), column),
                           at_most, limit, table.value(labels, column)});
      };
      const auto& relay = labels[0];
      if (relay.rfind("seawindd", 0) != 0) continue;
      const bool realtime = ends_with(relay, ", RT");
      if (table.key() == "accuracy" && realtime) {
        check("p50", true, 8);
        check("p99", true, 150);
        check("p99.9", true, 600);
      }
      if (table.key() == "accuracy" && !realtime && labels[2] == "idle") check("p99", true, 200);
      if (table.key() == "throughput")
        for (const auto* ratio : {"64 B / bare", "1500 B / bare", "TCP / bare"})
          check(ratio, false, 0.8);
      if (table.key() == "links" && realtime) {
        check("p99", true, 100);
        check("cores", true, 1);
        check("KiB/link", true, 100);
      }
      if (table.key() == "links-setup" && labels[1] == "1000") check("both s", true, 10);
      if (table.key() == "links-bursts") check("capture drops", true, 0);
      // A pause of the machine also pauses the relay.
      if (table.key() == "spin" && realtime)
        check("stalls", true, table.value({kAllBusy, "-"}, "stalls"));
    }
  return targets;
}

std::string markdown(const std::vector<Target>& targets) {
  if (targets.empty()) return {};
  std::string text = "## Targets\n\n| figure | limit | measured | met |\n|---|---:|---:|---|\n";
  for (const auto& target : targets)
    text += fmt::format("| {} | {} {:g} | {:.2f} | {} |\n", target.what,
                        target.at_most ? "<=" : ">=", target.limit, target.measured,
                        target.met() ? "yes" : "NO");
  return text + "\n";
}

nlohmann::json json(const std::vector<Target>& targets) {
  auto list = nlohmann::json::array();
  for (const auto& target : targets)
    list.push_back({{"figure", target.what},
                    {"at_most", target.at_most},
                    {"limit", target.limit},
                    {"measured", target.measured},
                    {"met", target.met()}});
  return list;
}

}  // namespace seawind::bench
