// SPDX-License-Identifier: GPL-3.0-or-later
// mahimahi's link log, one file per direction: `T + bytes` arrival, `T - bytes delay_ms` departure,
// `T d packets bytes` drop, `T # 1504` delivery opportunity. T is in ms since the base timestamp,
// which is the link's start. mahimahi has delivery opportunities instead of a rate: one is written
// each time the direction's rate has accumulated 1504 bytes (a rate of 0 gives none).
#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/packet_ids.h"
#include "controller/export/export.h"
#include "controller/measure/journeys.h"

namespace seawind {
namespace {

constexpr std::int64_t kOpportunity = 1504;  // bytes

class LogFile {
 public:
  // `most`: maximum number of lines. A high rate recorded in a few bytes of the log must not fill
  // the disk.
  LogFile(const std::filesystem::path& path, const LogHeader& header, Direction direction,
          std::int64_t rate, std::int64_t most, const std::string& mark)
      : file_(path), direction_(direction), rate_(rate), most_(most) {
    file_.write(
        fmt::format("# mahimahi mm-link ({}) [seawind]\n# command line: seawind export "
                    "--mahimahi-log\n# init timestamp: {}\n# base timestamp: 0\n",
                    to_string(direction_), header.start_realtime_ns / 1'000'000));
    if (!mark.empty()) file_.write(fmt::format("# {}\n", mark));
  }

  void add(const EventRecord& e) {
    if (e.kind == EventKind::kRateChange && e.direction == direction_) {
      advance(e.time_ns);
      rate_ = e.value;
      return;
    }
    if (e.direction != direction_) return;
    const std::int64_t ms = e.time_ns / 1'000'000;
    switch (e.kind) {
      case EventKind::kArrival:
        advance(e.time_ns);
        arrived_.begin(e, e.time_ns);
        return file_.write(fmt::format("{} + {}\n", ms, e.size));
      case EventKind::kGenerated:
        arrived_.begin(e, is_part_id(e.packet) ? e.time_ns : kNotSent);
        return;
      case EventKind::kDelivered: {
        advance(e.time_ns);
        const std::int64_t* arrived = arrived_.follow(e);
        const std::int64_t since = arrived == nullptr ? e.time_ns : *arrived;
        if (since == kNotSent) return;
        return file_.write(fmt::format("{} - {} {}\n", ms, e.size, ms - since / 1'000'000));
      }
      case EventKind::kDrop:
        advance(e.time_ns);
        if (const std::int64_t* arrived = arrived_.follow(e); arrived && *arrived == kNotSent)
          return;
        return file_.write(fmt::format("{} d 1 {}\n", ms, e.size));
      default:
        return;
    }
  }

  std::filesystem::path finish(std::int64_t time_ns) {
    advance(time_ns);
    file_.close();
    return file_.path();
  }

 private:
  /// Advances to `to` and writes the opportunities in between. Exact: credit is in bit x ns.
  void advance(std::int64_t to) {
    const std::int64_t now = std::max(to, at_);  // a damaged log may step back
    constexpr __int128 kEach = static_cast<__int128>(kOpportunity) * 8 * 1'000'000'000;
    opportunities_ += (credit_ + static_cast<__int128>(rate_) * (now - at_)) / kEach;
    if (opportunities_ > most_)
      throw Error(
          fmt::format("cannot export {}: {} bit/s until {:.3f} s are more than {} delivery "
                      "opportunities",
                      file_.path().string(), rate_, static_cast<double>(now) / 1e9, most_));
    while (rate_ > 0) {
      const __int128 missing = kEach - credit_;
      const auto wait = static_cast<std::int64_t>((missing + rate_ - 1) / rate_);
      if (at_ + wait > now) break;
      credit_ += static_cast<__int128>(rate_) * wait - kEach;
      at_ += wait;
      file_.write(fmt::format("{} # {}\n", at_ / 1'000'000, kOpportunity));
    }
    credit_ += static_cast<__int128>(rate_) * (now - at_);
    at_ = now;
  }

  OutputFile file_;
  Direction direction_;
  __int128 opportunities_ = 0;
  std::int64_t rate_;
  const std::int64_t most_;
  std::int64_t at_ = 0;
  __int128 credit_ = 0;
  static constexpr std::int64_t kNotSent = -1;
  LogMemory memory_;
  Journeys<std::int64_t> arrived_{memory_};  // time in ns; kNotSent: the link made the packet
};

}  // namespace

std::vector<std::filesystem::path> export_mahimahi_log(const ExportItem& item,
                                                       const std::filesystem::path& folder,
                                                       const ExportProgress& progress) {
  const std::string stem = (folder / item.file_stem()).string();
  EventLogReader log = item.open_log(progress);
  LogFile down(stem + "-downlink.log", log.header(), Direction::kDownlink, item.rates[0],
               item.most_opportunities, item.mark());
  LogFile up(stem + "-uplink.log", log.header(), Direction::kUplink, item.rates[1],
             item.most_opportunities, item.mark());
  std::int64_t last = 0;
  while (const auto entry = log.next()) {
    last = entry->event.time_ns;
    down.add(entry->event);
    up.add(entry->event);
  }
  log.require_whole("export");
  return {down.finish(last), up.finish(last)};
}

}  // namespace seawind
