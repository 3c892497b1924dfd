// SPDX-License-Identifier: GPL-3.0-or-later
// Two sources of random values. Both depend only on the seed and a name.
//
// Draws is a stream: one uniform per value, in the order of the calls, and the next value of a
// list. It serves decisions per packet. IndexedUniforms has one uniform per index, independent of
// earlier calls. It serves decisions per instant (the k-th dwell, the k-th interval of a timer):
// the value does not depend on when it is read, and a read after an hour of silence costs no more
// than after a millisecond.
#pragma once

#include <string>
#include <string_view>

#include "common/event_log.h"
#include "common/split_mix.h"
#include "emulator/core/distribution.h"
#include "emulator/core/random.h"

namespace seawind {

/// The stream name of a model in one direction, for example "downlink/error".
inline std::string stream_name(Direction direction, std::string_view model) {
  return std::string(to_string(direction)) + "/" + std::string(model);
}

class Draws {
 public:
  Draws(std::uint64_t seed, std::string_view name) : random_(seed, name) {}

  double uniform() { return random_.uniform(); }
  bool happens(double probability) { return uniform() < probability; }
  /// Consumes one uniform, as a draw does.
  void skip() { random_.next(); }
  double value(const ValueConfig& law) { return value_at(law, uniform(), positions_.take(law)); }
  Duration duration(const ValueConfig& law) {
    return duration_at(law, uniform(), positions_.take(law));
  }

 private:
  RandomStream random_;
  ListPositions positions_;
};

/// SplitMix64; its k-th output is a function of seed and k.
class IndexedUniforms {
 public:
  IndexedUniforms(std::uint64_t seed, std::string_view name)
      : key_(RandomStream(seed, name).next()) {}

  /// Uniform in [0, 1), 53 bits of resolution.
  double at(std::uint64_t index) const {
    return static_cast<double>(split_mix(key_, index) >> 11) * 0x1.0p-53;
  }

 private:
  std::uint64_t key_;
};

}  // namespace seawind
