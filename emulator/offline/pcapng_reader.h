// SPDX-License-Identifier: GPL-3.0-or-later
// Reads pcapng (draft-ietf-opsawg-pcapng): sections of either byte order, any number of interfaces
// with any link types and stamp resolutions, which libpcap refuses to mix. Enhanced and obsolete
// packet blocks are read, other blocks skipped. The maximum block size bounds the memory, whatever
// the file contains.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace seawind {

/// One packet record of a capture.
struct CaptureRecord {
  std::int64_t time_ns = 0;  // since the epoch, >= 0
  int link_type = 0;         // LINKTYPE_
  std::span<const std::uint8_t> bytes;
  std::uint32_t original_length = 0;  // at least bytes.size()
  bool is_exit_record = false;        // an outbound record of a file written by Seawind
};

class PcapngReader {
 public:
  static constexpr std::uint32_t kLargestBlock = 1 << 24;  // bytes
  static constexpr std::size_t kMaxInterfaces = 65'536;    // per section

  /// Whether the file has the magic number of pcapng.
  static bool is_pcapng(const std::string& path);
  /// Throws InputError if the file cannot be opened.
  explicit PcapngReader(const std::string& path);

  /// Returns the next packet, valid until the next call; nothing at the end of the file. Throws
  /// InputError if the file is damaged or truncated, or if a stamp is not in the years 1970 to
  /// 2199.
  std::optional<CaptureRecord> next();

 private:
  struct Interface {
    int link_type = 0;
    std::uint8_t resolution = 6;  // if_tsresol: 10^-n s, or 2^-n s if the highest bit is set
    std::int64_t offset = 0;      // s
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  bool read_block();
  void section();
  void add_interface();
  CaptureRecord packet(bool old) const;
  std::int64_t time_of(const Interface& interface, std::uint64_t stamp) const;
  /// Calls use(code, value) for each option from offset `at` on.
  template <typename Use>
  void options(std::size_t at, Use use) const;

  std::uint16_t get16(std::span<const std::uint8_t> from, std::size_t at) const;
  std::uint32_t get32(std::span<const std::uint8_t> from, std::size_t at) const;
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  bool big_endian_ = false;
  bool ours_ = false;  // the section was written by Seawind
  std::uint32_t type_ = 0;
  std::vector<std::uint8_t> body_;  // of the block, without its length fields
  std::vector<Interface> interfaces_;
  std::uint64_t read_ = 0;  // packets
};

}  // namespace seawind
