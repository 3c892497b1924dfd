// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the net.ipv4 settings of the network namespace the process is in.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace seawind {

/// [a-z0-9_]+ and nothing else: no path can leave net.ipv4.
bool valid_sysctl_name(std::string_view name);

/// Leading and trailing blanks gone, every run of blanks one space: "4096\t87380" is "4096 87380".
std::string normalise_sysctl(std::string_view value);

class SysctlTree {
 public:
  explicit SysctlTree(std::filesystem::path root = "/proc/sys/net/ipv4") : root_(std::move(root)) {}

  /// The normalised value, or nothing when this kernel or namespace has no such setting. Throws
  /// Error for any other reason. `name` must be valid.
  std::optional<std::string> read(const std::string& name) const;
  /// 0, or the errno with which the kernel refused the value.
  int write(const std::string& name, const std::string& value) const;

 private:
  std::filesystem::path root_;
};

}  // namespace seawind
