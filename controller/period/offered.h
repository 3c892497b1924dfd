// SPDX-License-Identifier: GPL-3.0-or-later
// The congestion control reno24 as another process of this machine offers it: its name is the
// kernel's, so there is one at a time, with one memory.
#pragma once

#include <cstdint>
#include <optional>

#include "common/fds.h"

namespace seawind {

struct OfferedControl {
  Fd link;    // the name lives as long as somebody holds this
  Fd memory;  // the map `remembered`; its keys name the network namespace, so it can be shared
};

/// As in remembered.bpf.h.
struct RememberedKey {
  std::uint64_t netns;
  std::uint32_t peer;
  std::uint32_t tos;
};

/// Nothing: nobody offers it at the moment. Throws Error when what is offered under the name is not
/// ours.
std::optional<OfferedControl> find_offered_control();

}  // namespace seawind
