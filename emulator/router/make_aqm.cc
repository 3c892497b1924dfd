// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_aqm.h"

#include "emulator/router/codel.h"
#include "emulator/router/dualpi2.h"
#include "emulator/router/fq_codel.h"
#include "emulator/router/fq_pie.h"
#include "emulator/router/pie.h"
#include "emulator/router/red.h"
#include "emulator/router/wred.h"

namespace seawind {

std::unique_ptr<QueueDiscipline> make_aqm(const RedConfig& config, const Node& node) {
  return std::make_unique<RedQueue>(config, node);
}
std::unique_ptr<QueueDiscipline> make_aqm(const WredConfig& config, const Node& node) {
  return std::make_unique<WredQueue>(config, node);
}
std::unique_ptr<QueueDiscipline> make_aqm(const CodelConfig& config, const Node& node) {
  return std::make_unique<CodelQueue>(config, node);
}
std::unique_ptr<QueueDiscipline> make_aqm(const FqCodelConfig& config, const Node& node) {
  return std::make_unique<FqCodelQueue>(config, node);
}
std::unique_ptr<QueueDiscipline> make_aqm(const PieConfig& config, const Node& node) {
  return std::make_unique<PieQueue>(config, node);
}
std::unique_ptr<QueueDiscipline> make_aqm(const FqPieConfig& config, const Node& node) {
  return std::make_unique<FqPieQueue>(config, node);
}
std::unique_ptr<QueueDiscipline> make_aqm(const DualPi2Config& config, const Node& node) {
  return std::make_unique<DualPi2Queue>(config, node);
}

}  // namespace seawind
