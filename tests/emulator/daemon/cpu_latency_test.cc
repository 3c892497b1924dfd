// SPDX-License-Identifier: GPL-3.0-or-later
// The latency request: made by the first link, withdrawn with the last one.
#include "emulator/daemon/cpu_latency.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "common/directory.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

TEST(CpuLatencyTest, IsRequestedWhileThereAreLinks) {
  const test::TempTree tree;
  tree.write("device", "");
  const auto device = tree.root() / "device";
  const auto written = [&] {
    const std::string bytes = Directory(tree.root()).read_text("device");
    std::vector<std::int32_t> values(bytes.size() / sizeof(std::int32_t));
    if (!bytes.empty())
      std::memcpy(values.data(), bytes.data(), values.size() * sizeof(std::int32_t));
    return values;
  };
  CpuLatency latency(device);
  EXPECT_EQ(latency.refused(), "");
  EXPECT_EQ(written(), std::vector<std::int32_t>{});
  latency.begin();
  EXPECT_EQ(written(), std::vector<std::int32_t>{20});
  latency.begin();
  latency.end();
  EXPECT_EQ(written(), std::vector<std::int32_t>{20});
  latency.end();
  EXPECT_EQ(written(), (std::vector<std::int32_t>{20, -1}));
}

TEST(CpuLatencyTest, IsNotRequestedWithoutRights) {
  const test::TempTree tree;
  CpuLatency latency(tree.root() / "missing");
  EXPECT_EQ(latency.refused(),
            "cannot open " + (tree.root() / "missing").string() + ": No such file or directory");
  latency.begin();
  latency.end();
}

}  // namespace
}  // namespace seawind
