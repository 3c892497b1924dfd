// SPDX-License-Identifier: GPL-3.0-or-later
// Captures, pcap and pcapng, and their replay through a slow link. The capture a replay writes is
// read as one, and the account of the replay is whole.
#include "common/error.h"
#include "emulator/offline/capture_reader.h"
#include "emulator/offline/input_error.h"
#include "emulator/offline/replay.h"
#include "tests/fuzz/fuzz.h"

namespace seawind {
namespace {

using fuzz::hold;

/// Packets of the capture; -1: it is refused.
int count(const std::string& path) {
  int packets = 0;
  try {
    CaptureReader reader(path);
    while (const auto packet = reader.next()) {
      hold(packet->bytes.size() <= packet->original_length ||
               packet->original_length <= CaptureReader::kLongestIp,
           "a packet's length is bounded");
      ++packets;
    }
  } catch (const InputError&) {
    return -1;
  }
  return packets;
}

HopConfig slow_link() {
  HopConfig config;
  DirectionConfig way;
  way.states = {{.rate = 64'000, .propagation_delay = Duration::milliseconds(300)}};
  way.states[0].error_probability = 0.1;
  config.downlink = config.uplink = way;
  return config;
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  static fuzz::MemoryFile input;
  static const fuzz::Folder folder;
  input.fill({data, size});
  if (count(input.path()) <= 0) return 0;
  const ReplayOptions options{.capture = input.path(),
                              .output = folder.path() / "out.pcapng",
                              .event_log = folder.path() / "out.swlog",
                              .comment = "",
                              .sides = {}};
  ReplaySummary summary;
  try {
    ReplayOptions with_sides = options;
    with_sides.sides = guess_sides(options.capture);
    summary = replay(slow_link(), with_sides);
  } catch (const InputError&) {
    return 0;
  }
  for (const auto& direction : summary.directions) {
    std::uint64_t dropped = 0;
    for (const auto& [reason, drops] : direction.drops) dropped += drops.packets;
    hold(direction.received.packets + direction.generated.packets ==
             direction.delivered.packets + dropped + direction.held.packets,
         "received + generated = delivered + dropped + held");
  }
  hold(count(options.output) >= 0, "what a replay writes is read");
  return 0;
}
