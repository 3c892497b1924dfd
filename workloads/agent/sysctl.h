// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the net.ipv4 settings of the network namespace the process is in.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace seawind {

/// Whether the name matches [a-z0-9_]+, so that its path cannot leave net.ipv4.
bool valid_sysctl_name(std::string_view name);

/// Removes leading and trailing blanks and collapses each run of blanks to one space: "4096\t87380"
/// becomes "4096 87380".
std::string normalise_sysctl(std::string_view value);

class SysctlTree {
 public:
  explicit SysctlTree(std::filesystem::path root = "/proc/sys/net/ipv4") : root_(std::move(root)) {}

  /// The normalised value, or nothing if this kernel or namespace lacks the setting. Throws Error
  /// on any other failure. `name` must be valid.
  std::optional<std::string> read(const std::string& name) const;
  /// Writes the value. Returns 0, or the errno of the failure.
  int write(const std::string& name, const std::string& value) const;

 private:
  std::filesystem::path root_;
};

}  // namespace seawind
