// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "controller/import/draft.h"
#include "controller/import/readers.h"

namespace seawind::importer {
namespace {

/// The network that a preset describes. DevTools throttles requests above TCP. To approximate that
/// network, it uses `throughput_factor` of the rates and `latency_factor` times the round trip.
struct Preset {
  const char* name;
  double down, up;    // bit/s; 0: no limit
  double round_trip;  // ms
  double throughput_factor = 1, latency_factor = 1;
};

constexpr Preset kPresets[] = {
    {"chrome:Slow 3G", 500e3, 500e3, 400, 0.8, 5},
    // "Slow 4G" is the name of "Fast 3G" since 2024.
    {"chrome:Fast 3G", 1.6e6, 750e3, 150, 0.9, 3.75},
    {"chrome:Slow 4G", 1.6e6, 750e3, 150, 0.9, 3.75},
    {"chrome:Fast 4G", 9e6, 1.5e6, 60, 0.9, 2.75},
    {"webpagetest:Cable", 5e6, 1e6, 28},
    {"webpagetest:DSL", 1.5e6, 384e3, 50},
    {"webpagetest:FIOS", 20e6, 5e6, 4},
    {"webpagetest:Dial", 49e3, 30e3, 120},
    {"webpagetest:LTE", 12e6, 12e6, 70},
    {"webpagetest:3G", 1.6e6, 768e3, 300},
    {"webpagetest:3GFast", 1.6e6, 768e3, 150},
    {"webpagetest:3GSlow", 780e3, 330e3, 200},
    {"webpagetest:3G_EM", 400e3, 400e3, 400},
    {"webpagetest:Edge", 240e3, 200e3, 840},
    {"webpagetest:2G", 280e3, 256e3, 800},
    {"webpagetest:Native", 0, 0, 0},
};

bool is_of_chrome(const Preset& preset) {
  return std::string_view(preset.name).starts_with("chrome:");
}

void fill(const Preset& preset, double rate, DirectionDraft& out) {
  constexpr std::int64_t kQueue = 1000;  // packets
  out.values.mutable_rate_base()->set_fixed(rate);
  std::string sent;
  if (is_of_chrome(preset))
    sent = fmt::format("; DevTools itself: {:g} kbit/s", rate * preset.throughput_factor / 1e3);
  out.remark("rate_base", fmt::format("{:g} kbit/s{}", rate / 1e3, sent));
  out.values.mutable_propagation_delay()->set_fixed(preset.round_trip * 1e6 / 2);
  if (is_of_chrome(preset))
    sent = fmt::format("; DevTools itself: {:g} ms a request",
                       preset.round_trip * preset.latency_factor);
  out.remark("propagation_delay",
             fmt::format("half of the round trip, {:g} ms{}", preset.round_trip, sent));
  out.values.mutable_link_send_buffer_size()->set_packets(kQueue);
  out.remark("link_send_buffer_size", "not in the preset: netem's");
}

}  // namespace

void read_preset(const std::vector<Source>& sources, Draft& draft, Diagnostics& problems) {
  const Source& source = sources.front();
  const Location at{source.name, 1, 1, std::max(static_cast<int>(source.text.size()), 1)};
  const auto* preset = std::find_if(std::begin(kPresets), std::end(kPresets),
                                    [&](const Preset& one) { return source.text == one.name; });
  if (preset == std::end(kPresets)) {
    std::vector<std::string> names;
    for (const Preset& one : kPresets) names.emplace_back(one.name);
    return problems.add(at,
                        fmt::format("`{}` is not a preset; expected one of `{}`", source.text,
                                    fmt::join(names, "`, `")),
                        did_you_mean(source.text, names));
  }
  draft.description = fmt::format("{}: {:g}/{:g} Mbit/s, round trip {:g} ms", preset->name,
                                  preset->down / 1e6, preset->up / 1e6, preset->round_trip);
  if (preset->down == 0) {
    draft.description = fmt::format("{}: no limit", preset->name);
    fill_unlimited(draft.downlink, "not shaped");
    fill_unlimited(draft.uplink, "not shaped");
    return;
  }
  fill(*preset, preset->down, draft.downlink);
  fill(*preset, preset->up, draft.uplink);
  warn_not_represented(problems, at, "a queue: the preset has none, and 1000 packets are ours");
  if (!is_of_chrome(*preset)) return;
  problems.warn(
      at,
      fmt::format("the values are those of the network that DevTools approximates. DevTools "
                  "throttles requests above TCP, with {:g} of the rates and {:g} times the round "
                  "trip to make up for it; a link acts on packets and takes the network's own",
                  preset->throughput_factor, preset->latency_factor));
}

}  // namespace seawind::importer
