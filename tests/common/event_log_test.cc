// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/event_log.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

constexpr LogHeader kHeader{
    .snap_limit = 96, .start_monotonic_ns = 111, .start_realtime_ns = 222, .seed = 42};

std::vector<std::byte> encode(const EventRecord& event, std::uint8_t fill) {
  std::vector<std::byte> bytes(record_size(event.snap_bytes));
  std::memcpy(bytes.data(), &event, sizeof event);
  std::memset(bytes.data() + sizeof event, fill, event.snap_bytes);
  return bytes;
}

EventRecord arrival(std::int64_t time, std::uint16_t snap) {
  EventRecord event{};
  event.time_ns = time;
  event.packet = static_cast<std::uint64_t>(time) + 1;
  event.size = 576;
  event.kind = EventKind::kArrival;
  event.snap_bytes = snap;
  return event;
}

class EventLogTest : public testing::Test {
 protected:
  /// Writes `records` events with snaps of 0, 1, ... 96 bytes in turn.
  void write(int records, bool close = true) {
    EventLogWriter writer(path_, kHeader);
    for (int i = 0; i < records; ++i) {
      writer.write(encode(arrival(i, static_cast<std::uint16_t>(i % 97)), 0xa5));
    }
    if (close) writer.close();
  }
  std::string content() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void replace(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }

  const test::TempTree tree_;
  const std::string path_ = tree_.root() / "events.swlog";
};

TEST_F(EventLogTest, ReadsBackWhatWasWritten) {
  write(50'000);
  EventLogReader reader(path_);
  EXPECT_EQ(reader.header().start_monotonic_ns, 111);
  EXPECT_EQ(reader.header().start_realtime_ns, 222);
  EXPECT_EQ(reader.header().seed, 42U);
  std::int64_t i = 0;
  while (const auto entry = reader.next()) {
    ASSERT_EQ(entry->event.time_ns, i);
    ASSERT_EQ(entry->event.packet, static_cast<std::uint64_t>(i) + 1);
    ASSERT_EQ(entry->snap.size(), static_cast<std::size_t>(i % 97));
    for (const std::uint8_t byte : entry->snap) ASSERT_EQ(byte, 0xa5);
    ++i;
  }
  EXPECT_EQ(i, 50'000);
  EXPECT_FALSE(reader.truncated());
  EXPECT_FALSE(reader.next().has_value());
}

TEST_F(EventLogTest, FlushedRecordsAreReadableBeforeTheFileIsClosed) {
  EventLogWriter writer(path_, kHeader);
  writer.write(encode(arrival(7, 3), 1));
  writer.flush();
  writer.write(encode(arrival(8, 3), 1));
  EventLogReader reader(path_);
  ASSERT_TRUE(reader.next().has_value());
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_TRUE(reader.truncated());
}

TEST_F(EventLogTest, WritersShareACompressor) {
  const auto compressor = std::make_shared<LogCompressor>();
  const auto file = [&](const char* name) {
    return Fd(::open((tree_.root() / name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  };
  EventLogWriter one(file("one"), "one", kHeader, compressor);
  EventLogWriter other(file("other"), "other", kHeader, compressor);
  for (int i = 0; i < 4'000; ++i) {
    (i % 2 == 0 ? one : other).write(encode(arrival(i, 96), 1));
    if (i % 700 == 0) other.flush();
  }
  one.close();
  other.close();
  for (const std::int64_t first : {0, 1}) {
    EventLogReader reader(tree_.root() / (first == 0 ? "one" : "other"));
    for (std::int64_t i = first; i < 4'000; i += 2) ASSERT_EQ(reader.next()->event.time_ns, i);
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.truncated());
  }
}

TEST_F(EventLogTest, AFileThatEndsBetweenTwoFramesIsTruncated) {
  EventLogWriter writer(path_, kHeader);
  writer.flush();
  const auto header = std::filesystem::file_size(path_);
  writer.write(encode(arrival(7, 3), 1));
  writer.flush();
  const auto one = std::filesystem::file_size(path_);
  writer.close();
  const std::string whole = content();
  for (const auto size : {header, one}) {
    replace(whole.substr(0, size));
    EventLogReader reader(path_);
    EXPECT_EQ(reader.next().has_value(), size == one);
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.truncated());
  }
}

TEST_F(EventLogTest, RefusesWhatHasNoRecords) {
  const auto said = [this] {
    std::string text;
    try {
      EventLogReader reader(path_);
      while (reader.next()) {
      }
    } catch (const Error& error) {
      text = error.what();
    }
    return text;
  };
  const auto skippable = [](std::uint32_t length) {  // RFC 8878, section 3.1.2
    std::string frame("\x50\x2A\x4D\x18", 4);
    frame.append(reinterpret_cast<const char*>(&length), sizeof length);
    return frame;
  };
  write(3);
  const std::string whole = content();
  // Of a sparse file, a gigabyte of this takes no space.
  std::string hole = skippable(1 << 20);
  hole.resize(hole.size() + (1 << 20));
  replace(hole + whole);
  EXPECT_THAT(said(), testing::HasSubstr("damaged: 256 KiB of it contain nothing"));
  replace(whole + skippable(0));
  EXPECT_THAT(said(), testing::HasSubstr("damaged: there is more after its end"));
  replace(skippable(0) + whole);
  EXPECT_THAT(said(), testing::HasSubstr("damaged: there is more after its end"));
}

TEST_F(EventLogTest, AFileOfOneFrameIsWhole) {
  std::vector<std::byte> plain(sizeof kHeader);
  std::memcpy(plain.data(), &kHeader, sizeof kHeader);
  const auto record = encode(arrival(7, 3), 1);
  plain.insert(plain.end(), record.begin(), record.end());
  LogCompressor compressor;
  compressor.add(plain);
  replace({compressor.packed().begin(), compressor.packed().end()});
  EventLogReader reader(path_);
  EXPECT_EQ(reader.next()->event.time_ns, 7);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.truncated());
}

TEST_F(EventLogTest, ATruncatedFileReadsUpToItsLastWholeRecord) {
  write(20'000);
  const std::string whole = content();
  std::size_t previous = 0;
  for (int part = 1; part < 8; ++part) {
    replace(whole.substr(0, whole.size() * static_cast<std::size_t>(part) / 8));
    EventLogReader reader(path_);
    std::size_t count = 0;
    while (const auto entry = reader.next()) {
      ASSERT_EQ(entry->event.time_ns, static_cast<std::int64_t>(count));
      ++count;
    }
    EXPECT_TRUE(reader.truncated());
    EXPECT_GE(count, previous);
    EXPECT_LT(count, 20'000U);
    previous = count;
  }
  EXPECT_GT(previous, 0U);
}

TEST_F(EventLogTest, ATruncatedLogIsRejectedWhereAWholeOneIsRequired) {
  write(20'000);
  replace(content().substr(0, content().size() / 2));
  EventLogReader reader(path_);
  while (reader.next()) {
  }
  EXPECT_THAT(
      [&] { reader.require_whole("export"); },
      testing::ThrowsMessage<Error>("cannot export " + path_ +
                                    ": the event log is not complete; its writer was killed"));
  write(1);
  EventLogReader whole(path_);
  while (whole.next()) {
  }
  EXPECT_NO_THROW(whole.require_whole("export"));
}

TEST_F(EventLogTest, ProgressAfterEvery65536RecordsAndAtTheEnd) {
  write(65'536);
  std::vector<std::pair<int, std::uint64_t>> calls;  // records returned before, bytes read
  int records = 0;
  const auto size = std::filesystem::file_size(path_);
  EventLogReader reader(path_, [&](std::uint64_t read, std::uint64_t all) {
    EXPECT_EQ(all, size);
    EXPECT_LE(read, all);
    calls.emplace_back(records, read);
  });
  while (reader.next()) ++records;
  EXPECT_THAT(calls, testing::ElementsAre(testing::Pair(65'535, testing::Gt(size / 2)),
                                          testing::Pair(65'536, size)));
}

TEST_F(EventLogTest, AnExceptionOfTheProgressFunctionEndsTheReading) {
  write(1);
  EventLogReader reader(path_, [](std::uint64_t, std::uint64_t) { throw Error("stopped"); });
  EXPECT_TRUE(reader.next().has_value());
  EXPECT_THAT([&] { reader.next(); }, testing::ThrowsMessage<Error>("stopped"));
}

TEST_F(EventLogTest, AFlippedBitIsFound) {
  write(2'000);
  const std::string whole = content();
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = whole;
    char& flipped = bytes[random() % bytes.size()];
    flipped = static_cast<char>(flipped ^ 1 << random() % 8);
    replace(bytes);
    EXPECT_ANY_THROW({
      EventLogReader reader(path_);
      int count = 0;
      while (reader.next()) ++count;
      reader.require_whole("read");
      if (count == 2'000) throw Error("a bit without meaning");  // of a frame's header
    });
  }
}

TEST_F(EventLogTest, DamagedFilesNeverCrashAndNeverReadForever) {
  write(2'000);
  const std::string whole = content();
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 4; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    replace(bytes);
    try {
      EventLogReader reader(path_);
      int count = 0;
      while (reader.next()) ASSERT_LE(++count, 100'000);
    } catch (const Error& error) {
      ++refused;
      EXPECT_THAT(error.what(), testing::StartsWith("cannot read the event log " + path_));
    }
  }
  EXPECT_GT(refused, 0);
}

// Readers index by direction, add up values and subtract times without looking.
TEST_F(EventLogTest, RejectsEventsThatNoLinkEmits) {
  const auto said = [this](const EventRecord& event, LogHeader header = kHeader) {
    {
      EventLogWriter writer(path_, header);
      writer.write(encode(event, 0));
      writer.close();
    }
    try {
      EventLogReader reader(path_);
      while (reader.next()) {
      }
    } catch (const Error& e) {
      return std::string(e.what()).substr(path_.size() + 28);
    }
    return std::string();
  };
  EventRecord event = arrival(5, 0);
  EXPECT_EQ(said(event), "");
  event.time_ns = -1;
  EXPECT_EQ(said(event), "damaged: an event before the link or years later");
  event.time_ns = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(said(event), "damaged: an event before the link or years later");
  event = arrival(5, 0);
  event.direction = static_cast<Direction>(2);
  EXPECT_EQ(said(event), "damaged: an event of a third direction");
  event = arrival(5, 0);
  event.value = std::int64_t{1} << 51;
  EXPECT_EQ(said(event), "damaged: a value beyond 2^50");
  event.kind = EventKind::kRateChange;
  event.value = -1;
  EXPECT_EQ(said(event), "damaged: a negative rate");
  event = arrival(5, 0);
  event.kind = EventKind::kDrop;
  for (const int reason : {0, static_cast<int>(kDropReasons), 255}) {
    event.code = static_cast<std::uint8_t>(reason);
    EXPECT_EQ(said(event), "damaged: a drop without a known reason");
  }
  event.code = static_cast<std::uint8_t>(DropReason::kSendBufferFull);
  EXPECT_EQ(said(event), "");
  LogHeader header = kHeader;
  header.start_realtime_ns = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(said(arrival(5, 0), header), "damaged: it begins before 1970 or after 2199");
}

TEST_F(EventLogTest, RefusesWhatIsNotALog) {
  EXPECT_THAT([&] { EventLogReader reader(path_); },
              testing::ThrowsMessage<Error>("cannot open the event log " + path_ +
                                            ": No such file or directory"));
  replace("plain text, long enough to be taken for a header of forty bytes or more");
  EXPECT_THAT([&] { EventLogReader reader(path_); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("damaged: Unknown frame")));
  replace("");
  EXPECT_THAT([&] { EventLogReader reader(path_); },
              testing::ThrowsMessage<Error>("cannot read the event log " + path_ +
                                            ": it ends before its header is whole"));
  LogHeader other = kHeader;
  other.version = 2;
  EventLogWriter(path_, other).close();
  EXPECT_THAT([&] { EventLogReader reader(path_); },
              testing::ThrowsMessage<Error>("cannot read the event log " + path_ +
                                            ": version 2, this program reads version 1"));
}

TEST_F(EventLogTest, ReportsTheReasonOfAFailedWrite) {
  EXPECT_THAT([] { EventLogWriter writer("/nonexistent/log", kHeader); },
              testing::ThrowsMessage<Error>(
                  "cannot create the event log /nonexistent/log: No such file or directory"));
  EventLogWriter full("/dev/full", kHeader);
  full.write(encode(arrival(1, 8), 1));
  EXPECT_THAT([&] { full.flush(); },
              testing::ThrowsMessage<Error>(
                  "cannot write the event log /dev/full: No space left on device"));
}

TEST_F(EventLogTest, NothingButAFileIsWaitedFor) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THAT([&] { EventLogReader reader(path_); },
              testing::ThrowsMessage<Error>("cannot read the event log " + path_ +
                                            ": it is not a regular file"));
}

TEST_F(EventLogTest, ADecompressionBombIsRejectedEarly) {
  EventLogWriter writer(path_, kHeader);
  const auto same = encode(arrival(5, 0), 0);
  for (int i = 0; i < 200'000; ++i) writer.write(same);  // 8 MB of 40 bytes each
  writer.close();
  EXPECT_LT(std::filesystem::file_size(path_), 20'000u);
  EventLogReader reader(path_);
  EXPECT_THAT(
      [&] {
        while (reader.next()) {
        }
      },
      testing::ThrowsMessage<Error>(
          testing::HasSubstr("damaged: it decompresses to more than 200 times")));
}

}  // namespace
}  // namespace seawind
