// SPDX-License-Identifier: GPL-3.0-or-later
// Event logs in every export format. The first byte selects the flows. An exported capture is read
// back.
#include "common/error.h"
#include "controller/export/formats.h"
#include "emulator/offline/capture_reader.h"
#include "tests/fuzz/logs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  if (size == 0) return 0;
  static fuzz::MemoryFile log;
  static const fuzz::Folder folder;
  fuzz::fill_log(log, {data + 1, size - 1});
  const ExportItem item{.campaign = "c",
                        .case_name = "a/b/c",
                        .number = 1,
                        .seed = 1,
                        .open_log =
                            [](EventLogReader::Progress progress) {
                              return EventLogReader(log.path(), std::move(progress));
                            },
                        .flows = fuzz::flows(data[0]),
                        .rates = {64'000, 64'000},
                        .states = {"good", "bad"},
                        .most_opportunities = 100'000};
  for (const ExportFormat& format : export_formats()) {
    if (format.exporter == nullptr) continue;
    std::vector<std::filesystem::path> written;
    try {
      written = format.exporter(item, folder.path(), [](std::uint64_t, std::uint64_t) {});
    } catch (const Error& error) {
      fuzz::hold(*error.what() != '\0', "a refusal says why");
      fuzz::hold(std::filesystem::is_empty(folder.path()), "an export that failed leaves nothing");
    }
    for (const auto& file : written) {
      if (file.extension() == ".pcapng") {
        CaptureReader capture(file);
        while (capture.next()) {
        }
      }
      std::filesystem::remove(file);
    }
  }
  return 0;
}
