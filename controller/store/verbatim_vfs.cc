// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/verbatim_vfs.h"

#include <sqlite3.h>

#include <cstring>

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

/// Throws on failure; the next call then tries again.
const char* make() {
  const sqlite3_vfs* const usual = sqlite3_vfs_find(nullptr);
  if (usual == nullptr)
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
