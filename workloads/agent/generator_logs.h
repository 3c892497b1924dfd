// SPDX-License-Identifier: GPL-3.0-or-later
// The files one end of a flow writes. The agent opens them beneath its own log directory and hands
// their descriptors to the generator, which needs no access to the file system.
#pragma once

#include <string>
#include <vector>

#include "common/directory.h"

namespace seawind {

/// Where a generator finds them (child.h), in this order: its log; what an external program says;
/// what that program writes to {log}.
inline constexpr int kLogDescriptor = 3;
inline constexpr int kOutputDescriptor = 4;
inline constexpr int kProgramLogDescriptor = 5;

/// The options that tell a generator its descriptors. `log`: name of the log; `arguments`: what
/// else the generator is told.
std::vector<std::string> log_arguments(const std::string& log,
                                       const std::vector<std::string>& arguments);
/// Opens new files for those options: `log`, and for an external program FLOW-END.output.txt and
/// .program.log beside it. Throws Error when there is one of that name: a log is never overwritten.
std::vector<Fd> open_generator_logs(const Directory& root, const std::string& log,
                                    const std::vector<std::string>& arguments);

}  // namespace seawind
