// SPDX-License-Identifier: GPL-3.0-or-later
// The formats a campaign can be exported to (docs/reference/export.md). Each exporter reads an
// event log once, in memory that does not grow with the log, and writes its files aside before they
// get their names.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/event_log.h"
#include "controller/export/selection.h"
#include "controller/results/query.h"

namespace seawind {

/// Called now and then while a log is read: bytes read, bytes in all. What it throws ends the
/// export, and nothing of it stays.
using ExportProgress = std::function<void(std::uint64_t, std::uint64_t)>;

/// Calls `each` for every record of the log. Throws Error when it cannot be read, or ends in the
/// middle.
void walk_log(const std::filesystem::path& event_log, const ExportProgress& progress,
              const std::function<void(const LogHeader&)>& begin,
              const std::function<void(const EventRecord&, std::span<const std::uint8_t>)>& each);

/// Writes the repetition's file (files, for xplot and the mahimahi log) to `folder`, which exists,
/// and returns their paths.
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

/// Tables of the campaign's numbers, of the repetitions selected: long.csv (a row a number) and
/// wide.csv (a row a repetition, a column a parameter or metric). RFC 4180.
std::vector<std::filesystem::path> export_csv(const std::filesystem::path& campaign,
                                              const std::vector<std::string>& cases,
                                              const std::vector<int>& numbers,
                                              const std::filesystem::path& folder,
                                              const ReadProgress& progress = {});

/// A text file that gets its name when close() has written it whole.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  void write(std::string_view text);
  void close();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path aside_;
  std::FILE* file_;
};

}  // namespace seawind
