// SPDX-License-Identifier: GPL-3.0-or-later
// The congestion control reno24 as registered by another process of this machine. The kernel
// registers a name once, so there is one instance with one map.
#pragma once

#include <cstdint>
#include <optional>

#include "common/fds.h"

namespace seawind {

struct RegisteredControl {
  Fd link;    // the name is registered while any process holds this link
  Fd memory;  // the map `remembered`; keys contain the namespace, so it can be shared
};

/// The layout of remembered_key in remembered.bpf.h.
struct RememberedKey {
  std::uint64_t netns;
  std::uint32_t peer;
  std::uint32_t tos;
};

/// Nothing when it is not registered. Throws Error when other code is registered under this name.
std::optional<RegisteredControl> find_registered_control();

}  // namespace seawind
