// SPDX-License-Identifier: GPL-3.0-or-later
// The event log of a link: event kinds, drop reasons, the event record and the file format. The
// emulator writes the log; the controller and the exporters read it. This header is the only
// definition of the names.
//
// File: a zstd stream of one LogHeader, then records. Each record is an EventRecord followed by
// snap_bytes bytes of the IP packet (ARRIVAL, MODIFIED, GENERATED except of copies), padded with
// zeros to a multiple of 8. All numbers are little-endian. Time is the link's own: nanoseconds
// since the link started.
//
// The stream has one frame for the header, one for each flush or 64 KiB of records, and an empty
// one at the end. Frames share no history, so that writers can share one compressor; the files of
// slow links are up to a tenth larger. A reader also accepts a stream of one frame. Each frame has
// a checksum, by which the reader detects damage.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/fds.h"

struct ZSTD_CCtx_s;

namespace seawind {

enum class Direction : std::uint8_t { kDownlink = 0, kUplink = 1 };
constexpr Direction opposite(Direction direction) {
  return direction == Direction::kDownlink ? Direction::kUplink : Direction::kDownlink;
}

enum class EventKind : std::uint8_t {
  kArrival = 1,          // read from the port; value: unused; snap: the packet's first bytes
  kDrop = 2,             // code: DropReason; value: unused
  kRouterEnqueue = 3,    // value: bytes in the router queue after; code: class (0: the root)
  kRouterDequeue = 4,    // value: bytes in the router queue after; code: class
  kSendBufferEnter = 5,  // value: bytes in the send buffer after
  kTransmitStart = 6,    // value: bytes in the send buffer after
  kTransmitEnd = 7,      // value: unused
  kCorrupted = 8,        // a corrupted attempt; code: attempt, 1 = the first transmission
  kRetransmit = 9,       // a repetition begins; code: attempt (2 = first repeat); value: kOnTheLink
  kSendBufferLeave = 10,  // value: bytes in the send buffer after
  kReceived = 11,         // arrived at the receiver; value: bytes that wait for an earlier frame
  kDelivered = 12,        // leaves the link at this intended instant; value: unused
  kStateChange = 13,      // packet 0; code: index of the new channel state
  kParameterChange = 14,  // packet 0; code: unused
  kMark = 15,             // CE set; code: class of the router
  kGenerated = 16,        // the emulator created the packet (stage.h has the sum of all packets);
                          // value: the packet that it is a copy of; 0: none; snap: its bytes, if it
                          // is not a copy
  kModified = 17,         // bytes changed (cut to headers, re-marked, translated); size: after;
                   // value: size before; code: class of the router, or 0; snap: the new bytes
  kLinkReset = 18,      // packet 0; a frame exceeded its persistency, both sides flush
  kBlocked = 19,        // packet 0; no transmission starts from now on; code: BlockReason
  kUnblocked = 20,      // packet 0; code: BlockReason
  kRateChange = 21,     // packet 0; value: bit/s from now on
  kRouterAverage = 22,  // packet 0; value: average queue (RED: bytes x 256); code: class
  kRouterTokens = 23,   // packet 0; value: bytes of tokens in the bucket; code: class
};

/// The value of a kRetransmit whose frame is transmitted on the link again; its kTransmitStart
/// follows. 0: the repetition is emulated as a delay.
inline constexpr std::int64_t kOnTheLink = 1;

enum class DropReason : std::uint8_t {
  kOversize = 1,            // larger than max_packet_size
  kRouterFull = 2,          // congestion: the router queue has no room (tail drop)
  kErrorLoss = 3,           // the channel: corrupted and not, or no longer, retransmitted
  kMalformed = 4,           // not a whole IP packet
  kInputFull = 5,           // the link's input queue (queue_overflow_handling: DROP)
  kInputAge = 6,            // waited longer than queue_max_delay
  kLinkReset = 7,           // flushed by a reset of the link
  kOutage = 8,              // a link outage that discards
  kOutput = 9,              // the output dropper
  kShrink = 10,             // a buffer became smaller than its content (drop_on_shrink)
  kHeadDrop = 11,           // drop from head made room
  kAckFilter = 12,          // packet control: an old or surplus acknowledgement
  kDataFilter = 13,         // packet control: a segment already acknowledged
  kFastReset = 14,          // its connection was reset
  kLifetime = 15,           // would arrive after its lifetime
  kEarly = 16,              // active queue management: random or controlled drop
  kPoliced = 17,            // a meter or token bucket: out of profile
  kClassified = 18,         // no class of the router matches, or the discipline discards all
  kHeldFull = 19,           // the direction holds max_held_size already
  kSendBufferFull = 20,     // congestion: the send buffer has no room, and nothing queues in front
  kMtu = 21,                // larger than the MTU of mtu_black_hole or nat64
  kFirewall = 22,           // the firewall of the path
  kNatNoMapping = 23,       // nat: the address or port has no mapping, or an expired one
  kNatFiltered = 24,        // nat: the mapping does not admit this sender
  kNatNoPort = 25,          // nat: no port is free, or ports_per_host is reached
  kNatUntranslatable = 26,  // nat: neither TCP, UDP nor echo, a fragment without its first, ...
};
inline constexpr std::size_t kDropReasons = 27;  // one past the last value

/// Why transmissions are blocked.
enum class BlockReason : std::uint8_t { kSpike = 1, kOutage = 2, kAllocation = 3, kNoRate = 4 };

/// The name used in counters, logs and reports: "router_full", "error_loss", ...
std::string_view to_string(DropReason reason);
std::string_view to_string(EventKind kind);
std::string_view to_string(BlockReason reason);
std::string_view to_string(Direction direction);

struct LogHeader {
  static constexpr std::array<char, 8> kMagic{'S', 'W', 'E', 'V', 'L', 'O', 'G', '\n'};
  static constexpr std::uint32_t kVersion = 1;
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t snap_limit = 0;         // most bytes of a packet kept
  std::int64_t start_monotonic_ns = 0;  // CLOCK_MONOTONIC of link time 0
  std::int64_t start_realtime_ns = 0;   // CLOCK_REALTIME of the same instant
  std::uint64_t seed = 0;
};
static_assert(sizeof(LogHeader) == 40);

struct EventRecord {
  std::int64_t time_ns;
  std::uint64_t packet;  // id, unique per link, from 1; 0: no packet
  std::int64_t value;
  std::uint32_t size;  // IP bytes of the packet
  EventKind kind;
  Direction direction;
  std::uint8_t code;
  std::uint8_t reserved;
  std::uint16_t snap_bytes;
  std::uint16_t reserved2;
  std::uint32_t reserved3;
};
static_assert(sizeof(EventRecord) == 40);

/// Bytes a record takes in the file and in the daemon's ring.
constexpr std::size_t record_size(std::size_t snap_bytes) {
  return sizeof(EventRecord) + (snap_bytes + 7) / 8 * 8;
}

/// Compresses the frames of any number of writers, one at a time. Not thread-safe. Takes about 500
/// KB.
class LogCompressor {
 public:
  LogCompressor();
  ~LogCompressor();

  /// Appends one frame of `plain` to packed().
  void add(std::span<const std::byte> plain);
  std::vector<char>& packed() { return packed_; }

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> zstd_;
  std::vector<char> packed_;
};

/// Writes a log file. Not thread-safe; one writer owns the file. Errors throw Error with the path
/// and the system's reason; after an error nothing more is written, and the file is valid up to the
/// last flush.
class EventLogWriter {
 public:
  /// Creates (truncates) `path`.
  EventLogWriter(const std::string& path, const LogHeader& header);
  /// Writes to `file`, which must be empty. `name` is for messages.
  EventLogWriter(Fd file, const std::string& name, const LogHeader& header,
                 std::shared_ptr<LogCompressor> compressor);
  EventLogWriter(EventLogWriter&&) noexcept;
  EventLogWriter& operator=(EventLogWriter&&) noexcept;
  ~EventLogWriter();  // closes and ignores errors; close() reports them

  /// Appends whole records laid out as in the file (several at once are fine).
  void write(std::span<const std::byte> records);
  /// Stores the records written so far, so that readers see them.
  void flush();
  /// Ends the file. Nothing may be written afterwards.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Reads a log file from the beginning, in constant memory. If the file is incomplete (the writer
/// was killed), next() returns its complete records and truncated() is then true.
class EventLogReader {
 public:
  /// Called by next() after every 65536 records and at the end, with the bytes of the file read and
  /// in all. An exception that it throws ends the reading.
  using Progress = std::function<void(std::uint64_t, std::uint64_t)>;

  /// Throws Error: unreadable, not a log, version.
  explicit EventLogReader(const std::string& path, Progress progress = {});
  /// Reads an open file, from its beginning. `shown`: its path, for messages.
  EventLogReader(Fd file, const std::string& shown, Progress progress = {});
  EventLogReader(EventLogReader&&) noexcept;
  EventLogReader& operator=(EventLogReader&&) noexcept;
  ~EventLogReader();

  const LogHeader& header() const;
  struct Entry {
    EventRecord event;
    std::span<const std::uint8_t> snap;  // valid until the next call
  };
  /// The next record, or nothing at the end.
  std::optional<Entry> next();
  bool truncated() const;
  /// Throws Error "cannot DO PATH: ..." when truncated().
  void require_whole(std::string_view what_to_do) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
