// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "common/error.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

void flush(const fs::path& path, int flags) {
  const Fd fd(open(path.c_str(), flags | O_CLOEXEC));
  if (!fd || fsync(fd.get()) != 0) throw system_error("flush " + path.string() + " to the disk");
}

Fd write_whole(const fs::path& file, const std::string& text) {
  Fd fd(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) throw system_error("write " + file.string());
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(fd.get(), text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) throw system_error("write " + file.string());
    done += static_cast<std::size_t>(wrote);
  }
  return fd;
}

/// The whole file. Open file description locks: they belong to the descriptor as flock's do, and
/// can be asked about without taking them.
struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

void write_durably(const fs::path& file, const std::string& text) {
  const Fd fd = write_whole(file, text);
  if (fsync(fd.get()) != 0) throw system_error("flush " + file.string() + " to the disk");
}

void make_directories_durably(const fs::path& directory) {
  if (directory.empty() || fs::is_directory(directory)) return;
  const fs::path parent = directory.parent_path();
  make_directories_durably(parent);
  fs::create_directory(directory);
  flush_entries(parent);
}

void replace_file(const fs::path& file, const std::string& text) {
  // Two who replace the same file do not write into each other's new one.
  const fs::path beside = fmt::format("{}.{}.new", file.string(), getpid());
  try {
    write_whole(beside, text);
    if (std::rename(beside.c_str(), file.c_str()) != 0)
      throw system_error("write " + file.string());
  } catch (...) {
    std::error_code ignored;
    fs::remove(beside, ignored);
    throw;
  }
}

void flush_directory(const fs::path& directory) {
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_regular_file()) flush(entry.path(), O_RDONLY);
  flush_entries(directory);
}

void flush_entries(const fs::path& directory) {
  flush(directory, O_RDONLY | O_DIRECTORY);
}

Fd lock_file(const fs::path& file) {
  Fd fd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd) throw system_error("open " + file.string());
  struct flock lock = whole_file();
  if (fcntl(fd.get(), F_OFD_SETLK, &lock) == 0) return fd;
  if (errno != EAGAIN && errno != EACCES) throw system_error("lock " + file.string());
  return Fd();
}

bool is_locked(const fs::path& file) {
  const Fd fd(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct flock lock = whole_file();
  return fd && fcntl(fd.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw system_error("read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace seawind
