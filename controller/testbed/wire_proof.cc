// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/wire_proof.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>

#include "common/error.h"

namespace seawind {

void prove_wires(int slot, const Wire& fixed, const Wire& mobile) {
  using Clock = std::chrono::steady_clock;
  constexpr int kProbes = 100;
  constexpr int kFew = 5;  // of them at another interface; others may send some frames
  constexpr std::chrono::seconds kTime{1};
  constexpr std::chrono::milliseconds kLongWay{250};
  const std::array all{fixed[0], fixed[1], mobile[0], mobile[1]};
  constexpr std::array<std::size_t, 4> kOtherEnd{1, 0, 3, 2};
  const auto received = [&] {
    std::array<std::int64_t, all.size()> out{};
    for (std::size_t i = 0; i < all.size(); ++i)
      out[i] = packets_of(all[i].at->count_packets(slot).interfaces(), all[i].interface).received();
    return out;
  };
  for (std::size_t from = 0; from < all.size(); ++from) {
    const auto before = received();
    all[from].at->send_probes(slot, all[from].interface, kProbes);
    std::array<std::int64_t, all.size()> arrived{};
    const auto look = [&](Clock::duration time, auto enough) {
      const auto until = Clock::now() + time;
      do {
        const auto now = received();
        for (std::size_t i = 0; i < all.size(); ++i) arrived[i] = now[i] - before[i];
      } while (!enough() && Clock::now() < until);
    };
    const std::size_t right = kOtherEnd[from];
    look(kTime, [&] { return arrived[right] >= kProbes; });
    look(kLongWay, [] { return false; });
    for (std::size_t to = 0; to < all.size(); ++to)
      if (to != from && to != right && arrived[to] >= kFew)
        throw Error(fmt::format("frames of {} arrive at {}: {}", all[from].words, all[to].words,
                                arrived[right] >= kProbes
                                    ? "the wires are one network, and packets would go around the "
                                      "emulator"
                                    : fmt::format("is that cable in {}?", all[right].words)));
    if (arrived[right] < kProbes)
      throw Error(fmt::format("{} of {} frames of {} arrive at {}: is the cable in?",
                              arrived[right], kProbes, all[from].words, all[right].words));
  }
}

}  // namespace seawind
