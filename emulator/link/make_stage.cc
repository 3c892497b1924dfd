// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stage.h"

namespace seawind {

std::unique_ptr<Stage> make_stage(const StageConfig&, Direction, StageHost&) {
  return nullptr;
}

}  // namespace seawind
