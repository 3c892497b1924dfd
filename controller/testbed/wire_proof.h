// SPDX-License-Identifier: GPL-3.0-or-later
// Proves by frames that the wires of a laboratory connect what its file states.
#pragma once

#include <array>
#include <string>

#include "controller/testbed/lab_connection.h"

namespace seawind {

struct WireEnd {
  LabConnection* at;
  std::string interface;  // of the slot
  std::string words;      // "eth1 of box"
};
using Wire = std::array<WireEnd, 2>;  // a host's end and the emulator's

/// Throws Error unless frames pass each wire in both directions and not from one wire to the other.
/// A path between the wires is not detected if it takes longer than 0.25 s or loses nearly all
/// frames.
void prove_wires(int slot, const Wire& fixed, const Wire& mobile);

}  // namespace seawind
