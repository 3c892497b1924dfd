// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/formats.h"

namespace seawind {
namespace {

constexpr ExportFormat kFormats[] = {
    {"pcapng", "pcapng", "Packet captures with the fate of each packet (Wireshark)", export_pcapng},
    {"flent", "flent", "Data files of Flent (.flent.gz)", export_flent},
    {"xplot", "xplot", "Time-sequence graphs of every TCP flow (.xpl)", export_xplot},
    {"csv", "csv", "Tables of all metrics: long.csv and wide.csv", nullptr},
    {"mahimahi-log", "mahimahi", "Link logs in mahimahi's format, one for each direction",
     export_mahimahi_log},
};

}  // namespace

std::span<const ExportFormat> export_formats() {
  return kFormats;
}

}  // namespace seawind
