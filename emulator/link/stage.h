// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the base station that stand in a direction of the hop and look into packets
// (experiments B1.5). A stage stands at the sending end of its direction: for the downlink between
// the last-hop router and the radio, where it also sees what comes off the radio in the uplink. The
// contract between a stage and the two directions:
//
//   its own:   arrival -> [size, whole IP] -> on_arrival -> router -> on_pull -> input queue -> ...
//   the other: ... -> receive buffer -> output dropper -> on_other_delivery -> delivery
//
//  - A direction calls its own stages in the order configured at its start, and those of the other
//    direction, in their order, at its end. Each call happens inside the event of the packet's
//    arrival, pull or delivery; on_other_delivery() comes before kDelivered is told. Oversize and
//    malformed packets were dropped before on_arrival() and are not seen.
//  - on_pull() is called as a packet goes from the router (or without one from the arrival) to the
//    link's input queue, within the same event as the router's dequeue.
//  - Every hook is given the packet and gives one back, which goes on its way. It may change the
//    packet in place (packet_edit.h) and then tells host.modified(). It drops by giving it to
//    host.drop() and returning an empty packet; later stages do not see it then.
//  - host functions may be called inside a hook and inside events the stage has scheduled. A packet
//    that is in a hook's hands is in no queue: remove_if() does not see it, waiting() does not
//    count it. remove_if() and drop_head() only take out: what can move because of the room they
//    made moves when the hook has returned.
//  - emit() hands a packet of the stage's own making to the far end of a direction, now: told as
//    kGenerated, then kDelivered, past everything else, stages included. What a base station sends
//    towards the fixed host has not been on the radio. Its id is host.generated_id(), above every
//    id of a port, its arrival() host.now(). Hence for every direction, at any instant, in packets:
//    received + generated = delivered + drops + held; in bytes minus what kModified cut off.
//  - A stage stays while its place in the list keeps its kind across live changes, and is told the
//    new values by change(); otherwise it is made anew, without memory.
//  - Draws only from RandomStream(host.seed(), "<direction>/<name of the stage>").
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "common/event_log.h"
#include "emulator/core/limit.h"
#include "emulator/core/packet.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/hop_config.h"

namespace seawind {

/// What a stage may ask of the hop. Implemented by the hop; outlives the stage.
class StageHost {
 public:
  virtual ~StageHost() = default;

  virtual Scheduler& scheduler() = 0;
  Time now() { return scheduler().now(); }
  virtual std::uint64_t seed() const = 0;
  /// A new id for a packet made by a stage.
  virtual std::uint64_t generated_id() = 0;

  /// The packet was taken out of `direction` and is gone: told as a drop.
  virtual void drop(Direction direction, Packet packet, DropReason reason) = 0;
  /// The packet, underway in `direction`, was changed; it was `size_before` IP bytes large.
  virtual void modified(Direction direction, const Packet& packet, std::uint32_t size_before) = 0;
  /// Hands a packet of the stage's own making to the far end of `direction`, now.
  virtual void emit(Direction direction, Packet packet) = 0;
  /// Time of day (UTC) at link time 0, for lifetimes that are absolute.
  virtual Duration time_of_day() const = 0;

  /// Drops, told with `reason`, every packet waiting in `direction` for which `chosen` holds: in
  /// the router, the input queue, and the send buffer as long as nothing of it was transmitted.
  /// Visited in that order of places downstream first (send buffer, input queue, router), each from
  /// its head.
  virtual void remove_if(Direction direction, const std::function<bool(const Packet&)>& chosen,
                         DropReason reason) = 0;
  /// What waits in the router and the input queue (adapter slots included) of `direction`.
  virtual Fill waiting(Direction direction) const = 0;
  /// Drops the packet of those in waiting() that is to leave first: the head of the input queue,
  /// or, with that empty, of the router (the one that has been there longest). False: there is
  /// none.
  virtual bool drop_head(Direction direction, DropReason reason) = 0;
  /// An estimate of how long a packet of `size` bytes that entered the input queue of `direction`
  /// now would take until its delivery: everything ahead of it in input queue, send buffer and
  /// serializer, and itself, at the rate and with the overheads of this instant, plus the
  /// propagation delay (the median of its law). No errors, no blocking to come, but the rest of a
  /// blocking (spike, outage, allocation) whose end is known.
  virtual Duration time_to_deliver(Direction direction, std::uint32_t size) const = 0;
};

class Stage {
 public:
  virtual ~Stage() = default;
  /// A packet of the stage's own direction arrives.
  virtual Packet on_arrival(Packet packet) { return packet; }
  /// A packet of the stage's own direction goes from the router to the input queue.
  virtual Packet on_pull(Packet packet) { return packet; }
  /// A packet of the other direction leaves the link, now.
  virtual Packet on_other_delivery(Packet packet) { return packet; }
  /// New values for the same kind of stage.
  virtual void change(const StageConfig& config) = 0;
};

/// `host` must outlive the stage. `direction` is the one the stage stands in.
std::unique_ptr<Stage> make_stage(const StageConfig& config, Direction direction, StageHost& host);

}  // namespace seawind
