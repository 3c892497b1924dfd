// SPDX-License-Identifier: GPL-3.0-or-later
// The output files of one end of a flow. The agent opens them beneath its log directory and passes
// the descriptors to the generator, which needs no access to the file system.
#pragma once

#include <string>
#include <vector>

#include "common/directory.h"

namespace seawind {

/// Descriptors of the generator (child.h), in this order: its log; the output of an external
/// program; the file that program writes as {log}.
inline constexpr int kLogDescriptor = 3;
inline constexpr int kOutputDescriptor = 4;
inline constexpr int kProgramLogDescriptor = 5;

/// The options that give a generator its descriptors. `log`: name of the log; `arguments`: the
/// generator's other arguments.
std::vector<std::string> log_arguments(const std::string& log,
                                       const std::vector<std::string>& arguments);
/// Creates the files for those options: `log`, and for an external program FLOW-END.output.txt and
/// .program.log beside it. Throws Error if a file exists: a log is never overwritten.
std::vector<Fd> open_generator_logs(const Directory& root, const std::string& log,
                                    const std::vector<std::string>& arguments);

}  // namespace seawind
