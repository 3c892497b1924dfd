// SPDX-License-Identifier: GPL-3.0-or-later
// From a Router of the control interface to the values a router is built from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "emulator/router/router_config.h"

namespace seawind {

class Router;

/// `path` is the router's place in the message ("downlink_router"). Every problem beyond ranges and
/// missing keys (check_message finds those) is a line of `problems`; the result is usable only if
/// none was added.
std::shared_ptr<const RouterConfig> router_config(const Router& router, const std::string& path,
                                                  std::vector<std::string>& problems);

}  // namespace seawind
