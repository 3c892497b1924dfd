// SPDX-License-Identifier: GPL-3.0-or-later
// How a frame beyond its persistency resets the link (Framing::link_reset).
#pragma once

#include "common/event_log.h"

namespace seawind {

class LinkResets {
 public:
  /// Resets both directions, that of the lost frame first (HopDirection::reset()).
  virtual void reset_link(Direction lost) = 0;

 protected:
  ~LinkResets() = default;
};

}  // namespace seawind
