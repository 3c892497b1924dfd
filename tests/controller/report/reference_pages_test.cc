// SPDX-License-Identifier: GPL-3.0-or-later
// The reference pages must name all columns of the store and all metrics of a repetition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "controller/store/sqlite.h"
#include "tests/controller/measure/synthetic_log.h"
#include "tests/controller/store/campaign_fixture.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;

std::string page(const char* name) {
  return read_text(fs::path(SEAWIND_SOURCE_DIR) / "docs/reference" / name);
}
bool names(const std::string& text, const std::string& word) {
  return text.find("`" + word + "`") != std::string::npos;
}

/// The page's section about this table: from its heading to the next one.
std::string section(const std::string& text, const std::string& table) {
  const auto begin = text.find("\n## " + table);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

TEST(ReferencePages, StoreNamesEveryColumnOfEveryTable) {
  const CampaignFixture campaign({});
  Database db((campaign.directory() / "campaign.db").string(), Database::Mode::kReadOnly);
  auto q = db.prepare(
      "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
      " WHERE t.type = 'table' ORDER BY t.name, c.cid");
  const std::string text = page("store.md");
  int columns = 0;
  while (q.step()) {
    ++columns;
    EXPECT_TRUE(names(section(text, q.text(0)), q.text(1))) << q.text(0) << "." << q.text(1);
  }
  EXPECT_GT(columns, 40);
}

TEST(ReferencePages, MetricsNamesEveryMetric) {
  const std::vector<FlowSpec> flows = {{"a", false, true, 5001, 1000},
                                       {"b", false, true, 5002, 1000},
                                       {"c", true, true, 5003, 1000}};
  SyntheticLog log;
  for (std::size_t i = 0; i < flows.size(); ++i)
    add_transfer(log, static_cast<std::uint16_t>(4000 + i), flows[i], 0, 100 * kMs, 5000 * kMs);
  const std::string text = page("metrics.md");
  std::string reasons;
  for (std::size_t i = 1; i < kDropReasons; ++i) {
    reasons += (i == 1 ? "" : "|") + std::string(to_string(static_cast<DropReason>(i)));
  }
  const std::regex reason("drops_(" + reasons + ")");
  for (const auto& m : log.metrics(flows)) {
    const std::string general = std::regex_replace(m.metric, reason, "drops_REASON");
    EXPECT_TRUE(names(text, general)) << m.metric;
  }
}

TEST(ReferencePages, MetricsNamesEveryDropReason) {
  const std::string text = page("metrics.md");
  for (std::size_t i = 1; i < kDropReasons; ++i)
    EXPECT_TRUE(names(text, std::string(to_string(static_cast<DropReason>(i)))));
}

}  // namespace
}  // namespace seawind::test
