// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/pcapng_frames.h"

#include <gmock/gmock.h>

#include "common/error.h"
#include "tests/controller/export/export_log.h"

namespace seawind::test {
namespace {

TEST(PcapngFrames, AreCountedAsWiresharkDoes) {
  const ExportFolder folder;
  const SyntheticLog log = export_log();
  const auto file = export_pcapng(folder.item(log, export_flows()), folder.path(), no_progress)[0];
  // Packets 1 and 2: SYN in at 0 s and out at 0.1 s; SYN/ACK in at 0.1 s.
  EXPECT_EQ(find_frame(file, 1, false), 1U);
  const auto out = find_frame(file, 1, true);
  const auto answer = find_frame(file, 2, false);
  ASSERT_TRUE(out && answer);
  EXPECT_EQ(std::min(*out, *answer), 2U);
  EXPECT_EQ(std::max(*out, *answer), 3U);
  // The fourth packet was dropped: it entered the link and never left.
  EXPECT_TRUE(find_frame(file, 4, false));
  EXPECT_FALSE(find_frame(file, 4, true));
  EXPECT_FALSE(find_frame(file, 999, false));
  ASSERT_TRUE(has_program("tshark"));
  const std::string said = output_of({"tshark", "-r", file.string(), "-Y", "frame.packet_id == 4",
                                      "-T", "fields", "-e", "frame.number"});
  EXPECT_EQ(std::stoull(said), *find_frame(file, 4, false));
}

TEST(PcapngFrames, RejectsFilesOtherThanCaptures) {
  const TempTree tree;
  EXPECT_THROW(find_frame(tree.root() / "none", 1, false), Error);
  EXPECT_THROW(find_frame(tree.write("x", "not a capture at all, is it"), 1, false), Error);
}

TEST(PcapngFrames, AnExportThatEndsEarlyLeavesNothing) {
  const ExportFolder folder;
  const ExportItem item = folder.item(export_log(), export_flows());
  const auto stop = [](std::uint64_t, std::uint64_t) { throw Error("enough"); };
  EXPECT_THROW(export_pcapng(item, folder.path(), stop), Error);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_EQ(entry.path().filename(), "events.zst");
}

}  // namespace
}  // namespace seawind::test
