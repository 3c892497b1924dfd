// SPDX-License-Identifier: GPL-3.0-or-later
// The export formats by name, for the command line and the application.
#pragma once

#include <span>
#include <string>

#include "controller/export/export.h"

namespace seawind {

struct ExportFormat {
  const char* name;    // "pcapng"; also the option's value
  const char* folder;  // subfolder of the chosen folder
  const char* doc;
  Exporter exporter;  // for one repetition; null: the tables (export_csv)
  /// Whether the format shows this flow; null: it shows every repetition.
  bool (*shows)(const FlowSpec&) = nullptr;
  const char* shown = "";  // "a TCP flow": what `shows` accepts
};
std::span<const ExportFormat> export_formats();

/// Why `format` can export none of `items`; empty: it can export some.
std::string export_refusal(const ExportFormat& format, std::span<const ExportItem> items);

}  // namespace seawind
