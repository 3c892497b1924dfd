// SPDX-License-Identifier: GPL-3.0-or-later
// What `seawind doctor` looks at: each check tries the thing itself.
#pragma once

#include <string>
#include <vector>

namespace seawind {

struct Check {
  enum class Verdict { kOk, kWarn, kFail };
  std::string name;
  Verdict verdict = Verdict::kOk;
  std::string finding;
  std::string advice;  // what to do; empty when ok
};

/// Rights and settings of the kernel.
std::vector<Check> check_kernel();
/// Limits below which 1000 repetitions at a time would not run.
std::vector<Check> check_limits();
/// The machine: cores, clock, steal, disk, programs.
std::vector<Check> check_machine();

}  // namespace seawind
