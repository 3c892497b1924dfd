// SPDX-License-Identifier: GPL-3.0-or-later
// Frames with descriptions, as a host or its kernel may send them to a port. What is cut from a
// frame and coalesced again stands for the same packets.
#include <cstring>
#include <vector>

#include "emulator/ports/segments.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/super_frames.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  using fuzz::hold;
  test::SuperFrame frame;
  if (size < sizeof frame.description || size > sizeof frame.description + 70'000) return 0;
  std::memcpy(&frame.description, data, sizeof frame.description);
  frame.bytes.assign(data + sizeof frame.description, data + size);
  static PacketPool pool;
  std::vector<Packet> packets;
  for (const auto& bytes : test::packets_of(frame)) {
    hold(bytes.size() <= frame.bytes.size(), "a packet is no larger than its frame");
    packets.push_back(Packet::copy_of(pool, packets.size() + 1, Time(), bytes, 14));
    packets.back().set_checksum_correct(true);
  }
  for (std::span<const Packet> rest = packets; !rest.empty();) {
    Coalescer coalescer;
    const std::size_t count = coalescer.coalesce(rest, {});
    hold(count >= 1 && count <= rest.size(), "a run is not empty");
    if (count > 1) {
      test::SuperFrame coalesced{coalescer.description(),
                                 {coalescer.head().begin(), coalescer.head().end()}};
      for (const Packet& packet : rest.first(count)) {
        const auto payload = coalescer.payload(packet);
        coalesced.bytes.insert(coalesced.bytes.end(), payload.begin(), payload.end());
      }
      const auto again = test::packets_of(coalesced);
      hold(again.size() == count, "a coalesced frame has as many packets");
      for (std::size_t i = 0; i < count; ++i) {
        const auto bytes = rest[i].frame();
        hold(std::equal(bytes.begin(), bytes.end(), again[i].begin(), again[i].end()),
             "a coalesced packet is segmented again as it was");
      }
    }
    rest = rest.subspan(count);
  }
  return 0;
}
