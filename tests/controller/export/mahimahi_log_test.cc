// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "common/error.h"
#include "tests/controller/export/export_log.h"

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}
/// The lines whose second word is `kind`.
std::vector<std::string> lines_of(const std::string& text, const std::string& kind) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (first != "#" && second == kind) out.push_back(line);
  }
  return out;
}

TEST(MahimahiLog, EventsAsMahimahiWritesThem) {
  const ExportFolder folder;
  const auto files =
      export_mahimahi_log(folder.item(export_log(), export_flows()), folder.path(), no_progress);
  ASSERT_EQ(files.size(), 2u);
  const std::string down = text_of(files[0]);
  EXPECT_THAT(down, HasSubstr("# base timestamp: 0\n"));
  EXPECT_THAT(down, HasSubstr("# init timestamp: 1790000000123\n"));
  EXPECT_THAT(lines_of(down, "+"), ElementsAre("0 + 40", "1000 + 540", "1100 + 540", "1200 + 540",
                                               "2000 + 540", "2500 + 40", "3000 + 60"));
  EXPECT_THAT(lines_of(down, "-"), ElementsAre("100 - 40 100", "1300 - 540 300", "1500 - 540 300",
                                               "2300 - 540 300", "2600 - 40 100", "3300 - 60 300"));
  EXPECT_THAT(lines_of(down, "d"), ElementsAre("1150 d 1 540"));
  EXPECT_EQ(lines_of(text_of(files[1]), "+").size(), 6u);
}

// Each opportunity is a line; a few bytes of a log must not fill the disk.
TEST(MahimahiLog, ARateThatNoLinkHasIsRefused) {
  const ExportFolder folder;
  auto item = folder.item(export_log(), export_flows());
  item.rates[0] = std::int64_t{1} << 50;
  EXPECT_THAT([&] { export_mahimahi_log(item, folder.path(), no_progress); },
              testing::ThrowsMessage<Error>(HasSubstr("are more than 100000000 delivery")));
}

TEST(MahimahiLog, OpportunitiesAmountToTheRate) {
  // 64 kbit/s for 3.7 s are 29 600 B: 19 opportunities of 1504 B, one every 188 ms.
  const ExportFolder folder;
  const auto files =
      export_mahimahi_log(folder.item(export_log(), export_flows()), folder.path(), no_progress);
  const auto lines = lines_of(text_of(files[0]), "#");
  ASSERT_EQ(lines.size(), 19u);
  EXPECT_EQ(lines.front(), "188 # 1504");
  EXPECT_EQ(lines.back(), "3572 # 1504");
}

TEST(MahimahiLog, ARateThatChangesAndStops) {
  // 128 kbit/s until 1 s, 0 until 2 s, then 12.032 Mbit/s: one opportunity per ms.
  SyntheticLog log;
  log.event(EventKind::kRateChange, Direction::kDownlink, 0, 128'000);
  log.event(EventKind::kRateChange, Direction::kDownlink, 1000 * kMs, 0);
  log.event(EventKind::kRateChange, Direction::kDownlink, 2000 * kMs, 12'032'000);
  log.event(EventKind::kStateChange, Direction::kDownlink, 2010 * kMs);
  const ExportFolder folder;
  const auto files = export_mahimahi_log(folder.item(log, {}), folder.path(), no_progress);
  const auto lines = lines_of(text_of(files[0]), "#");
  // 16 000 B in the first second are 10 opportunities and a rest of 960 B; the next one needs 544 B
  // more.
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_EQ(lines[9], "940 # 1504");
  EXPECT_EQ(lines[10], "2000 # 1504");
  EXPECT_EQ(lines[11], "2001 # 1504");
}

}  // namespace
}  // namespace seawind::test
