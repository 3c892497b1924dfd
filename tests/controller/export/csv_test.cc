// SPDX-License-Identifier: GPL-3.0-or-later
// The exported tables, parsed again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "common/error.h"
#include "controller/export/formats.h"
#include "controller/store/query.h"
#include "controller/store/sqlite.h"
#include "tests/controller/export/export_log.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using Row = std::vector<std::string>;

/// A parser for RFC 4180.
std::vector<Row> parse(const std::string& text) {
  std::vector<Row> rows(1, Row(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& field = rows.back().back();
    if (quoted) {
      if (c != '"')
        field += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field += text[++i];
      else
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      rows.back().emplace_back();
    } else if (c == '\n') {
      rows.emplace_back(1);
    } else {
      field += c;
    }
  }
  rows.pop_back();
  return rows;
}

// Names in a store are not checked when they are read, and a spreadsheet would evaluate them.
TEST(Csv, NoTextIsAFormula) {
  const StoredCampaign campaign(quickstart_cases(), "=HYPERLINK(\"x\")");
  const ExportFolder folder;
  const auto files = export_csv(campaign.directory(), {}, folder.path());
  for (const auto& file : files) EXPECT_EQ(parse(read_text(file))[1][0], "'=HYPERLINK(\"x\")");
}

TEST(Csv, LongAndWideTablesRoundTrip) {
  const StoredCampaign campaign(quickstart_cases(), "with \"quotes\", and a comma");
  const ExportFolder folder;
  const auto files = export_csv(campaign.directory(), {}, folder.path());
  const auto tall = parse(read_text(files[0]));
  const auto wide = parse(read_text(files[1]));
  ASSERT_EQ(wide.size(), 1u + 24);
  EXPECT_EQ(wide[0][8], "workload");
  std::map<std::pair<std::string, std::string>, std::vector<double>> numbers;  // (case, name)
  for (std::size_t i = 1; i < tall.size(); ++i) {
    ASSERT_EQ(tall[i].size(), 9u);
    EXPECT_EQ(tall[i][0], "with \"quotes\", and a comma");
    const std::string name = tall[i][5].empty() ? tall[i][6] : tall[i][5] + "." + tall[i][6];
    numbers[{tall[i][1], name}].push_back(std::stod(tall[i][8]));
  }
  const CampaignResults results = load_results(campaign.directory());
  std::size_t compared = 0;
  for (const auto& c : results.cases)
    for (const auto& [key, values] : c.samples) {
      const std::string name = key.first.empty() ? key.second : key.first + "." + key.second;
      EXPECT_EQ((numbers[{c.name, name}]), values) << c.name << " " << name;
      const auto column = std::find(wide[0].begin(), wide[0].end(), name) - wide[0].begin();
      std::vector<double> read;
      for (std::size_t i = 1; i < wide.size(); ++i)
        if (wide[i][1] == c.name)
          read.push_back(std::stod(wide[i].at(static_cast<std::size_t>(column))));
      EXPECT_EQ(read, values) << c.name << " " << name;
      ++compared;
    }
  EXPECT_EQ(compared, 4u * 12);
}

TEST(Csv, ADropReasonWithoutARowIsZeroInTheWideTable) {
  const StoredCampaign campaign(quickstart_cases());
  Database(campaign.directory() / "campaign.db", Database::Mode::kReadWrite)
      .execute(
          "INSERT INTO metric SELECT id, 'downlink', 'drops_congestion', 'packets', 7 FROM attempt;"
          "INSERT INTO metric VALUES (3, 'downlink', 'drops_early', 'packets', 5)");
  const ExportFolder folder;
  const auto wide = parse(read_text(export_csv(campaign.directory(), {}, folder.path())[1]));
  const auto column =
      std::find(wide[0].begin(), wide[0].end(), "downlink.drops_early") - wide[0].begin();
  std::multiset<std::string> found;
  for (std::size_t i = 1; i < wide.size(); ++i)
    found.insert(wide[i].at(static_cast<std::size_t>(column)));
  EXPECT_EQ(found.count("5"), 1U);
  EXPECT_EQ(found.count("0"), wide.size() - 2);
}

TEST(Csv, OnlyWhatWasSelected) {
  const StoredCampaign campaign(quickstart_cases());
  const ExportFolder folder;
  const auto files =
      export_csv(campaign.directory(),
                 {.cases = {"r4/tail-drop-20/baseline/w1"}, .numbers = {2, 3}}, folder.path());
  const auto wide = parse(read_text(files[1]));
  ASSERT_EQ(wide.size(), 3u);
  EXPECT_EQ(wide[1][2], "2");
  EXPECT_EQ(wide[2][5], "r4");
}

TEST(Selection, NamesRepetitionsByCaseAndNumber) {
  const StoredCampaign campaign(quickstart_cases());
  const auto all = select(campaign.directory(), {});
  EXPECT_EQ(all.size(), 24u);
  const auto one =
      select(campaign.directory(), {.repetitions = {{"e0/tail-drop-20/enhanced/w1", 4}}});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].number, 4);
  EXPECT_EQ(one[0].file_stem(), "e0,tail-drop-20,enhanced,w1-004");
  EXPECT_TRUE(one[0].open_log({}).next());
  EXPECT_THROW(select(campaign.directory(), {.cases = {"e1"}}), Error);
  EXPECT_THROW(select(campaign.directory(), {.numbers = {77}}), Error);
  const RepetitionRef first{"e0/tail-drop-20/enhanced/w1", 4};
  const RepetitionRef second{"r4/tail-drop-20/baseline/w1", 1};
  EXPECT_EQ(select(campaign.directory(), {.repetitions = {first, second}}).size(), 2u);
  EXPECT_THROW(
      select(campaign.directory(), {.repetitions = {first, {"r4/tail-drop-20/baseline/w1", 77}}}),
      Error);
}

void make_recording(const StoredCampaign& campaign) {
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute("UPDATE campaign SET test_set_file = 'recording'");
}

std::string refusal(const std::string& format, const std::vector<ExportItem>& items) {
  for (const ExportFormat& one : export_formats())
    if (one.name == format) return export_refusal(one, items);
  return "no such format";
}

TEST(Selection, ARecordingThatIsNotValidHasAMark) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "baseline", .throughput = {}, .failed = 1}});
  EXPECT_THAT([&] { select(campaign.directory(), {}); },
              ThrowsMessage<Error>(HasSubstr("no repetition is done")));
  make_recording(campaign);
  const auto items = select(campaign.directory(), {});
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0].mark(), "NOT VALID (invalid: lateness p99.9 2.1ms > 1ms <limit>)");
  EXPECT_EQ(refusal("pcapng", items), "");
  EXPECT_EQ(refusal("mahimahi-log", items), "");
  EXPECT_THAT(refusal("csv", items), HasSubstr("no repetition is valid"));
}

TEST(Selection, ARecordingWithoutAResultCannotBeExported) {
  const StoredCampaign campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = {}, .pending = 1}});
  make_recording(campaign);
  EXPECT_THAT([&] { select(campaign.directory(), {}); },
              ThrowsMessage<Error>(
                  HasSubstr("the recording has no result: it still runs, or was cut off")));
}

TEST(Selection, AFormatThatShowsNoFlowOfAnyRepetitionIsRefused) {
  const FlowSpec tcp{"bulk1", false, true, 5001, 1500};
  const FlowSpec ping{.name = "ping", .sink_port = 77, .kind = FlowKind::kRoundTrips};
  const FlowSpec stream{.name = "udp", .sink_port = 5002, .kind = FlowKind::kStream};
  const auto with = [](const std::vector<FlowSpec>& flows) {
    ExportItem item;
    item.flows = flows;
    return item;
  };
  for (const auto& none : {with({}), with({stream})}) {
    EXPECT_THAT(refusal("xplot", {none}), HasSubstr("no repetition has a TCP flow"));
    EXPECT_THAT(refusal("flent", {none}), HasSubstr("no repetition has a TCP flow or a ping flow"));
    EXPECT_EQ(refusal("pcapng", {none}), "");
    EXPECT_EQ(refusal("csv", {none}), "");
    EXPECT_EQ(refusal("xplot", {none, with({tcp})}), "");
  }
  EXPECT_EQ(refusal("flent", {with({ping})}), "");
  EXPECT_NE(refusal("xplot", {with({ping})}), "");
}

}  // namespace
}  // namespace seawind::test
