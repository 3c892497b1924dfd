// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/replay_capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace seawind {
namespace {

constexpr std::uint32_t kFixed = 0, kMobile = 1;

std::uint32_t side_of_entry(Direction direction) {
  return direction == Direction::kDownlink ? kFixed : kMobile;
}

std::string seconds(Time time) {
  return fmt::format("{}.{:09} s", time.ns() / 1'000'000'000, time.ns() % 1'000'000'000);
}

}  // namespace

ReplayCapture::ReplayCapture(const Options& options)
    : options_(options),
      out_(options.path, {.application = "seawind-link", .comment = options_.comment}) {
  out_.add_interface({.name = "fixed", .description = "the fixed host's side of the link"});
  out_.add_interface({.name = "mobile", .description = "the mobile host's side of the link"});
}

ReplayCapture::Record& ReplayCapture::append(Direction direction, bool entry, Time now,
                                             const Packet& packet, std::size_t captured) {
  Record& record = records_.emplace_back();
  const std::uint32_t from = side_of_entry(direction);
  record.head.interface = entry ? from : 1 - from;
  record.head.time_ns = options_.start_ns + now.ns();
  record.head.original_length = packet.size();
  record.head.way = entry ? PcapngWriter::Way::kInbound : PcapngWriter::Way::kOutbound;
  record.head.packet_id = packet.id();
  const auto bytes = packet.ip_bytes();
  record.bytes.assign(
      bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(captured, bytes.size())));
  return record;
}

void ReplayCapture::on_event(const LinkEvent& event, const Packet* packet) {
  auto& router_bytes = router_bytes_[static_cast<std::size_t>(event.direction)];
  const auto fate = fates_.find(event.packet);
  switch (event.kind) {
    case EventKind::kStateChange:
      state_ = event.code;
      return;
    case EventKind::kRouterEnqueue:
    case EventKind::kRouterDequeue:
      router_bytes = event.value;
      return;
    case EventKind::kArrival:
      append(event.direction, true, event.time, *packet, captured_);
      ++counts_[side_of_entry(event.direction)].entered;
      fates_[event.packet] = {.record = first_record_ + records_.size() - 1,
                              .captured = captured_,
                              .version = packet->ip().version};
      return;
    case EventKind::kGenerated:
      generated_.insert(event.packet);
      if (const auto original = fates_.find(static_cast<std::uint64_t>(event.value));
          original != fates_.end()) {
        copies_[event.packet] = {original->first, original->second.captured};
      }
      return;
    case EventKind::kDrop:
      copies_.erase(event.packet);
      generated_.erase(event.packet);
      break;
    case EventKind::kDelivered:
      generated_.erase(event.packet);
      break;
    default:
      break;
  }
  if (fate == fates_.end()) return;
  switch (event.kind) {
    case EventKind::kRetransmit:
      fate->second.attempts = event.code;
      break;
    case EventKind::kMark:
      fate->second.notes.emplace_back("CE marked");
      break;
    case EventKind::kModified:
      // A translation has other headers, in front of the bytes that the capture lacks.
      if (packet != nullptr && packet->ip().version != fate->second.version) {
        fate->second.version = packet->ip().version;
        fate->second.captured = static_cast<std::size_t>(std::max<std::int64_t>(
            0, static_cast<std::int64_t>(fate->second.captured) + event.size - event.value));
      }
      fate->second.notes.push_back(event.value == event.size
                                       ? std::string("header changed")
                                       : fmt::format("{} from {} to {} bytes",
                                                     event.value > event.size ? "cut" : "grown",
                                                     event.value, event.size));
      break;
    case EventKind::kDrop: {
      const auto reason = static_cast<DropReason>(event.code);
      ++counts_[side_of_entry(event.direction)].dropped;
      settle(event.packet, PcapngWriter::kVerdictDropped,
             fmt::format("dropped: {} at {}{}", to_string(reason), seconds(event.time),
                         cause(event, fate->second)));
      write_settled();
      break;
    }
    default:
      break;
  }
}

std::string ReplayCapture::cause(const LinkEvent& event, const Fate& fate) const {
  switch (static_cast<DropReason>(event.code)) {
    case DropReason::kErrorLoss: {
      const bool named = state_ < options_.state_names.size();
      return fmt::format(", attempt {}{}", fate.attempts,
                         named ? ", state " + options_.state_names[state_] : "");
    }
    case DropReason::kRouterFull:
    case DropReason::kEarly:
    case DropReason::kHeadDrop:
      return fmt::format(", {} bytes in the router",
                         router_bytes_[static_cast<std::size_t>(event.direction)]);
    default:
      return "";
  }
}

void ReplayCapture::delivered(Direction direction, const Packet& packet, Time now) {
  const auto fate = fates_.find(packet.id());
  const bool generated = fate == fates_.end();
  std::size_t captured = generated ? packet.size() : fate->second.captured;
  std::string origin = "generated by the emulator";
  if (const auto copy = copies_.extract(packet.id()); !copy.empty()) {
    captured = copy.mapped().captured;
    origin = fmt::format("copy of packet {}", copy.mapped().of);
  }
  Record& record = append(direction, false, now, packet, captured);
  record.settled = true;
  ++counts_[1 - side_of_entry(direction)].left;
  if (generated) {
    record.comments.push_back(std::move(origin));
  } else {
    if (fate->second.attempts > 1) {
      record.comments.push_back(fmt::format("attempt {}", fate->second.attempts));
    }
    for (std::string& note : fate->second.notes) record.comments.push_back(std::move(note));
    settle(packet.id(), PcapngWriter::kVerdictOk, "");
  }
  write_settled();
}

void ReplayCapture::settle(std::uint64_t packet, std::uint64_t verdict, std::string comment) {
  const auto fate = fates_.find(packet);
  Record& entry = records_[fate->second.record - first_record_];
  entry.settled = true;
  entry.head.verdict = verdict;
  if (!comment.empty()) entry.comments.push_back(std::move(comment));
  fates_.erase(fate);
}

void ReplayCapture::write_settled() {
  while (!records_.empty() && records_.front().settled) {
    Record& record = records_.front();
    record.head.bytes = record.bytes;
    record.head.comments = record.comments;
    out_.write(record.head);
    records_.pop_front();
    ++first_record_;
  }
}

void ReplayCapture::close(Time now) {
  for (Record& record : records_) {
    if (record.settled) continue;
    record.settled = true;
    record.comments.push_back(fmt::format("held: still in the link at {}", seconds(now)));
  }
  write_settled();
  for (const std::uint32_t side : {kFixed, kMobile}) {
    out_.write(PcapngWriter::Statistics{.interface = side,
                                        .time_ns = options_.start_ns + now.ns(),
                                        .start_ns = options_.start_ns,
                                        .end_ns = options_.start_ns + now.ns(),
                                        .received = counts_[side].entered,
                                        .dropped = counts_[side].dropped,
                                        .delivered = counts_[side].left});
  }
  out_.close();
}

}  // namespace seawind
