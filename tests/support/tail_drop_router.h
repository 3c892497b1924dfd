// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "emulator/router/router_config.h"

namespace seawind {

/// A router of one tail-drop queue.
inline std::shared_ptr<const RouterConfig> tail_drop_router(const BufferLimit& limit) {
  return std::make_shared<const RouterConfig>(RouterConfig{TailDropConfig{limit}});
}

}  // namespace seawind
