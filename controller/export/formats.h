// SPDX-License-Identifier: GPL-3.0-or-later
// The export formats by name, for the command line and the application.
#pragma once

#include <span>

#include "controller/export/export.h"

namespace seawind {

struct ExportFormat {
  const char* name;    // "pcapng"; also the option's value
  const char* folder;  // in the chosen folder
  const char* doc;
  Exporter exporter;  // for one repetition; null: the tables (export_csv)
};
std::span<const ExportFormat> export_formats();

}  // namespace seawind
