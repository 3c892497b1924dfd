// SPDX-License-Identifier: GPL-3.0-or-later
// Where the labs of this user are, and the test bed of a lab's file.
#pragma once

#include <filesystem>
#include <string>

#include "controller/testbed/lab.h"
#include "controller/testset/lab.pb.h"
#include "lab/lab_folder.h"

namespace seawind {

/// $XDG_CONFIG_HOME/seawind/labs, or ~/.config/seawind/labs. Throws Error without either.
std::filesystem::path lab_folders();
/// The lab of that name; empty: the only one. Throws UsageError if there is none or are several.
lab::LabFolder open_lab(const std::string& name);
/// The options of a test bed on the lab in a file. Throws Error.
LabTestBedOptions lab_options(const Lab& lab);

}  // namespace seawind
