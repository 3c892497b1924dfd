// SPDX-License-Identifier: GPL-3.0-or-later
// The classes of a router's configuration: their numbers, and the comparison of two trees.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "emulator/router/limits.h"
#include "emulator/router/router_config.h"

namespace seawind {

/// Number of queues, including flow queues and the queues in them.
std::uint64_t queues_in(const DisciplineConfig& config);

/// Numbers the classes 1, 2, ... in the configured order, a class before the classes inside it.
/// Returns the number of classes; the numbers are valid only if that is at most kMaxClasses.
std::size_t number_classes(DisciplineConfig& config);

/// Calls `visit` for every class in the order of their numbers. `parent` is the number of the
/// enclosing class (0: the root). `path` is the class's name behind the names of the enclosing
/// classes ("intermediate/http").
void for_each_class(const DisciplineConfig& config,
                    const std::function<void(const ClassConfig& config, std::uint8_t parent,
                                             const std::string& path)>& visit);

/// Whether a running tree of `a` can apply the parameters of `b`: the same disciplines in the same
/// positions, classes of the same names in the same order, the same number of flow queues.
bool same_structure(const DisciplineConfig& a, const DisciplineConfig& b);

}  // namespace seawind
