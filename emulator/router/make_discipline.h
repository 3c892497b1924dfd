// SPDX-License-Identifier: GPL-3.0-or-later
// Creates one discipline of a router's tree, including the disciplines below it.
#pragma once

#include <memory>

#include "emulator/router/queue_discipline.h"
#include "emulator/router/router_config.h"

namespace seawind {

std::unique_ptr<QueueDiscipline> make_discipline(const DisciplineConfig& config, const Node& node);

}  // namespace seawind
