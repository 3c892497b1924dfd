// SPDX-License-Identifier: GPL-3.0-or-later
// RED's defaults. Thresholds: 15 and 45 % of the physical limit, which are the 3 and 9 of 20
// packets of experiments RQ2. Adaptive RED with a target delay: rate x delay / 2, at least 5
// average packets, and three times that (Floyd, Gummadi, Shenker 2001). A limit in packets counts
// average packets.
#pragma once

#include <cmath>

#include "emulator/router/aqm_config.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/linux_red.h"
#include "emulator/router/red_curve.h"

namespace seawind {

inline double limit_in_bytes(const BufferLimit& limit, std::int64_t average_packet) {
  if (limit.bytes) return static_cast<double>(*limit.bytes);
  return static_cast<double>(*limit.packets) * static_cast<double>(average_packet);
}

inline double red_weight(const RedConfig& config, const RouterContext& context) {
  if (config.adaptive && context.link_rate > 0) {
    const double packets_per_second =
        static_cast<double>(context.link_rate) / 8 / static_cast<double>(config.average_packet);
    return -std::expm1(-1 / packets_per_second);
  }
  return std::ldexp(1.0, -config.weight_exponent);
}

inline RedCurve red_curve(const RedConfig& config, const BufferLimit& limit,
                          const RouterContext& context) {
  const double size = limit_in_bytes(limit, config.average_packet);
  double min = 0.15 * size;
  double max = 0.45 * size;
  if (config.adaptive && config.adaptive->delay) {
    min = std::max(5.0 * static_cast<double>(config.average_packet),
                   static_cast<double>(bytes_in(context, *config.adaptive->delay)) / 2);
    max = 3 * min;
  }
  if (config.min_threshold) min = static_cast<double>(*config.min_threshold);
  if (config.max_threshold) max = static_cast<double>(*config.max_threshold);
  if (max <= min) max = 3 * min;  // one threshold was given, beyond the default of the other
  return {.min = min,
          .max = max,
          .max_probability = config.linux_arithmetic
                                 ? linux_max_probability(config.max_probability, min, max)
                                 : config.max_probability,
          .gentle = config.gentle,
          .scale = config.scale_to_size};
}

}  // namespace seawind
