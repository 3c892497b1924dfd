// SPDX-License-Identifier: GPL-3.0-or-later
// The formats by name, for everything that offers them.
#pragma once

#include <span>

#include "controller/export/export.h"

namespace seawind {

struct ExportFormat {
  const char* name;    // pcapng; also the option's name
  const char* folder;  // below the folder chosen
  const char* doc;
  Exporter exporter;  // of one repetition; null: the tables (export_csv)
};
std::span<const ExportFormat> export_formats();

}  // namespace seawind
