// SPDX-License-Identifier: GPL-3.0-or-later
// What this process received from its caller, for programs that must receive the same.
#pragma once

#include <sys/resource.h>

#include <string>
#include <vector>

namespace seawind {

struct Caller {
  std::vector<std::string> environment;  // NAME=VALUE
  rlimit open_files;                     // RLIMIT_NOFILE
};

/// The first call records the values: a main() that changes environment or limits calls it before.
const Caller& caller();

}  // namespace seawind
