// SPDX-License-Identifier: GPL-3.0-or-later
// What a last-hop router is built from: plain values, already validated. The meaning of every field
// is in docs/reference/router.md; emulator/api/router.proto is the same thing as users write it.
#pragma once

#include <memory>
#include <variant>

#include "emulator/core/limit.h"

namespace seawind {

struct TailDropConfig {
  BufferLimit limit;
};
using DisciplineConfig = std::variant<TailDropConfig>;

struct RouterConfig {
  DisciplineConfig root;
};

/// A router of one tail-drop queue.
inline std::shared_ptr<const RouterConfig> tail_drop_router(const BufferLimit& limit) {
  return std::make_shared<const RouterConfig>(RouterConfig{TailDropConfig{limit}});
}

}  // namespace seawind
