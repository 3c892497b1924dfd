// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/user_configuration.h"

#include <cstdlib>

#include "common/error.h"

namespace seawind {

std::filesystem::path user_configuration() {
  const auto* const config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return std::filesystem::path(config) / "seawind";
  const auto* const home = std::getenv("HOME");
  if (home == nullptr || *home != '/')
    throw Error("cannot find your configuration: neither XDG_CONFIG_HOME nor HOME is set");
  return std::filesystem::path(home) / ".config" / "seawind";
}

}  // namespace seawind
