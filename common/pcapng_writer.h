// SPDX-License-Identifier: GPL-3.0-or-later
// Writes pcapng files (draft-ietf-opsawg-pcapng; block and option numbers as there).
// libpcap writes only classic pcap, which has no room for comments, packet ids and verdicts.
//
// One section, little-endian, of unknown length; nanosecond stamps (if_tsresol 9) since the epoch.
// Constant memory: each block is written at once. Options are padded to 32 bits and end with
// opt_endofopt; a block without options has no opt_endofopt. The same calls give the same bytes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace seawind {

class PcapngWriter {
 public:
  static constexpr std::uint64_t kVerdictOk = 0;  // TC_ACT_*
  static constexpr std::uint64_t kVerdictDropped = 2;
  enum class Way : std::uint8_t { kUnknown = 0, kInbound = 1, kOutbound = 2 };

  struct Section {
    std::string_view application{};  // shb_userappl
    std::string_view comment{};
  };
  struct Interface {
    std::string_view name{};
    std::string_view description{};
    std::uint32_t snap_length = 0;         // 0: no limit
    std::optional<std::uint64_t> speed{};  // bit/s
  };
  struct Packet {
    std::uint32_t interface = 0;  // as given by add_interface()
    std::int64_t time_ns = 0;     // since the epoch, not negative
    std::span<const std::uint8_t> bytes{};
    std::uint32_t original_length = 0;  // at least bytes.size()
    std::span<const std::string> comments{};
    Way way = Way::kUnknown;
    std::optional<std::uint64_t> packet_id{};  // the same at every capture point
    std::optional<std::uint32_t> queue{};
    std::optional<std::uint64_t> verdict{};
  };
  struct Statistics {
    std::uint32_t interface = 0;
    std::int64_t time_ns = 0;
    std::optional<std::int64_t> start_ns{};
    std::optional<std::int64_t> end_ns{};
    std::optional<std::uint64_t> received{};
    std::optional<std::uint64_t> dropped{};
    std::optional<std::uint64_t> delivered{};
  };

  /// Creates (truncates) `path`. All methods throw Error with the path and the system's reason.
  PcapngWriter(const std::string& path, const Section& section);

  /// Adds an interface and returns its number; numbers start at 0. Must precede the interface's
  /// first packet.
  std::uint32_t add_interface(const Interface& interface);
  void write(const Packet& packet);
  void write(const Statistics& statistics);
  /// Ends the file. Without close() a write error of the last bytes is lost.
  void close();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void put16(std::uint16_t value);
  void put32(std::uint32_t value);
  void put64(std::uint64_t value);
  void put_stamp(std::int64_t time_ns);
  void put_bytes(std::span<const std::uint8_t> bytes);
  void put_text(std::uint16_t code, std::string_view text);
  template <typename Put>
  void put_option(std::uint16_t code, std::size_t length, Put put);
  void begin_block(std::uint32_t type);
  void end_block(std::size_t options_from);
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::vector<std::uint8_t> block_;  // the one being written; its storage is kept
  std::uint32_t interfaces_ = 0;
};

}  // namespace seawind
