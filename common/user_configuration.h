// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace seawind {

/// $XDG_CONFIG_HOME/seawind or ~/.config/seawind. Throws Error without a home.
std::filesystem::path user_configuration();

}  // namespace seawind
