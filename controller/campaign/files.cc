// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
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

}  // namespace

void write_durably(const fs::path& file, const std::string& text) {
  const Fd fd(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) throw system_error("write " + file.string());
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(fd.get(), text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) throw system_error("write " + file.string());
    done += static_cast<std::size_t>(wrote);
  }
  if (fsync(fd.get()) != 0) throw system_error("flush " + file.string() + " to the disk");
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
  if (flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return fd;
  if (errno != EWOULDBLOCK) throw system_error("lock " + file.string());
  return Fd();
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw system_error("read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace seawind
