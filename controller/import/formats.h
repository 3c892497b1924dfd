// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of `seawind import`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "controller/import/tc.h"

namespace seawind::importer {

struct Format {
  const char* name;
  const char* sources;      // for the help
  std::size_t least, most;  // number of sources
  /// Whether source `i` is a file or a text. kEither: a text if it has blanks and no file has its
  /// name.
  enum class Kind { kFile, kText, kEither };
  Kind (*kind)(std::size_t i);
  void (*read)(const std::vector<Source>&, const FindTable&, Draft&, Diagnostics&);
};

const std::vector<Format>& formats();

/// Reads the files that `arguments` name. Names of traces become relative to `folder`, the
/// profile's.
std::vector<Source> load_sources(const Format& format, const std::vector<std::string>& arguments,
                                 const std::filesystem::path& folder, Diagnostics& problems);

/// A table of netem: a file, or NAME.dist in $TC_LIB_DIR or the folders of iproute2.
std::optional<std::string> find_netem_table(const std::string& name);

/// The profile that `sources` describe, in YAML; empty when there are problems.
std::string import_profile(const Format& format, const std::vector<Source>& sources,
                           const std::string& name, const FindTable& find_table,
                           Diagnostics& problems);

}  // namespace seawind::importer
