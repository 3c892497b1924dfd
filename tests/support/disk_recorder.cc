// SPDX-License-Identifier: GPL-3.0-or-later
// The C library's calls that change files. Each call is forwarded; changes below the recorder's
// root are journalled. fsync has no effect here, because these tests do not need the real disk.
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>

#include "tests/support/disk_changes.h"

namespace seawind::test {
namespace {

using Kind = DiskChange::Kind;
using Node = DiskChange::Node;

struct Entry {
  Node folder;
  std::string name;
};

class Journal {
 public:
  explicit Journal(const std::filesystem::path& root) {
    struct stat info {};
    if (::stat(root.c_str(), &info) != 0) std::abort();
    device_ = info.st_dev;
    nodes_[info.st_ino] = 0;
  }

  std::optional<Node> node(const struct stat& info) const {
    const auto found = nodes_.find(info.st_ino);
    if (info.st_dev != device_ || found == nodes_.end()) return {};
    return found->second;
  }
  std::optional<Node> node(int fd) const {
    struct stat info {};
    return ::fstat(fd, &info) == 0 ? node(info) : std::nullopt;
  }
  std::optional<Node> node(int at, const char* path) const {
    struct stat info {};
    return ::fstatat(at, path, &info, AT_SYMLINK_NOFOLLOW) == 0 ? node(info) : std::nullopt;
  }
  /// The folder and name of the entry of this path, existing or not. Nothing: outside the root.
  std::optional<Entry> entry(int at, const char* path) const {
    std::string text = path;
    while (text.size() > 1 && text.back() == '/') text.pop_back();
    const auto slash = text.rfind('/');
    const std::string parent = slash == std::string::npos ? "." : text.substr(0, slash + 1);
    struct stat info {};
    if (::fstatat(at, parent.c_str(), &info, 0) != 0) return {};
    const auto folder = node(info);
    if (!folder) return {};
    return Entry{*folder, slash == std::string::npos ? text : text.substr(slash + 1)};
  }

  void made(const Entry& entry, const struct stat& info) {
    nodes_[info.st_ino] = ++last_;  // the number of a removed file may be reused
    changes.push_back({.kind = Kind::kMake,
                       .node = last_,
                       .folder = entry.folder,
                       .name = entry.name,
                       .is_folder = S_ISDIR(info.st_mode)});
  }

  std::vector<DiskChange> changes;
  std::mutex mutex;

 private:
  dev_t device_ = 0;
  std::map<ino_t, Node> nodes_;
  Node last_ = 0;
};

std::atomic<Journal*> journal = nullptr;

/// The library's own function, which the function of this file replaces.
template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define NEXT(function) static auto* const real = next<decltype(::function)>(#function)

/// A call that opens a file and may create or truncate it.
template <typename Call>
auto opening(int at, const char* path, bool makes, bool empties, Call call) {
  Journal* const j = journal;
  if (j == nullptr || (!makes && !empties)) return call();
  const std::lock_guard lock(j->mutex);
  struct stat before {};
  const bool existed = ::fstatat(at, path, &before, 0) == 0;
  const auto entry = j->entry(at, path);
  const auto result = call();
  struct stat after {};
  if (::fstatat(at, path, &after, 0) != 0) return result;
  if (!existed) {
    if (entry) j->made(*entry, after);
  } else if (const auto node = j->node(before); node && before.st_size > 0 && after.st_size == 0) {
    j->changes.push_back({.kind = Kind::kResize, .node = *node});
  }
  return result;
}

template <typename Call>
int opening(int at, const char* path, int flags, Call call) {
  return opening(at, path, (flags & O_CREAT) != 0, (flags & O_TRUNC) != 0, call);
}

FILE* opening(const char* path, const char* mode, FILE* (*call)(const char*, const char*)) {
  const std::string how = mode;
  return opening(AT_FDCWD, path, how[0] != 'r', how[0] == 'w', [&] { return call(path, mode); });
}

template <typename Call>
int making(int at, const char* path, Call call) {
  Journal* const j = journal;
  if (j == nullptr) return call();
  const std::lock_guard lock(j->mutex);
  const auto entry = j->entry(at, path);
  const int result = call();
  struct stat info {};
  if (result == 0 && entry && ::fstatat(at, path, &info, AT_SYMLINK_NOFOLLOW) == 0)
    j->made(*entry, info);
  return result;
}

template <typename Call>
int removing(int at, const char* path, Call call) {
  Journal* const j = journal;
  if (j == nullptr) return call();
  const std::lock_guard lock(j->mutex);
  const auto entry = j->entry(at, path);
  const auto node = j->node(at, path);
  const int result = call();
  if (result == 0 && entry && node)
    j->changes.push_back(
        {.kind = Kind::kRemove, .node = *node, .folder = entry->folder, .name = entry->name});
  return result;
}

template <typename Call>
int renaming(int at, const char* path, int to_at, const char* to_path, Call call) {
  Journal* const j = journal;
  if (j == nullptr) return call();
  const std::lock_guard lock(j->mutex);
  const auto from = j->entry(at, path);
  const auto to = j->entry(to_at, to_path);
  const auto node = j->node(at, path);
  const int result = call();
  if (result != 0 || !from || !to) return result;
  if (!node) std::abort();  // a file of the tree whose creation was not recorded
  j->changes.push_back({.kind = Kind::kRename,
                        .node = *node,
                        .folder = from->folder,
                        .name = from->name,
                        .to_folder = to->folder,
                        .to_name = to->name});
  return result;
}

/// `offset` below 0: the current position of the file, or its end in append mode.
template <typename Call>
ssize_t writing(int fd, const iovec* parts, int count, off_t offset, Call call) {
  Journal* const j = journal;
  if (j == nullptr) return call();
  const std::lock_guard lock(j->mutex);
  const auto node = j->node(fd);
  if (!node) return call();
  if (offset < 0)
    offset = (::fcntl(fd, F_GETFL) & O_APPEND) != 0 ? ::lseek(fd, 0, SEEK_END)
                                                    : ::lseek(fd, 0, SEEK_CUR);
  const ssize_t written = call();
  if (written <= 0) return written;
  std::string bytes;
  for (int i = 0; i < count; ++i)
    bytes.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  bytes.resize(static_cast<std::size_t>(written));
  j->changes.push_back({.kind = Kind::kWrite,
                        .node = *node,
                        .offset = static_cast<std::uint64_t>(offset),
                        .bytes = std::move(bytes)});
  return written;
}

template <typename Call>
ssize_t writing(int fd, const void* data, std::size_t size, off_t offset, Call call) {
  const iovec part{const_cast<void*>(data), size};
  return writing(fd, &part, 1, offset, call);
}

int changing(Kind kind, int fd, off_t size) {
  Journal* const j = journal;
  if (j == nullptr) return 0;
  const std::lock_guard lock(j->mutex);
  if (const auto node = j->node(fd))
    j->changes.push_back({.kind = kind, .node = *node, .offset = static_cast<std::uint64_t>(size)});
  return 0;
}

int flushing(int fd) {
  return changing(Kind::kFlush, fd, 0);
}

int resized(int result, int fd, off_t size) {
  return result == 0 ? changing(Kind::kResize, fd, size) : result;
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

}  // namespace

DiskRecorder::DiskRecorder(const std::filesystem::path& root) {
  journal = new Journal(root);
}

DiskRecorder::~DiskRecorder() {
  delete journal.exchange(nullptr);
}

const std::vector<DiskChange>& DiskRecorder::changes() const {
  return journal.load()->changes;
}

}  // namespace seawind::test

using namespace seawind::test;

#define OPEN(function)                                                              \
  int function(const char* path, int flags, ...) {                                  \
    va_list arguments;                                                              \
    va_start(arguments, flags);                                                     \
    const mode_t mode = mode_of(flags, arguments);                                  \
    va_end(arguments);                                                              \
    NEXT(function);                                                                 \
    return opening(AT_FDCWD, path, flags, [&] { return real(path, flags, mode); }); \
  }
#define OPENAT(function)                                                          \
  int function(int at, const char* path, int flags, ...) {                        \
    va_list arguments;                                                            \
    va_start(arguments, flags);                                                   \
    const mode_t mode = mode_of(flags, arguments);                                \
    va_end(arguments);                                                            \
    NEXT(function);                                                               \
    return opening(at, path, flags, [&] { return real(at, path, flags, mode); }); \
  }

extern "C" {

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

FILE* fopen(const char* path, const char* mode) {
  NEXT(fopen);
  return opening(path, mode, real);
}
FILE* fopen64(const char* path, const char* mode) {
  NEXT(fopen64);
  return opening(path, mode, real);
}

// Most calls have fewer than six arguments; the surplus values have no effect.
__attribute__((no_sanitize("address"))) long syscall(long number, ...) noexcept {
  va_list arguments;
  va_start(arguments, number);
  long a[6];
  for (long& argument : a) argument = va_arg(arguments, long);
  va_end(arguments);
  NEXT(syscall);
  const auto call = [&] { return real(number, a[0], a[1], a[2], a[3], a[4], a[5]); };
  if (number != SYS_openat2) return call();
  const auto flags = static_cast<int>(reinterpret_cast<const open_how*>(a[2])->flags);
  return opening(static_cast<int>(a[0]), reinterpret_cast<const char*>(a[1]),
                 (flags & O_CREAT) != 0, (flags & O_TRUNC) != 0, call);
}

int mkdir(const char* path, mode_t mode) noexcept {
  NEXT(mkdir);
  return making(AT_FDCWD, path, [&] { return real(path, mode); });
}
int mkdirat(int at, const char* path, mode_t mode) noexcept {
  NEXT(mkdirat);
  return making(at, path, [&] { return real(at, path, mode); });
}
int unlink(const char* path) noexcept {
  NEXT(unlink);
  return removing(AT_FDCWD, path, [&] { return real(path); });
}
int unlinkat(int at, const char* path, int flags) noexcept {
  NEXT(unlinkat);
  return removing(at, path, [&] { return real(at, path, flags); });
}
int rmdir(const char* path) noexcept {
  NEXT(rmdir);
  return removing(AT_FDCWD, path, [&] { return real(path); });
}
int remove(const char* path) noexcept {
  NEXT(remove);
  return removing(AT_FDCWD, path, [&] { return real(path); });
}
int rename(const char* from, const char* to) noexcept {
  NEXT(rename);
  return renaming(AT_FDCWD, from, AT_FDCWD, to, [&] { return real(from, to); });
}
int renameat(int at, const char* from, int to_at, const char* to) noexcept {
  NEXT(renameat);
  return renaming(at, from, to_at, to, [&] { return real(at, from, to_at, to); });
}
int renameat2(int at, const char* from, int to_at, const char* to, unsigned flags) noexcept {
  NEXT(renameat2);
  return renaming(at, from, to_at, to, [&] { return real(at, from, to_at, to, flags); });
}

ssize_t write(int fd, const void* data, size_t size) {
  NEXT(write);
  return writing(fd, data, size, -1, [&] { return real(fd, data, size); });
}
ssize_t writev(int fd, const iovec* parts, int count) {
  NEXT(writev);
  return writing(fd, parts, count, -1, [&] { return real(fd, parts, count); });
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
  NEXT(pwrite);
  return writing(fd, data, size, offset, [&] { return real(fd, data, size, offset); });
}
ssize_t pwrite64(int fd, const void* data, size_t size, off_t offset) {
  NEXT(pwrite64);
  return writing(fd, data, size, offset, [&] { return real(fd, data, size, offset); });
}
int ftruncate(int fd, off_t size) noexcept {
  NEXT(ftruncate);
  return resized(real(fd, size), fd, size);
}
int ftruncate64(int fd, off_t size) noexcept {
  NEXT(ftruncate64);
  return resized(real(fd, size), fd, size);
}
int fsync(int fd) {
  return flushing(fd);
}
int fdatasync(int fd) {
  return flushing(fd);
}

}  // extern "C"
