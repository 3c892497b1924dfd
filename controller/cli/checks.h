// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of `seawind doctor`. Each check performs the operation in question.
#pragma once

#include <string>
#include <vector>

namespace seawind {

struct Check {
  enum class Verdict { kOk, kWarn, kFail };
  std::string name;
  Verdict verdict = Verdict::kOk;
  std::string finding;
  std::string advice;  // how to fix it; empty when ok
};

/// Privileges and settings of the kernel.
std::vector<Check> check_kernel();
/// Limits that would prevent 1000 simultaneous repetitions.
std::vector<Check> check_limits();
/// The machine: cores, clock, steal, disk, programs.
std::vector<Check> check_machine();
/// The machines of the laboratory in a file, which no run may have meanwhile. Throws UsageError
/// when the file is wrong.
std::vector<Check> check_lab(const std::string& file);

}  // namespace seawind
