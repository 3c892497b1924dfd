// SPDX-License-Identifier: GPL-3.0-or-later
// Event logs in the log directory: existing files are not overwritten, symbolic links are not
// followed.
#include "emulator/daemon/log_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cstring>

#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

class LogStoreTest : public testing::Test {
 protected:
  LogStoreTest() {
    tree_.write("victim/file", "precious");
    fs::create_directory(tree_.root() / "logs");
  }
  Directory logs() const { return Directory(tree_.root() / "logs"); }
  fs::path path(const std::string& name) const { return tree_.root() / "logs" / name; }
  void expect_victim_untouched() const {
    EXPECT_EQ(Directory(tree_.root() / "victim").names(), std::vector<std::string>{"file"});
    EXPECT_EQ(Directory(tree_.root() / "victim").read_text("file"), "precious");
  }
  static LogHeader header(std::uint64_t seed) { return {.seed = seed}; }
  /// Whether a link with this event log starts.
  bool starts(std::uint32_t slot, const std::string& name, std::uint64_t seed) {
    bool started = false;
    try {
      store_.open(slot, logs(), name, [&](auto&) {
        started = true;
        return header(seed);
      });
    } catch (const Error&) {
    }
    return started;
  }

  test::TempTree tree_;
  LogStore store_{65536, 2};
};

TEST_F(LogStoreTest, ASecondLinkOverwritesNoLog) {
  const auto one = store_.reserve_log();
  const auto other = store_.reserve_log();
  EXPECT_TRUE(starts(one, "link.zst", 1));
  EXPECT_FALSE(starts(other, "link.zst", 2)) << "open";
  fs::create_hard_link(path("link.zst"), path("hard.zst"));
  fs::create_symlink("link.zst", path("soft.zst"));
  EXPECT_FALSE(starts(other, "hard.zst", 2)) << "open, by another name";
  EXPECT_FALSE(starts(other, "soft.zst", 2)) << "open, behind a link";
  EXPECT_FALSE(starts(other, "./link.zst", 2));
  EXPECT_EQ(store_.close(one).message, "");
  EXPECT_FALSE(starts(other, "link.zst", 2)) << "whole";
  EXPECT_EQ(EventLogReader(path("link.zst")).header().seed, 1U);
  EXPECT_TRUE(starts(other, "next.zst", 2));
  EXPECT_EQ(store_.close(other).message, "");
}

TEST_F(LogStoreTest, AFailedStartRemovesItsOwnFileAlone) {
  const auto slot = store_.reserve_log();
  const auto fail = [](auto&) -> LogHeader { throw Error("no"); };
  EXPECT_THROW(store_.open(slot, logs(), "new.zst", fail), Error);
  EXPECT_FALSE(fs::exists(path("new.zst")));
  tree_.write("logs/old.zst", "of yesterday");
  EXPECT_THROW(store_.open(slot, logs(), "old.zst", fail), Error);
  EXPECT_EQ(logs().read_text("old.zst"), "of yesterday");
}

TEST_F(LogStoreTest, ALinkThatIsNotMadeFreesItsSlot) {
  std::uint32_t number = 0;
  try {
    const ReservedLog slot(store_);
    number = slot.number();
    throw Error("no thread for the link");
  } catch (const Error&) {
  }
  ReservedLog next(store_);
  EXPECT_EQ(next.number(), number);
  EXPECT_TRUE(starts(next.number(), "link.zst", 1));
  EXPECT_EQ(next.close().message, "");
  const ReservedLog last(store_);
  EXPECT_EQ(last.number(), number);
}

TEST_F(LogStoreTest, NothingOutsideIsWritten) {
  const auto slot = store_.reserve_log();
  fs::create_symlink("../victim/file", path("file"));
  fs::create_symlink("../victim/new", path("dangling"));
  fs::create_directory_symlink("../victim", path("folder"));
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  for (const auto* name : {"file", "dangling", "folder/file", "folder/new", "../victim/file",
                           "../victim/new", "fifo", "missing/new"})
    EXPECT_FALSE(starts(slot, name, 1)) << name;
  EXPECT_FALSE(starts(slot, (tree_.root() / "victim/new").string(), 1));
  expect_victim_untouched();
}

TEST_F(LogStoreTest, EachRelayThreadHasARing) {
  std::array<std::uint32_t, 3> slots{};
  for (std::uint32_t& slot : slots) {
    slot = store_.reserve_log();
    ASSERT_TRUE(starts(slot, std::to_string(slot) + ".zst", slot));
  }
  EXPECT_NE(&store_.ring(0), &store_.ring(1));
  EXPECT_EQ(&store_.ring(1), &store_.ring(1));
  EventRecord event{};
  for (std::uint64_t packet = 0; packet < 9; ++packet) {
    event.packet = packet;
    const std::size_t number = packet % 3;
    ASSERT_TRUE(store_.ring(number == 2 ? 0 : number).push(slots[number], event, {}));
  }
  for (const std::uint32_t slot : slots) {
    EXPECT_EQ(store_.close(slot).message, "");
    EventLogReader log(path(std::to_string(slot) + ".zst"));
    for (std::uint64_t packet = slot; packet < 9; packet += 3) {
      const auto entry = log.next();
      ASSERT_TRUE(entry);
      EXPECT_EQ(entry->event.packet, packet);
    }
    EXPECT_FALSE(log.next());
  }
}

}  // namespace
}  // namespace seawind
