// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a Router of the control interface into the configuration a router is built from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "emulator/router/router_config.h"

namespace seawind {

class Router;

/// `path` is the router's place in the message ("downlink_router"). Problems other than ranges and
/// missing keys (which check_message reports) are appended to `problems`, one line each. The result
/// is valid only if none was appended.
std::shared_ptr<const RouterConfig> router_config(const Router& router, const std::string& path,
                                                  std::vector<std::string>& problems);

}  // namespace seawind
