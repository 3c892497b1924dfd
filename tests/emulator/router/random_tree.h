// SPDX-License-Identifier: GPL-3.0-or-later
// Random trees of queueing disciplines, each valid.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "emulator/core/random.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {

class RandomTree {
 public:
  struct Of {
    bool shapers = true;
    /// Also disciplines in which something is left of packets that have gone: random numbers that
    /// were drawn, turns, debts.
    bool with_memory = true;
  };
  RandomTree(std::uint64_t seed, Of of) : random_(seed, "tree"), of_(of) {}

  DisciplineConfig make(int depth = 0) {
    const std::uint64_t kinds = depth >= 3 ? 7 : 15;
    switch (below(kinds)) {
      case 0:
        return HeadDropConfig{limit()};
      case 1:
        if (!of_.with_memory) return TailDropConfig{limit()};
        return RedConfig{.limit = limit()};
      case 2:
        return CodelConfig{.limit = limit(), .target = Duration::milliseconds(1 + below(50))};
      case 3:
        return FqCodelConfig{.limit = limit(), .aqm = {}, .flows = of_.with_memory ? 8u : 4096u};
      case 4:
        if (!of_.with_memory) return TailDropConfig{limit()};
        return PieConfig{.limit = limit()};
      case 5:
        if (!of_.with_memory) return TailDropConfig{limit()};
        return WredConfig{.limit = limit()};
      case 7:
        return PriorityConfig{classes(depth)};
      case 8:
        return DrrConfig{.classes = classes(depth)};
      case 9:
        return WrrConfig{.classes = classes(depth)};
      case 10:
        return WfqConfig{.classes = classes(depth)};
      case 11:
        return Wf2qPlusConfig{.classes = classes(depth)};
      case 12:
        return DrrConfig{{}, {5, inner(depth)}, {}};
      case 13:
        if (!of_.shapers) return TailDropConfig{limit()};
        return TokenBucketConfig{.rate = 20'000 + below(100'000),
                                 .burst = 1500 + below(5000),
                                 .police = below(3) == 0,
                                 .discipline = inner(depth)};
      case 14:
        if (!of_.shapers || !of_.with_memory) return TailDropConfig{limit()};
        return HtbConfig{.rate = 50'000 + below(100'000), .classes = classes(depth)};
      default:
        return TailDropConfig{limit()};
    }
  }

 private:
  std::int64_t below(std::uint64_t n) { return static_cast<std::int64_t>(random_.next() % n); }
  BufferLimit limit() {
    return below(2) == 0 ? BufferLimit{.bytes = 2000 + below(20'000)}
                         : BufferLimit{.packets = 2 + below(30)};
  }
  std::shared_ptr<const DisciplineConfig> inner(int depth) {
    return std::make_shared<const DisciplineConfig>(make(depth + 1));
  }
  std::vector<ClassConfig> classes(int depth) {
    std::vector<ClassConfig> out;
    const std::int64_t count = 1 + below(4);
    for (std::int64_t i = 0; i < count; ++i) {
      ClassConfig one = port_class("c" + std::to_string(i), static_cast<std::uint16_t>(below(6)),
                                   make(depth + 1));
      if (i == count - 1 && below(4) != 0) one.match.clear();
      one.weight = static_cast<double>(1 + below(5));
      if (below(2) == 0) one.quantum = 300 + below(3000);
      one.prio = static_cast<int>(below(3));
      if (below(5) == 0) {
        one.meter = MeterConfig{.committed_rate = 50'000, .committed_burst = 3000};
        one.meter->red.drop = true;
      }
      if (below(5) == 0) one.set_dscp = static_cast<std::uint8_t>(below(64));
      out.push_back(std::move(one));
    }
    return out;
  }
  RandomStream random_;
  Of of_;
};

}  // namespace seawind::test
