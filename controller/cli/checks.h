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

  bool operator==(const Check&) const = default;
};

/// What a machine has to do: all of Seawind, or the work of a laboratory's host.
enum class Machine { kWhole, kLabHost };

/// Privileges and settings of the kernel.
std::vector<Check> check_kernel(Machine machine);
/// Limits that would prevent 1000 simultaneous repetitions.
std::vector<Check> check_limits();
/// The machine: cores, clocks, steal, power, disk, programs.
std::vector<Check> check_machine(Machine machine);
/// The route of a tunnel to another machine of a laboratory. `peer`: IPv4 address.
std::vector<Check> check_tunnel(const std::string& peer);
/// An interface of this machine that will carry a link in place of a tunnel.
std::vector<Check> check_wire(const std::string& interface);
/// The machines of the laboratory in a file, which no run may use meanwhile: what `seawind doctor
/// --host` finds on each, if not ok, their clocks, and a slot. Throws UsageError when the file is
/// wrong.
std::vector<Check> check_lab_hosts(const std::string& file);

}  // namespace seawind
