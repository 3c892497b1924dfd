// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fault_vfs.h"

#include <sqlite3.h>

#include <cstdlib>
#include <new>

namespace seawind::test {
namespace {

struct State {
  const SqliteFault* fault = nullptr;  // null: nothing fails
  int at = 0;
  bool for_good = false;
  int uses = 0;
};
State state;
sqlite3_vfs* real_vfs = nullptr;
sqlite3_mem_methods real_memory;

bool fails(SqliteCall call) {
  if (state.fault == nullptr || state.fault->call != call) return false;
  ++state.uses;
  return state.for_good ? state.uses >= state.at : state.uses == state.at;
}

/// The file object given to SQLite; the real file object follows it in memory.
struct File {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_file* real(sqlite3_file* file) {
  return reinterpret_cast<File*>(file)->real();
}

/// A method of a file that is passed on, unless `call` fails now.
template <SqliteCall call, auto method, typename... Arguments>
int may_fail(sqlite3_file* file, Arguments... arguments) {
  if (fails(call)) return state.fault->code;
  return (real(file)->pMethods->*method)(real(file), arguments...);
}
/// A method that cannot fail, or whose failure SQLite ignores.
template <auto method, typename... Arguments>
int passed_on(sqlite3_file* file, Arguments... arguments) {
  return (real(file)->pMethods->*method)(real(file), arguments...);
}

/// No data have to survive a crash of the machine.
int sync(sqlite3_file*, int) {
  return fails(SqliteCall::kSync) ? state.fault->code : SQLITE_OK;
}

/// Releasing a lock cannot fail.
int shm_lock(sqlite3_file* file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_LOCK) != 0 && fails(SqliteCall::kShmLock)) return state.fault->code;
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

void shm_barrier(sqlite3_file* file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

using Io = sqlite3_io_methods;
const Io kMethods{
    .iVersion = 2,
    .xClose = passed_on<&Io::xClose>,
    .xRead = may_fail<SqliteCall::kRead, &Io::xRead, void*, int, sqlite3_int64>,
    .xWrite = may_fail<SqliteCall::kWrite, &Io::xWrite, const void*, int, sqlite3_int64>,
    .xTruncate = may_fail<SqliteCall::kTruncate, &Io::xTruncate, sqlite3_int64>,
    .xSync = sync,
    .xFileSize = may_fail<SqliteCall::kFileSize, &Io::xFileSize, sqlite3_int64*>,
    .xLock = may_fail<SqliteCall::kLock, &Io::xLock, int>,
    .xUnlock = passed_on<&Io::xUnlock, int>,
    .xCheckReservedLock = may_fail<SqliteCall::kLock, &Io::xCheckReservedLock, int*>,
    .xFileControl = passed_on<&Io::xFileControl, int, void*>,
    .xSectorSize = passed_on<&Io::xSectorSize>,
    .xDeviceCharacteristics = passed_on<&Io::xDeviceCharacteristics>,
    .xShmMap = may_fail<SqliteCall::kShmMap, &Io::xShmMap, int, int, int, void volatile**>,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = passed_on<&Io::xShmUnmap, int>,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;  // SQLite does not close a file whose opening failed
  if (fails(SqliteCall::kOpen)) return state.fault->code;
  const int result = real_vfs->xOpen(real_vfs, name, real(file), flags, out_flags);
  if (real(file)->pMethods != nullptr) file->pMethods = &kMethods;
  return result;
}

int remove(sqlite3_vfs*, const char* name, int sync_directory) {
  if (fails(SqliteCall::kDelete)) return state.fault->code;
  return real_vfs->xDelete(real_vfs, name, sync_directory);
}

int access(sqlite3_vfs*, const char* name, int flags, int* result) {
  if (fails(SqliteCall::kAccess)) return state.fault->code;
  return real_vfs->xAccess(real_vfs, name, flags, result);
}

int full_pathname(sqlite3_vfs*, const char* name, int size, char* out) {
  return real_vfs->xFullPathname(real_vfs, name, size, out);
}

void* allocate(int size) {
  return fails(SqliteCall::kAllocate) ? nullptr : real_memory.xMalloc(size);
}
void* reallocate(void* old, int size) {
  return fails(SqliteCall::kAllocate) ? nullptr : real_memory.xRealloc(old, size);
}

}  // namespace

const std::vector<SqliteFault>& sqlite_faults() {
  using enum SqliteCall;
  static const std::vector<SqliteFault> all{
      {kOpen, "open CANTOPEN", SQLITE_CANTOPEN},
      {kDelete, "delete IOERR", SQLITE_IOERR_DELETE},
      {kAccess, "access IOERR", SQLITE_IOERR_ACCESS},
      {kRead, "read IOERR", SQLITE_IOERR_READ},
      {kWrite, "write FULL", SQLITE_FULL},
      {kWrite, "write IOERR", SQLITE_IOERR_WRITE},
      {kTruncate, "truncate IOERR", SQLITE_IOERR_TRUNCATE},
      {kSync, "sync IOERR", SQLITE_IOERR_FSYNC},
      {kFileSize, "file size IOERR", SQLITE_IOERR_FSTAT},
      {kLock, "lock BUSY", SQLITE_BUSY},
      {kLock, "lock IOERR", SQLITE_IOERR_LOCK},
      {kShmMap, "shared memory IOERR", SQLITE_IOERR_SHMMAP},
      {kShmMap, "shared memory NOMEM", SQLITE_NOMEM},
      {kShmLock, "shared lock BUSY", SQLITE_BUSY},
      {kShmLock, "shared lock IOERR", SQLITE_IOERR_SHMLOCK},
      {kAllocate, "allocate NOMEM", SQLITE_NOMEM},
  };
  return all;
}

void install_sqlite_faults() {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) != SQLITE_OK) std::abort();
  sqlite3_mem_methods memory = real_memory;
  memory.xMalloc = allocate;
  memory.xRealloc = reallocate;
  // SQLite's own memory pool would hide most allocations.
  if (sqlite3_config(SQLITE_CONFIG_MALLOC, &memory) != SQLITE_OK ||
      sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK)
    std::abort();
  real_vfs = sqlite3_vfs_find(nullptr);
  static sqlite3_vfs failing = *real_vfs;
  failing.zName = "failing";
  failing.pNext = nullptr;
  failing.szOsFile = static_cast<int>(sizeof(File)) + real_vfs->szOsFile;
  failing.xOpen = open;
  failing.xDelete = remove;
  failing.xAccess = access;
  failing.xFullPathname = full_pathname;
  failing.xSleep = [](sqlite3_vfs*, int microseconds) { return microseconds; };
  if (sqlite3_vfs_register(&failing, 1) != SQLITE_OK) std::abort();
}

ArmedSqliteFault::ArmedSqliteFault(const SqliteFault& fault, int at, bool for_good) {
  state = {.fault = &fault, .at = at, .for_good = for_good};
}

ArmedSqliteFault::~ArmedSqliteFault() {
  state = {};
}

bool ArmedSqliteFault::happened() const {
  return state.uses >= state.at;
}

}  // namespace seawind::test
