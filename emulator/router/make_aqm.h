// SPDX-License-Identifier: GPL-3.0-or-later
// Creates active queue management disciplines.
#pragma once

#include <memory>

#include "emulator/router/aqm_config.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

std::unique_ptr<QueueDiscipline> make_aqm(const RedConfig& config, const Node& node);
std::unique_ptr<QueueDiscipline> make_aqm(const WredConfig& config, const Node& node);
std::unique_ptr<QueueDiscipline> make_aqm(const CodelConfig& config, const Node& node);
std::unique_ptr<QueueDiscipline> make_aqm(const FqCodelConfig& config, const Node& node);
std::unique_ptr<QueueDiscipline> make_aqm(const PieConfig& config, const Node& node);
std::unique_ptr<QueueDiscipline> make_aqm(const FqPieConfig& config, const Node& node);
std::unique_ptr<QueueDiscipline> make_aqm(const DualPi2Config& config, const Node& node);

}  // namespace seawind
