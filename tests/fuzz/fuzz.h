// SPDX-License-Identifier: GPL-3.0-or-later
// Functions shared by the fuzz targets. A target is one file, NAME_fuzz.cc, that defines
// LLVMFuzzerTestOneInput(). docs/development.md describes how to run and add a target.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace seawind::fuzz {

/// Checks a property of the program under test. A violation aborts the run.
inline void hold(bool condition, std::string_view property, std::string_view detail = {}) {
  if (condition) return;
  std::fprintf(stderr, "property broken: %.*s\n%.*s\n", static_cast<int>(property.size()),
               property.data(), static_cast<int>(detail.size()), detail.data());
  std::abort();
}

/// Takes values off the front of an input; zeros when it has no more.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  template <typename T>
  T take() {
    T value{};
    const std::size_t n = std::min(sizeof value, rest_.size());
    std::memcpy(&value, rest_.data(), n);
    rest_ = rest_.subspan(n);
    return value;
  }
  std::uint8_t byte() { return take<std::uint8_t>(); }
  std::span<const std::uint8_t> bytes(std::size_t most) {
    const auto taken = rest_.first(std::min(most, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  bool empty() const { return rest_.empty(); }
  std::span<const std::uint8_t> rest() const { return rest_; }
  std::string text() const { return {rest_.begin(), rest_.end()}; }

 private:
  std::span<const std::uint8_t> rest_;
};

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {data, data + size};
}

/// A file without a name in any folder, for readers that take a path.
class MemoryFile {
 public:
  MemoryFile() : fd_(memfd_create("fuzz", MFD_CLOEXEC)) { hold(fd_ >= 0, "a file in memory"); }
  ~MemoryFile() { close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void fill(std::span<const std::uint8_t> bytes) {
    hold(ftruncate(fd_, 0) == 0 &&
             pwrite(fd_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
         "the file in memory takes the input");
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

/// A folder for the output of the program under test; removed when the process ends.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "seawind-fuzz-XXXXXX").string();
    hold(mkdtemp(name.data()) != nullptr, "a folder of our own");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace seawind::fuzz
