// SPDX-License-Identifier: GPL-3.0-or-later
// compute_metrics() with real files: complete, truncated, absent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "common/error.h"
#include "tests/controller/measure/synthetic_log.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
const std::vector<FlowSpec> kFlows = {{"f", false, true, 5001, 343040}};

class MetricsFile : public testing::Test {
 protected:
  std::string write(const SyntheticLog& synthetic) const {
    const std::string path = tree_.root() / "events.zst";
    EventLogWriter log(path, LogHeader{.snap_limit = 96});
    for (auto entry : synthetic.entries()) {
      entry.event.snap_bytes = static_cast<std::uint16_t>(entry.snap.size());
      std::vector<std::byte> record(record_size(entry.snap.size()));
      std::memcpy(record.data(), &entry.event, sizeof entry.event);
      if (!entry.snap.empty())
        std::memcpy(record.data() + sizeof entry.event, entry.snap.data(), entry.snap.size());
      log.write(record);
    }
    log.close();
    return path;
  }

  const TempTree tree_;
};

TEST_F(MetricsFile, GivesTheSameAsTheRecordsThemselves) {
  SyntheticLog log;
  add_transfer(log, 40001, kFlows[0], 500 * kMs, 130 * kMs, 92800 * kMs);
  const auto expected = log.metrics(kFlows);
  const auto found = compute_metrics(write(log), kFlows, 64000);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& m : expected) EXPECT_EQ(value_of(found, m.flow, m.metric), m.value) << m.metric;
}

TEST_F(MetricsFile, ProgramsThatDoNotUseTheirPortsLeaveTheDirections) {
  SyntheticLog log;
  log.deliver(log.arrive_echo(kDown, 1000 * kMs, 8, 1), 1030 * kMs);
  log.deliver(log.arrive_echo(kUp, 1030 * kMs, 0, 1), 1130 * kMs);
  log.drop(log.arrive_echo(kDown, 2000 * kMs, 8, 2), 2000 * kMs, DropReason::kErrorLoss);
  FlowSpec program{"ping", false, true, 5001, 0};
  program.kind = FlowKind::kFree;
  const auto m = compute_metrics(write(log), {program}, 64000);
  for (const auto& one : m)
    EXPECT_THAT(one.flow, testing::AnyOf("", "downlink", "uplink")) << one.metric;
  EXPECT_DOUBLE_EQ(value_of(m, "", "total_elapsed"), 1.0);
  EXPECT_DOUBLE_EQ(value_of(m, "downlink", "delay_median"), 0.030);
  EXPECT_DOUBLE_EQ(value_of(m, "uplink", "delay_median"), 0.100);
  EXPECT_EQ(value_of(m, "downlink", "drops_error_loss"), 1);
  EXPECT_EQ(value_of(m, "downlink", "packets_delivered"), 1);
}

TEST_F(MetricsFile, RefusesALogThatEndsInTheMiddle) {
  SyntheticLog log;
  add_transfer(log, 40001, kFlows[0], 500 * kMs, 130 * kMs, 92800 * kMs);
  const std::string path = write(log);
  fs::resize_file(path, fs::file_size(path) / 2);
  try {
    compute_metrics(path, kFlows, 64000);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), "cannot compute metrics from " + path +
                            ": the event log is not complete; its writer was killed");
  }
}

TEST_F(MetricsFile, NamesTheFileThatIsNotThere) {
  try {
    compute_metrics(tree_.root() / "none", kFlows, 64000);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr((tree_.root() / "none").string()));
  }
}

}  // namespace
}  // namespace seawind::test
