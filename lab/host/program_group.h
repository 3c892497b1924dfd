// SPDX-License-Identifier: GPL-3.0-or-later
// The control groups of the programs of `command` flows on this host: the limits of all of them
// together. A group is a folder at the top of the hierarchy (version 2, or of version 1 that of its
// controller).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace seawind::lab {

class ProgramGroup {
 public:
  /// Limits: this machine's memory, and `kernel.threads-max`, divided by these numbers.
  static constexpr int kMaxMemoryDivisor = 2;   // a half
  static constexpr int kMaxThreadsDivisor = 4;  // a quarter
  /// Makes the groups of this name, or takes those that are there. Throws Error if the kernel or
  /// this machine does not permit it.
  explicit ProgramGroup(const std::string& name);
  /// Removes the groups without processes.
  ~ProgramGroup() { remove(); }
  ProgramGroup(const ProgramGroup&) = delete;
  ProgramGroup& operator=(const ProgramGroup&) = delete;

  /// A process that writes "0" to each of these files belongs to the groups.
  std::vector<std::string> entries() const;

 private:
  void remove();
  void add(const char* controller, long long limit, const std::string& name);

  std::vector<std::filesystem::path> groups_;
};

}  // namespace seawind::lab
