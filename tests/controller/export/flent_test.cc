// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "tests/controller/export/export_log.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

std::string unzipped(const std::filesystem::path& file) {
  gzFile in = gzopen(file.c_str(), "rb");
  std::string out;
  char buffer[65536];
  for (int got; (got = gzread(in, buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<std::size_t>(got));
  gzclose(in);
  return out;
}

TEST(Flent, SeriesOfWhatWasDelivered) {
  const ExportFolder folder;
  const auto file =
      export_flent(folder.item(export_log(), export_flows()), folder.path(), no_progress)[0];
  const auto json = nlohmann::json::parse(unzipped(file));
  EXPECT_EQ(json["version"], 4);
  EXPECT_EQ(json["metadata"]["NAME"], "tcp_ndown");
  EXPECT_EQ(json["metadata"]["TEST_PARAMETERS"]["download_streams"], "1");
  EXPECT_EQ(json["metadata"]["TIME"], "2026-09-21T14:13:20.123456Z");
  const auto& x = json["x_values"];
  const auto& rate = json["results"]["TCP download::1"];
  const auto& rtt = json["results"]["Ping (ms) ICMP"];
  ASSERT_EQ(x.size(), 19u);  // up to 3.7 s in steps of 0.2 s
  ASSERT_EQ(rate.size(), 19u);
  // 540 B delivered at 1.3, 1.5 and 2.3 s; 40 B at 0.1 and 2.6 s.
  EXPECT_DOUBLE_EQ(rate[6], 540 * 8 / 0.2 / 1e6);
  EXPECT_DOUBLE_EQ(rate[7], 540 * 8 / 0.2 / 1e6);
  EXPECT_DOUBLE_EQ(rate[0], 40 * 8 / 0.2 / 1e6);
  EXPECT_EQ(rate[5], 0);
  EXPECT_TRUE(rtt[0].is_null());
  EXPECT_DOUBLE_EQ(rtt[18], 700);
  EXPECT_EQ(json["results"]["TCP download sum"], rate);
}

TEST(Flent, LongRunsHaveFewerPoints) {
  // Two hours: 36 000 steps of 0.2 s are too many; there are 2250 steps of 0.2 s x 16.
  SyntheticLog log;
  for (int i = 0; i <= 7200; i += 60)
    log.pass(Direction::kDownlink, i * 1000 * kMs, {4000, 5001, 1, i == 0 ? kSyn : kAck, 460}, kMs);
  const ExportFolder folder;
  const auto file = export_flent(folder.item(log, {export_flows()[0]}), folder.path(), no_progress);
  const auto json = nlohmann::json::parse(unzipped(file[0]));
  EXPECT_EQ(json["x_values"].size(), 2251u);
  double bits = 0;
  for (const auto& rate : json["results"]["TCP download::1"])
    bits += rate.get<double>() * 1e6 * 3.2;
  EXPECT_NEAR(bits, 121 * 500 * 8, 1);
}

TEST(Flent, TheRealProgramLoadsIt) {
  ASSERT_TRUE(has_program("flent")) << "flent is not installed";
  const ExportFolder folder;
  const auto file =
      export_flent(folder.item(export_log(), export_flows()), folder.path(), no_progress)[0];
  const std::string text = output_of({"flent", "-f", "summary", file.string()});
  EXPECT_THAT(text, HasSubstr("tcp_ndown"));
  EXPECT_THAT(text, HasSubstr("TCP download"));
  EXPECT_THAT(text, HasSubstr("Ping (ms) ICMP"));
  EXPECT_THAT(text, HasSubstr("700.00"));
}

}  // namespace
}  // namespace seawind::test
