// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/formats.h"

#include <fmt/format.h>

#include <algorithm>

namespace seawind {
namespace {

bool is_in_flent(const FlowSpec& flow) {
  return is_tcp(flow) || flow.kind == FlowKind::kRoundTrips;
}

constexpr ExportFormat kFormats[] = {
    {"pcapng", "pcapng", "Packet captures with the fate of each packet (Wireshark)", export_pcapng},
    {"flent", "flent", "Data files of Flent (.flent.gz)", export_flent, is_in_flent,
     "a TCP flow or a ping flow"},
    {"xplot", "xplot", "Time-sequence graphs of every TCP flow (.xpl)", export_xplot, is_tcp,
     "a TCP flow"},
    {"csv", "csv", "Tables of all metrics: long.csv and wide.csv", nullptr},
    {"mahimahi-log", "mahimahi", "Link logs in mahimahi's format, one for each direction",
     export_mahimahi_log},
};

}  // namespace

std::span<const ExportFormat> export_formats() {
  return kFormats;
}

std::string export_refusal(const ExportFormat& format, std::span<const ExportItem> items) {
  const auto any = [&](const auto& has) { return std::any_of(items.begin(), items.end(), has); };
  if (format.exporter == nullptr) {
    if (any([](const ExportItem& item) { return item.not_valid.empty(); })) return "";
    return "no repetition is valid, so that no number counts; --pcapng and --mahimahi-log export "
           "what was recorded";
  }
  if (format.shows == nullptr || any([&](const ExportItem& item) {
        return std::any_of(item.flows.begin(), item.flows.end(), format.shows);
      }))
    return "";
  return fmt::format(
      "no repetition has {}, which is what the format shows (a recording has no "
      "flows); --pcapng and --mahimahi-log export every repetition",
      format.shown);
}

}  // namespace seawind
