// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a capture through a hop in virtual time. The same capture, hop and seed give the same output
// files, to the byte.
//
// Link time 0 is the stamp of the capture's first packet that belongs to a direction. A packet
// enters at its stamp; stamps that step back are held at the latest one (and counted). A packet of
// which the capture has only the beginning passes as a whole one of its real size, the missing
// bytes zero inside the link and absent in the output. After the last packet the hop runs on until
// it holds nothing, for an hour of link time at the most.
//
// A replay is open loop: the hosts of the capture do not react to what the link does.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "emulator/link/hop_config.h"
#include "emulator/offline/sides.h"

namespace seawind {

struct ReplayOptions {
  std::string capture;
  std::string output;
  std::string event_log;  // empty: none
  std::string comment;    // of the output
  Sides sides;
  std::uint64_t steps = 1'000'000'000;  // of the link, and 10 000 for each packet
};

struct ReplaySummary {
  struct Count {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
  };
  struct Way {
    Count received, generated, delivered, held;
    std::map<std::string, Count> drops;  // by reason
  };
  std::array<Way, 2> ways;         // by Direction
  std::uint64_t not_ip = 0;        // frames skipped
  std::uint64_t left_link = 0;     // records of packets leaving, in a capture Seawind wrote
  std::uint64_t other = 0;         // packets of neither direction
  std::uint64_t cut_short = 0;     // packets of which the capture has only the beginning
  std::uint64_t stepped_back = 0;  // stamps before an earlier packet's
  std::int64_t start_ns = 0;       // since the epoch
  std::int64_t link_time_ns = 0;   // at the end
};

/// Writes the output and the event log, each aside and renamed when whole: after an error there is
/// neither. Throws InputError for the capture and a link that does too much, Error for the rest.
ReplaySummary replay(HopConfig config, const ReplayOptions& options);

}  // namespace seawind
