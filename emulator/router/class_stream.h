// SPDX-License-Identifier: GPL-3.0-or-later
// The random stream of a discipline. Its name contains only direction, class number and flow queue,
// so that a class of the same number draws the same numbers in a repetition, regardless of the rest
// of the tree and of the class's discipline.
#pragma once

#include <string>

#include "emulator/core/random.h"
#include "emulator/router/node.h"

namespace seawind {

inline RandomStream class_stream(const Node& node) {
  return RandomStream(node.link.seed, "router " + std::string(to_string(node.link.direction)) +
                                          " class " + std::to_string(node.traffic_class) +
                                          node.flow_queue);
}

}  // namespace seawind
