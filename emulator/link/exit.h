// SPDX-License-Identifier: GPL-3.0-or-later
// Where packets leave one direction: the instant of their delivery (release order), the output
// dropper and the sink.
//
//  - kInOrder: at the instant the receiver passes the packet on; behind what still waits here
//    (after a live change from kSpaced).
//  - kSpaced (experiments D15; ns-2's delay.cc as Gurtov changed it, link-model section 4): a
//    packet that arrived before the one in front of it leaves leaves one transmission time of its
//    own after that one; any other when it is passed on. In ns-2's words, without errors:
//    `if now + tx + d < latest then latest += tx else latest = now + tx + d`.
//  - kNone, and persistency classes that need no order: at once, past those that wait here.
#pragma once

#include "emulator/core/ring.h"
#include "emulator/link/output_dropper.h"
#include "emulator/link/underway.h"

namespace seawind {

/// The functions of the base station as a direction calls them (stage.h); an empty packet comes
/// back when one of them has dropped it.
class StageHooks {
 public:
  virtual Packet arrives(Direction direction, Packet packet) = 0;
  virtual Packet pulled(Direction direction, Packet packet) = 0;
  virtual Packet leaves(Direction direction, Packet packet) = 0;

 protected:
  ~StageHooks() = default;
};

class Exit {
 public:
  Exit(const Underway& underway, std::uint64_t seed, StageHooks& stages, PacketSink& out);
  Exit(const Exit&) = delete;

  /// The receiver passes a packet on, now. `arrived`: its last frame; `air`: its transmission time.
  void leave(Packet packet, Time arrived, Duration air, bool in_order);
  /// Delivers a packet the emulator made itself: kGenerated, kDelivered.
  void emit(Packet packet);
  void reconfigure() { dropper_.reconfigure(underway_.config->output); }
  /// Packets that wait for their instant.
  const Fill& held() const { return held_; }

 private:
  void deliver_next();
  void deliver(Packet packet);

  const Underway& underway_;
  OutputDropperModel dropper_;
  StageHooks& stages_;
  PacketSink& out_;
  Ring<Packet> waiting_;
  Fill held_;
  Time latest_ = Time::from_ns(std::numeric_limits<std::int64_t>::min());
};

}  // namespace seawind
