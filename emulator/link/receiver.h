// SPDX-License-Identifier: GPL-3.0-or-later
// The receiving end of one direction: order, reassembly and acknowledgements.
//
// Order. Frames are released in the order of their first transmission. A frame is held while an
// earlier one has neither arrived nor been counted lost. A packet goes to the exit when the last of
// its frames is released. With release order `none`, or in a persistency class without ordering, it
// goes when the last of its frames arrives. A packet that waits at the exit (release order
// `spaced`) counts as released.
//
// Reassembly. With reassembly, a packet is passed on when its last missing frame has arrived.
// Without it, a lost frame does not lose its packet: the packet is passed on when each of its
// frames has arrived or is counted lost, unless all of them are lost (an interpretation).
//
// Acknowledgements (model Q4). A frame's bytes leave the send buffer one ack delay after the
// receiver has released the frame in order (cumulative), or after the frame has arrived or is
// counted lost (selective). The ack delay is this direction's propagation delay. A lost frame is
// acknowledged like a received one. When a frame closes a gap, all frames that this releases are
// acknowledged at once.
#pragma once

#include "emulator/link/direction_state.h"
#include "emulator/link/hop_exit.h"

namespace seawind {

class Receiver {
 public:
  Receiver(DirectionState& shared, HopExit& exit) : shared_(shared), exit_(exit) {}
  Receiver(const Receiver&) = delete;

  /// Frame `number` arrives now (arrive), or the receiver detects its loss now (count_lost).
  void arrive(std::uint64_t number);
  void count_lost(std::uint64_t number);
  /// The parameters have changed: if no order is kept any more, packets that wait for earlier
  /// frames go, in an event of this instant.
  void reconfigure();

 private:
  /// A packet without order goes when each of its frames has arrived or is counted lost.
  void pass_on_if_complete(std::uint64_t packet);
  void settle(std::uint64_t number);
  void release_in_order();
  void pass_on(std::uint64_t packet, Time received_at);
  void acknowledge(std::uint64_t number);

  DirectionState& shared_;
  HopExit& exit_;
};

}  // namespace seawind
