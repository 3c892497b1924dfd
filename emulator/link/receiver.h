// SPDX-License-Identifier: GPL-3.0-or-later
// The receiving end of one direction: order, reassembly and acknowledgements.
//
// Order. Frames are released in the order of their first transmission, held while an earlier one is
// neither here nor counted lost. A packet goes to the exit when the last of its frames is released;
// with release order `none`, or in a persistency class that need not keep the order, when the last
// of its frames arrives. What waits for its exit time there (release order `spaced`) is released
// already.
//
// Reassembly. The whole packet is passed on when its last missing frame is there. Without it a lost
// frame costs its packet nothing but the time: the packet is passed on when all its frames are here
// or counted lost, unless all are lost [I].
//
// Acknowledgements (Q4). A frame's bytes leave the send buffer one ack propagation (taken as this
// direction's propagation delay) after the receiver has released it in order (cumulative) or has it
// or counts it lost (selective). A lost frame is acknowledged like one that arrived: what its gap
// closing releases, it included, is acknowledged at once.
#pragma once

#include "emulator/link/exit.h"
#include "emulator/link/underway.h"

namespace seawind {

class Receiver {
 public:
  Receiver(Underway& underway, Exit& exit) : underway_(underway), exit_(exit) {}
  Receiver(const Receiver&) = delete;

  /// The frame is here now; or the receiver knows now that it will not come.
  void arrive(std::uint64_t number);
  void count_lost(std::uint64_t number);

 private:
  void settle(std::uint64_t number);
  void release_in_order();
  void pass_on(std::uint64_t packet, Time arrived);
  void acknowledge(std::uint64_t number);

  Underway& underway_;
  Exit& exit_;
};

}  // namespace seawind
