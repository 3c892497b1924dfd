// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/stat.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "common/error.h"
#include "common/event_log.h"
#include "common/fds.h"

namespace seawind {
namespace {
constexpr int kLargestWindowLog = 24;  // a damaged file must not cause an allocation of gigabytes
// A decompression bomb of a few kB must not take hours, nor its exports the disk: a campaign may
// have thousands of them. Records of a saturated link compress 20-fold.
constexpr std::uint64_t kPlainAlways = 4 << 20;
constexpr std::uint64_t kMaxPacked = 200;
// A block of zstd has at most 128 KiB. A longer run of compressed bytes without content is not part
// of a log, and could be a hole of a sparse file, which takes no space on the disk.
constexpr std::uint64_t kMostWithoutData = 256 << 10;
constexpr std::uint64_t kRecordsBetween = 65536;  // calls of the progress function
constexpr std::int64_t kLastTime = std::int64_t{366} * 86'400 * 1'000'000'000;
constexpr std::int64_t kLastStart = std::int64_t{7'258'118'400} * 1'000'000'000;  // the year 2200
constexpr std::int64_t kLargestValue = std::int64_t{1} << 50;  // a rate of 1 Pbit/s

/// Rejects values that no link writes, so that readers can index and add without further checks.
const char* impossible(const EventRecord& event) {
  if (event.time_ns < 0 || event.time_ns > kLastTime)
    return "an event before the link or years later";
  if (static_cast<unsigned>(event.direction) > 1) return "an event of a third direction";
  if (event.kind == EventKind::kDrop && (event.code == 0 || event.code >= kDropReasons))
    return "a drop without a known reason";
  if (event.value < -kLargestValue || event.value > kLargestValue) return "a value beyond 2^50";
  if (event.kind == EventKind::kRateChange && event.value < 0) return "a negative rate";
  return nullptr;
}
}  // namespace

struct EventLogReader::Impl {
  std::string path;
  Fd file;
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> zstd{ZSTD_createDCtx()};
  std::vector<std::byte> compressed = std::vector<std::byte>(ZSTD_DStreamInSize());
  ZSTD_inBuffer in{compressed.data(), 0, 0};
  std::vector<std::byte> plain =
      std::vector<std::byte>(1);  // decompressed, from begin to end not yet handed out
  std::size_t begin = 0;
  std::size_t end = 0;
  Progress progress;
  std::uint64_t file_size = 0;
  std::uint64_t file_bytes = 0;  // read so far
  std::uint64_t plain_bytes = 0;
  std::uint64_t records = 0;
  std::uint64_t frames = 0;        // ended
  std::uint64_t frame_bytes = 0;   // of the current frame, decompressed
  std::uint64_t without_data = 0;  // compressed bytes since the last decompressed one
  bool ended = false;              // a frame without content has ended the stream
  bool whole = false;              // the frame that ends the stream was the last
  bool at_end = false;
  bool truncated = false;
  LogHeader header{};

  [[noreturn]] void damaged(const std::string& how) const {
    throw Error("cannot read the event log " + path + ": damaged: " + how);
  }

  /// Reads the next compressed bytes; false at the end of the file.
  bool read_file() {
    ssize_t got;
    do {
      got = ::read(file.get(), compressed.data(), compressed.size());
    } while (got < 0 && errno == EINTR);
    if (got < 0) throw system_error("read the event log " + path);
    in = ZSTD_inBuffer{compressed.data(), static_cast<std::size_t>(got), 0};
    file_bytes += static_cast<std::uint64_t>(got);
    return got > 0;
  }

  /// Decompresses until at least `bytes` bytes are available; false if the file ends before.
  bool fill(std::size_t bytes) {
    if (end - begin >= bytes) return true;
    if (end > begin) std::memmove(plain.data(), plain.data() + begin, end - begin);
    end -= begin;
    begin = 0;
    if (plain.size() < bytes + ZSTD_DStreamOutSize()) plain.resize(bytes + ZSTD_DStreamOutSize());
    while (end < bytes) {
      ZSTD_outBuffer out{plain.data(), plain.size(), end};
      const std::size_t before = in.pos;
      const std::size_t left = ZSTD_decompressStream(zstd.get(), &out, &in);
      if (ZSTD_isError(left)) damaged(ZSTD_getErrorName(left));
      const bool more = out.pos > end;
      plain_bytes += out.pos - end;
      frame_bytes += out.pos - end;
      end = out.pos;
      without_data = more ? 0 : without_data + in.pos - before;
      if (without_data > kMostWithoutData) damaged("256 KiB of it contain nothing");
      if (in.pos > before || more) {
        if (ended) damaged("there is more after its end");
        whole = false;
      }
      if (left == 0) {
        ended = frame_bytes == 0;
        ++frames;
        whole = frame_bytes == 0 || (frames == 1 && frame_bytes > sizeof(LogHeader));
        frame_bytes = 0;
      }
      if (plain_bytes > kPlainAlways && plain_bytes / kMaxPacked > file_bytes)
        damaged("it decompresses to more than 200 times its size");
      if (more || in.pos < in.size) continue;
      if (!read_file()) return end >= bytes;
    }
    return true;
  }
};

EventLogReader::EventLogReader(const std::string& path, Progress progress)
    : EventLogReader(Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), path,
                     std::move(progress)) {}

EventLogReader::EventLogReader(Fd file, const std::string& path, Progress progress)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  impl_->progress = std::move(progress);
  impl_->file = std::move(file);
  if (!impl_->file) throw system_error("open the event log " + path);
  struct stat found {};
  if (fstat(impl_->file.get(), &found) != 0) throw system_error("open the event log " + path);
  if (S_ISDIR(found.st_mode)) throw system_error("read the event log " + path, EISDIR);
  if (!S_ISREG(found.st_mode))
    throw Error("cannot read the event log " + path + ": it is not a regular file");
  impl_->file_size = static_cast<std::uint64_t>(found.st_size);
  if (!impl_->zstd) throw Error("cannot read the event log " + path + ": out of memory");
  ZSTD_DCtx_setParameter(impl_->zstd.get(), ZSTD_d_windowLogMax, kLargestWindowLog);
  if (!impl_->fill(sizeof(LogHeader))) {
    throw Error("cannot read the event log " + path + ": it ends before its header is whole");
  }
  std::memcpy(&impl_->header, impl_->plain.data(), sizeof(LogHeader));
  impl_->begin += sizeof(LogHeader);
  if (impl_->header.magic != LogHeader::kMagic) {
    throw Error("cannot read the event log " + path + ": not an event log");
  }
  if (impl_->header.start_realtime_ns < 0 || impl_->header.start_realtime_ns >= kLastStart) {
    impl_->damaged("it begins before 1970 or after 2199");
  }
  if (impl_->header.version != LogHeader::kVersion) {
    throw Error("cannot read the event log " + path + ": version " +
                std::to_string(impl_->header.version) + ", this program reads version " +
                std::to_string(LogHeader::kVersion));
  }
}

EventLogReader::EventLogReader(EventLogReader&&) noexcept = default;
EventLogReader& EventLogReader::operator=(EventLogReader&&) noexcept = default;
EventLogReader::~EventLogReader() = default;

const LogHeader& EventLogReader::header() const {
  return impl_->header;
}
bool EventLogReader::truncated() const {
  return impl_->truncated;
}

void EventLogReader::require_whole(std::string_view what_to_do) const {
  if (truncated())
    throw Error("cannot " + std::string(what_to_do) + " " + impl_->path +
                ": the event log is not complete; its writer was killed");
}

std::optional<EventLogReader::Entry> EventLogReader::next() {
  Impl& log = *impl_;
  if (log.at_end) return std::nullopt;
  Entry entry{};
  std::size_t whole = sizeof(EventRecord);
  if (log.fill(whole)) {
    std::memcpy(&entry.event, log.plain.data() + log.begin, sizeof(EventRecord));
    if (entry.event.snap_bytes > log.header.snap_limit || entry.event.snap_bytes > entry.event.size)
      log.damaged("a record of impossible length");
    if (const char* how = impossible(entry.event)) log.damaged(how);
    whole = record_size(entry.event.snap_bytes);
    if (log.fill(whole)) {
      const auto* snap =
          reinterpret_cast<const std::uint8_t*>(log.plain.data() + log.begin) + sizeof(EventRecord);
      entry.snap = {snap, entry.event.snap_bytes};
      log.begin += whole;
      if (++log.records % kRecordsBetween == 0 && log.progress)
        log.progress(log.file_bytes, log.file_size);
      return entry;
    }
  }
  log.at_end = true;
  log.truncated = !log.whole || log.end != log.begin;
  if (log.progress) log.progress(log.file_size, log.file_size);
  return std::nullopt;
}

}  // namespace seawind
