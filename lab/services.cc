// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/services.h"

namespace seawind::lab {

std::string greeting() {
  return "seawind " SEAWIND_VERSION;
}

}  // namespace seawind::lab
