// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration files that were renamed. An old name stays readable for one version, with a
// warning. The table in old_names.cc is the only list of old names.
#pragma once

#include <string>
#include <string_view>

namespace seawind::config {

/// The current name of a file in the folder `kind` (`tcp`, `testsets`). Returns `name` itself when
/// it is not an old name. The result is valid as long as `name`.
std::string_view current_name(std::string_view kind, std::string_view name);

/// The warning about an old name.
std::string old_name_warning(std::string_view old_name, std::string_view current);

}  // namespace seawind::config
