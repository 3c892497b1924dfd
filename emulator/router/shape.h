// SPDX-License-Identifier: GPL-3.0-or-later
// The classes of a router's configuration: their numbers, and whether two configurations have the
// same tree.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "emulator/router/router_config.h"

namespace seawind {

inline constexpr std::size_t kMostClasses = 255;  // a class number is a byte, 0 is the root

/// Queues of one router, flow queues and the queues in them included; of a link and all its timed
/// changes. Each is built, and takes memory, when the link is.
inline constexpr std::uint64_t kMostQueues = 262'144;
inline constexpr std::uint64_t kMostQueuesOfLink = 1'048'576;
std::uint64_t queues_in(const DisciplineConfig& config);

/// Gives every class its number: 1, 2, ... in the order of the file, a class before those inside
/// it. Returns how many there are; numbers are only right when that is at most kMostClasses.
std::size_t number_classes(DisciplineConfig& config);

/// Calls `visit` for every class in the order of their numbers; `parent` is the number of the class
/// it is in (0: the root), `path` its name with those of the classes it is in
/// ("intermediate/http").
void for_each_class(const DisciplineConfig& config,
                    const std::function<void(const ClassConfig& config, std::uint8_t parent,
                                             const std::string& path)>& visit);

/// Whether a running tree of `a` can take over the parameters of `b`: the same disciplines at the
/// same places, classes of the same names in the same order, the same number of flow queues.
bool same_shape(const DisciplineConfig& a, const DisciplineConfig& b);

}  // namespace seawind
