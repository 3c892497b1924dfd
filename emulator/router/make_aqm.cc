// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_aqm.h"

#include <stdexcept>

// No configuration that users can write names these yet.
namespace seawind {

std::unique_ptr<QueueDiscipline> make_aqm(const RedConfig&, const Node&) {
  throw std::logic_error("RED");
}
std::unique_ptr<QueueDiscipline> make_aqm(const WredConfig&, const Node&) {
  throw std::logic_error("WRED");
}
std::unique_ptr<QueueDiscipline> make_aqm(const CodelConfig&, const Node&) {
  throw std::logic_error("CoDel");
}
std::unique_ptr<QueueDiscipline> make_aqm(const FqCodelConfig&, const Node&) {
  throw std::logic_error("FQ-CoDel");
}
std::unique_ptr<QueueDiscipline> make_aqm(const PieConfig&, const Node&) {
  throw std::logic_error("PIE");
}
std::unique_ptr<QueueDiscipline> make_aqm(const FqPieConfig&, const Node&) {
  throw std::logic_error("FQ-PIE");
}
std::unique_ptr<QueueDiscipline> make_aqm(const DualPi2Config&, const Node&) {
  throw std::logic_error("DualPI2");
}

}  // namespace seawind
