// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a capture through a hop in virtual time. The same capture, hop and seed give byte-identical
// output files.
//
// Link time 0 is the stamp of the capture's first packet that belongs to a direction. A packet
// enters at its stamp; a stamp before an earlier packet's is replaced by the latest stamp and
// counted. A packet that the capture has truncated passes at its original size; its missing bytes
// are zero inside the link and absent in the output. After the last packet the hop runs until it is
// empty, at most one hour of link time.
//
// A replay is open loop: the hosts of the capture do not react to the link.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "emulator/core/packet_totals.h"
#include "emulator/link/hop_config.h"
#include "emulator/offline/sides.h"

namespace seawind {

struct ReplayOptions {
  std::string capture;
  std::string output;
  std::string event_log;  // empty: no log
  std::string comment;    // of the output file
  Sides sides;
  std::uint64_t steps = 1'000'000'000;  // of the link, and 10 000 for each packet
};

struct ReplaySummary {
  struct DirectionSummary {
    PacketTotals received, generated, delivered, held;
    std::map<std::string, PacketTotals> drops;  // by reason
  };
  std::array<DirectionSummary, 2> directions;  // by Direction
  std::uint64_t not_ip = 0;                    // frames skipped
  std::uint64_t exit_records = 0;  // records of leaving packets, in a capture written by Seawind
  std::uint64_t other = 0;         // packets of neither direction
  std::uint64_t cut_short = 0;     // packets truncated by the capture
  std::uint64_t stepped_back = 0;  // stamps before that of an earlier packet
  std::int64_t start_ns = 0;       // since the epoch
  std::int64_t link_time_ns = 0;   // at the end
};

/// Writes the output and the event log to temporary files and renames them when both are complete.
/// Throws InputError for an invalid capture and for a link that exceeds `steps`, otherwise Error.
ReplaySummary replay(HopConfig config, const ReplayOptions& options);

}  // namespace seawind
