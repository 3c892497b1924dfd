// SPDX-License-Identifier: GPL-3.0-or-later
// The random stream of a discipline: named by direction and class, so that the same repetition
// draws the same numbers for the same class whatever the tree around it looks like, and whichever
// discipline decides in it.
#pragma once

#include <string>

#include "emulator/core/random.h"
#include "emulator/router/node.h"

namespace seawind {

inline RandomStream class_stream(const Node& node) {
  return RandomStream(node.link.seed, "router " + std::string(to_string(node.link.direction)) +
                                          " class " + std::to_string(node.traffic_class));
}

}  // namespace seawind
