// SPDX-License-Identifier: GPL-3.0-or-later
// The NUMA node of a processor and of a network interface, as sysfs shows them. A relay thread on
// the interface's node reads frames from memory that is near.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace seawind {

/// None: the machine has no nodes, or there is no such processor.
std::optional<int> numa_node_of_cpu(int cpu, const std::filesystem::path& sysfs = "/sys");

/// `interface`: of the network namespace in which sysfs was mounted. None: the device is virtual,
/// or the machine has no nodes.
std::optional<int> numa_node_of_interface(const std::string& interface,
                                          const std::filesystem::path& sysfs = "/sys");

}  // namespace seawind
