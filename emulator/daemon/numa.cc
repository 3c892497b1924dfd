// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/numa.h"

#include <fstream>
#include <string_view>

#include "common/listed_files.h"
#include "common/to_number.h"

namespace seawind {

namespace fs = std::filesystem;

std::optional<int> numa_node_of_cpu(int cpu, const fs::path& sysfs) {
  constexpr std::string_view kPrefix = "node";  // the entry of node 1 is "node1"
  for (const auto& entry :
       listed_files(sysfs / "devices/system/cpu" / ("cpu" + std::to_string(cpu)))) {
    const std::string name = entry.filename();
    if (!name.starts_with(kPrefix)) continue;
    if (const auto node = to_number<int>(name.substr(kPrefix.size()))) return node;
  }
  return std::nullopt;
}

std::optional<int> numa_node_of_interface(const std::string& interface, const fs::path& sysfs) {
  std::ifstream in(sysfs / "class/net" / interface / "device/numa_node");
  int node = -1;  // also the file's value on a machine without nodes
  if (!(in >> node) || node < 0) return std::nullopt;
  return node;
}

}  // namespace seawind
