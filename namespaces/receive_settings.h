// SPDX-License-Identifier: GPL-3.0-or-later
// What an interface does with packets that it receives (SIOCETHTOOL).
#pragma once

#include <cstdint>
#include <string>

namespace seawind {

/// Of an interface in the calling thread's namespace. What its driver does not report is off.
struct ReceiveSettings {
  bool gro_or_lro = false;           // joins packets to larger ones
  bool pause_frames = false;         // obeys or sends pause frames (IEEE Std 802.3, annex 31B)
  bool adaptive_coalescing = false;  // the driver chooses the time below
  std::uint32_t coalescing_us = 0;   // us of waiting for more packets before an interrupt
};
ReceiveSettings receive_settings(const std::string& interface);

}  // namespace seawind
