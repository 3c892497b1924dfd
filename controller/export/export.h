// SPDX-License-Identifier: GPL-3.0-or-later
// The formats to which a campaign can be exported (docs/reference/export.md). Each exporter reads
// an event log once, in memory that does not grow with the log. It writes temporary files and
// renames them when they are complete.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "common/directory.h"
#include "common/event_log.h"
#include "controller/export/selection.h"
#include "controller/store/query.h"

namespace seawind {

/// An exception from the callback ends the export; no files remain.
using ExportProgress = EventLogReader::Progress;

/// Whether the flow has a time-sequence graph in xplot and a rate in Flent's file.
bool is_tcp(const FlowSpec& flow);

/// Writes the repetition's file (several for xplot and the mahimahi log, none where the format
/// shows none of its flows) to `folder`, which must exist, and returns the paths.
using Exporter = std::vector<std::filesystem::path> (*)(const ExportItem&,
                                                        const std::filesystem::path& folder,
                                                        const ExportProgress&);
std::vector<std::filesystem::path> export_pcapng(const ExportItem& item,
                                                 const std::filesystem::path& folder,
                                                 const ExportProgress& progress);
std::vector<std::filesystem::path> export_flent(const ExportItem& item,
                                                const std::filesystem::path& folder,
                                                const ExportProgress& progress);
std::vector<std::filesystem::path> export_xplot(const ExportItem& item,
                                                const std::filesystem::path& folder,
                                                const ExportProgress& progress);
std::vector<std::filesystem::path> export_mahimahi_log(const ExportItem& item,
                                                       const std::filesystem::path& folder,
                                                       const ExportProgress& progress);

/// Tables of the selected repetitions: long.csv (one row per value) and wide.csv (one row per
/// repetition, one column per parameter or metric). RFC 4180.
std::vector<std::filesystem::path> export_csv(const std::filesystem::path& campaign,
                                              const ExportChoice& choice,
                                              const std::filesystem::path& folder,
                                              const ReadProgress& progress = {});

/// A text file that gets its name when close() has written it completely.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  void write(std::string_view text);
  void close();
  const std::filesystem::path& path() const { return temporary_.target(); }

 private:
  TemporaryFile temporary_;
  std::FILE* file_;
};

}  // namespace seawind
