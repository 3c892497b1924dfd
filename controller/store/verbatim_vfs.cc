// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/verbatim_vfs.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "common/fds.h"
#include "controller/store/sqlite.h"

namespace seawind {
namespace {

constexpr const char* kName = "seawind-verbatim";

int full_path(sqlite3_vfs* /*vfs*/, const char* name, int size, char* out) {
  const std::size_t length = std::strlen(name) + 1;
  if (length > static_cast<std::size_t>(size)) return SQLITE_CANTOPEN;
  std::memcpy(out, name, length);
  return SQLITE_OK;
}

int (*usual_open)(sqlite3_vfs*, const char*, sqlite3_file*, int, int*) = nullptr;

/// A journal may name a super-journal anywhere, and SQLite deletes that file after a rollback.
/// Seawind attaches no second database, so it never writes a super-journal.
int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
  file->pMethods = nullptr;
  if ((flags & SQLITE_OPEN_SUPER_JOURNAL) != 0) return SQLITE_CANTOPEN;
  return usual_open(vfs, name, file, flags, out);
}

/// open(2) of SQLite's files. A name in the store's directory may have become another file since
/// it was checked (sqlite.cc), so that the opened file is checked again. The names of others
/// (/dev/urandom, temporary files) are not beneath a descriptor.
int open_regular(const char* name, int flags, int mode) {
  constexpr std::string_view kDescriptors = "/proc/self/fd/";
  const std::string_view text = name;
  // The store's directory itself, which SQLite flushes, is a link of the kernel.
  if (!text.starts_with(kDescriptors) ||
      text.find('/', kDescriptors.size()) == std::string_view::npos) {
    return ::open(name, flags, mode);
  }
  Fd file(::open(name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode));
  struct stat found {};
  if (!file || fstat(file.get(), &found) != 0) return -1;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (S_ISREG(found.st_mode) && (!writes || found.st_nlink <= 1)) return file.release();
  errno = EISDIR;  // after any other error SQLite opens the file read-only
  return -1;
}

/// Throws on failure; the next call then tries again.
const char* make() {
  sqlite3_vfs* const usual = sqlite3_vfs_find(nullptr);
  if (usual == nullptr ||
      usual->xSetSystemCall(usual, "open", reinterpret_cast<sqlite3_syscall_ptr>(open_regular)) !=
          SQLITE_OK)
    throw StoreError(StoreError::Kind::kOther, "cannot start SQLite: no memory");
  static sqlite3_vfs vfs = *usual;
  vfs.pNext = nullptr;
  vfs.zName = kName;
  vfs.xFullPathname = full_path;
  usual_open = usual->xOpen;
  vfs.xOpen = open_file;
  if (sqlite3_vfs_register(&vfs, 0) != SQLITE_OK)
    throw StoreError(StoreError::Kind::kOther, "cannot start SQLite: no memory");
  return kName;
}

}  // namespace

const char* verbatim_vfs() {
  static const char* const name = make();
  return name;
}

}  // namespace seawind
