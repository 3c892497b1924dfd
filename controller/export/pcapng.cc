// SPDX-License-Identifier: GPL-3.0-or-later
// pcapng of a repetition. The two interfaces `fixed` and `mobile` are the two ports of the link. A
// packet is recorded where it enters the link (inbound, at its arrival) and where it leaves it
// (outbound, at the intended instant of its release), both with the packet's id. A dropped packet
// has only the inbound record, with reason and time in a comment and the verdict TC_ACT_SHOT.
// A capture of one end has the records of that port alone. It has no verdicts, because editcap and
// mergecap of Wireshark 4.0 write the verdict with the option code of the queue, so that their
// output cannot be read. Packets have the length stored in the log. An outbound record has the ECN
// bits at departure. Comments also report marks, link retransmissions, and changes of the channel
// since the previous record.
//
// Order: an inbound record contains the packet's fate. Therefore records wait, in time order, until
// the fate of the oldest one is known. When more than kWaiting wait, the oldest one is written
// without it.
#include <fmt/format.h>

#include <deque>
#include <memory_resource>
#include <span>
#include <utility>

#include "common/directory.h"
#include "common/pcapng_writer.h"
#include "common/wire/ip_edit.h"
#include "common/wire/network_order.h"
#include "controller/export/export.h"
#include "controller/measure/drop_counts.h"
#include "controller/measure/journeys.h"

namespace seawind {
namespace {

constexpr std::size_t kWaiting = 65536;

/// Sets the ECN bits of an IPv4 or IPv6 header to CE. The packet may be cut short.
void set_ce(std::span<std::uint8_t> ip) {
  if (ip.size() >= 20 && ip[0] >> 4 == 4)
    write_traffic_class(ip, 4, ip[1] | 3);
  else if (ip.size() >= 2 && ip[0] >> 4 == 6)
    write_traffic_class(ip, 6, static_cast<std::uint8_t>(read16(ip, 0) >> 4 | 3));
}

class PcapngExport {
 public:
  PcapngExport(const ExportItem& item, const LogHeader& header, const std::string& path)
      : item_(item),
        epoch_(header.start_realtime_ns),
        comment_(fmt::format("{}campaign {}, case {}, repetition {}, seed {}",
                             item.not_valid.empty() ? "" : item.mark() + "; ", item.campaign,
                             item.case_name, item.number, item.seed)),
        writer_(path, {.application = "seawind", .comment = comment_}) {
    for (std::uint32_t side = 0; side < 2; ++side)
      if (is_wanted(side))
        interface_[side] =
            writer_.add_interface({.name = side == 0 ? "fixed" : "mobile",
                                   .description = side == 0 ? "port towards the fixed host"
                                                            : "port towards the mobile host",
                                   .snap_length = header.snap_limit,
                                   .speed = speed(side)});
  }

  void add(const EventRecord& e, std::span<const std::uint8_t> snap) {
    last_ns_ = e.time_ns;
    switch (e.kind) {
      case EventKind::kArrival:
      case EventKind::kGenerated:
        return arrival(e, snap);
      case EventKind::kDelivered:
        return delivery(e);
      case EventKind::kDrop:
        return drop(e);
      case EventKind::kMark:
      case EventKind::kModified:
      case EventKind::kRetransmit:
      case EventKind::kRouterEnqueue:
        if (Journey* packet = journeys_.follow(e)) change(*packet, e, snap);
        return;
      case EventKind::kStateChange:
        return comment(
            e, "channel state " +
                   (e.code < item_.states.size() ? item_.states[e.code] : std::to_string(e.code)));
      case EventKind::kBlocked:
      case EventKind::kUnblocked:
        return comment(e, fmt::format("{} {}: {}", to_string(e.direction), to_string(e.kind),
                                      to_string(static_cast<BlockReason>(e.code))));
      case EventKind::kLinkReset:
        return comment(e, fmt::format("{} link reset", to_string(e.direction)));
      case EventKind::kRateChange:
        return comment(e, fmt::format("{} rate {} bit/s", to_string(e.direction), e.value));
      case EventKind::kParameterChange:
        return comment(e, "parameters changed");
      default:
        return;
    }
  }

  void finish() {
    for (auto& record : waiting_) record.open = false;
    flush();
    for (std::uint32_t side = 0; side < 2; ++side)
      if (is_wanted(side))
        writer_.write(PcapngWriter::Statistics{.interface = interface_[side],
                                               .time_ns = epoch_ + last_ns_,
                                               .start_ns = epoch_,
                                               .end_ns = epoch_ + last_ns_,
                                               .received = received_[side],
                                               .dropped = dropped_[side],
                                               .delivered = delivered_[side]});
    writer_.close();
  }

 private:
  static constexpr std::uint64_t kNoRecord = ~std::uint64_t{0};

  struct Journey {
    explicit Journey(LogMemory& memory) : bytes(&memory) {}

    std::pmr::vector<std::uint8_t> bytes;
    std::vector<std::string> notes;
    std::int64_t arrived_ns = 0;
    std::uint64_t record = 0;  // number of its inbound record, or kNoRecord
    int retransmissions = 0;
    std::optional<std::uint32_t> queue;
  };
  struct Record {
    bool open = false;  // the packet's fate is unknown
    std::uint32_t side = 0;
    std::int64_t time_ns = 0;
    std::uint64_t packet = 0;
    std::uint32_t size = 0;
    PcapngWriter::Way way = PcapngWriter::Way::kInbound;
    std::vector<std::uint8_t> bytes = {};
    std::vector<std::string> comments = {};
    std::optional<std::uint32_t> queue = {};
    std::optional<std::uint64_t> verdict = {};
  };

  bool is_wanted(std::uint32_t side) const {
    return item_.end == CaptureEnd::kBoth || (item_.end == CaptureEnd::kFixed) == (side == 0);
  }
  std::optional<std::uint64_t> speed(std::uint32_t side) const {
    const auto rate = item_.rates[side];
    return rate > 0 ? std::optional(static_cast<std::uint64_t>(rate)) : std::nullopt;
  }
  static std::uint32_t entry_side(Direction d) { return d == Direction::kDownlink ? 0 : 1; }
  void comment(const EventRecord& e, const std::string& text) {
    if (link_comments_.size() == kMaxNotes) {
      ++more_link_comments_;
      return;
    }
    link_comments_.push_back(
        fmt::format("at {:.6f} s: {}", static_cast<double>(e.time_ns) / 1e9, text));
  }
  void note(Journey& packet, std::string text) {
    if (packet.notes.size() == kMaxNotes) return;
    if (++notes_ > kMaxNotesInLink)
      throw Error(
          fmt::format("cannot export the event log: the packets in the link have more than "
                      "{} notes",
                      kMaxNotesInLink));
    packet.notes.push_back(std::move(text));
  }
  void change(Journey& packet, const EventRecord& e, std::span<const std::uint8_t> snap) {
    if (e.kind == EventKind::kMark) {
      set_ce(packet.bytes);
      note(packet, "marked CE");
    } else if (e.kind == EventKind::kModified) {
      if (!snap.empty()) packet.bytes.assign(snap.begin(), snap.end());
      packet.bytes.resize(std::min<std::size_t>(packet.bytes.size(), e.size));
      note(packet, fmt::format("changed: {} of {} B", e.size, e.value));
    } else if (e.kind == EventKind::kRetransmit) {
      ++packet.retransmissions;
    } else {
      packet.queue = e.code;
    }
  }
  std::uint64_t push(Record record) {
    if (more_link_comments_ > 0)
      link_comments_.push_back(fmt::format("and {} more", std::exchange(more_link_comments_, 0)));
    record.comments.insert(record.comments.begin(), link_comments_.begin(), link_comments_.end());
    link_comments_.clear();
    waiting_.push_back(std::move(record));
    return first_ + waiting_.size() - 1;
  }

  void arrival(const EventRecord& e, std::span<const std::uint8_t> snap) {
    if (e.kind == EventKind::kGenerated) return generated(e, snap);
    Journey& packet = journeys_.begin(e, Journey(memory_));
    packet.bytes.assign(snap.begin(), snap.end());
    packet.arrived_ns = e.time_ns;
    const auto side = entry_side(e.direction);
    ++received_[side];
    if (!is_wanted(side)) {
      packet.record = kNoRecord;
      return;
    }
    packet.record = push({.open = true,
                          .side = side,
                          .time_ns = e.time_ns,
                          .packet = e.packet,
                          .size = e.size,
                          .bytes = {snap.begin(), snap.end()}});
    flush();
  }

  void generated(const EventRecord& e, std::span<const std::uint8_t> snap) {
    Journey made(memory_);
    made.bytes.assign(snap.begin(), snap.end());
    std::string origin = "made by the emulator";
    made.arrived_ns = e.time_ns;
    made.record = kNoRecord;
    EventRecord of = e;
    of.packet = static_cast<std::uint64_t>(e.value);
    if (const Journey* original = journeys_.follow(of)) {
      made.bytes = original->bytes;
      origin = fmt::format("copy of packet {}", of.packet);
    }
    note(made, std::move(origin));
    journeys_.begin(e, std::move(made));
  }

  void delivery(const EventRecord& e) {
    const auto side = 1 - entry_side(e.direction);
    ++delivered_[side];
    Record out{.side = side,
               .time_ns = e.time_ns,
               .packet = e.packet,
               .size = e.size,
               .way = PcapngWriter::Way::kOutbound,
               .verdict = PcapngWriter::kVerdictOk};
    if (Journey* packet = journeys_.follow(e)) {
      notes_ -= packet->notes.size();
      out.bytes.assign(packet->bytes.begin(), packet->bytes.end());
      out.bytes.resize(std::min<std::size_t>(out.bytes.size(), e.size));
      out.comments = std::move(packet->notes);
      out.queue = packet->queue;
      if (packet->retransmissions > 0)
        out.comments.push_back(fmt::format("{} link retransmissions", packet->retransmissions));
      if (Record* in = find(packet->record)) {
        in->open = false;
        in->queue = packet->queue;
        in->verdict = PcapngWriter::kVerdictOk;
      }
    }
    if (is_wanted(side)) push(std::move(out));
    flush();
  }

  void drop(const EventRecord& e) {
    ++dropped_[entry_side(e.direction)];
    const Journey* packet = journeys_.follow(e);
    if (packet == nullptr) return;
    notes_ -= packet->notes.size();
    if (Record* in = find(packet->record)) {
      const auto reason = static_cast<DropReason>(e.code);
      const char* kinds[] = {"congestion", "error", "other"};
      in->open = false;
      in->queue = packet->queue;
      in->verdict = PcapngWriter::kVerdictDropped;
      in->comments.push_back(
          fmt::format("dropped: {} ({}) after {:.6f} s", to_string(reason),
                      kinds[static_cast<int>(kind_of(reason))],
                      static_cast<double>(e.time_ns - packet->arrived_ns) / 1e9));
    }
    flush();
  }

  Record* find(std::uint64_t number) {
    if (number < first_ || number - first_ >= waiting_.size()) return nullptr;
    return &waiting_[number - first_];
  }

  void flush() {
    while (!waiting_.empty() && (!waiting_.front().open || waiting_.size() > kWaiting)) {
      const Record& r = waiting_.front();
      writer_.write(PcapngWriter::Packet{
          .interface = interface_[r.side],
          .time_ns = epoch_ + r.time_ns,
          .bytes = r.bytes,
          .original_length = r.size,
          .comments = r.comments,
          .way = r.way,
          .packet_id = r.packet,
          .queue = r.queue,
          .verdict = item_.end == CaptureEnd::kBoth ? r.verdict : std::nullopt});
      waiting_.pop_front();
      ++first_;
    }
  }

  const ExportItem& item_;
  std::int64_t epoch_;
  std::string comment_;
  PcapngWriter writer_;
  std::uint32_t interface_[2] = {0, 0};  // number of each side's interface in the file
  std::int64_t last_ns_ = 0;
  LogMemory memory_;
  Journeys<Journey> journeys_{memory_};
  std::deque<Record> waiting_;
  std::uint64_t first_ = 0;                       // number of waiting_.front()
  static constexpr std::size_t kMaxNotes = 1000;  // limit on comments of one record
  static constexpr std::size_t kMaxNotesInLink = 1'000'000;
  std::size_t notes_ = 0;  // of the packets in the link
  std::vector<std::string> link_comments_;
  std::uint64_t more_link_comments_ = 0;  // comments omitted because of kMaxNotes
  std::uint64_t received_[2] = {0, 0};
  std::uint64_t delivered_[2] = {0, 0};
  std::uint64_t dropped_[2] = {0, 0};
};

}  // namespace

std::vector<std::filesystem::path> export_pcapng(const ExportItem& item,
                                                 const std::filesystem::path& folder,
                                                 const ExportProgress& progress) {
  EventLogReader log = item.open_log(progress);
  const char* end = item.end == CaptureEnd::kFixed    ? "-fixed"
                    : item.end == CaptureEnd::kMobile ? "-mobile"
                                                      : "";
  const auto path = folder / (item.file_stem() + end + ".pcapng");
  TemporaryFile temporary(path);
  PcapngExport out(item, log.header(), temporary.path());
  while (const auto entry = log.next()) out.add(entry->event, entry->snap);
  log.require_whole("export");
  out.finish();
  temporary.publish();
  return {path};
}

}  // namespace seawind
