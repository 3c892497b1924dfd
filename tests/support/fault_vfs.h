// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite on storage and memory that fail: the default VFS and allocator, in which one call returns
// an error at its N-th use, once or from then on. Sleeping in the VFS returns at once, so that a
// lock that is never released costs no time.
#pragma once

#include <vector>

namespace seawind::test {

enum class SqliteCall {
  kOpen,
  kDelete,
  kAccess,
  kRead,
  kWrite,
  kTruncate,
  kSync,
  kFileSize,
  kLock,
  kShmMap,
  kShmLock,
  kAllocate,
};

struct SqliteFault {
  SqliteCall call;
  const char* name;  // of call and error
  int code;          // result of the call; ignored for an allocation, which returns no memory
};

/// Every call with every error that it may return.
const std::vector<SqliteFault>& sqlite_faults();

/// Makes the failing VFS and allocator those of this process. Call it before any use of SQLite.
void install_sqlite_faults();

/// While this object lives, `fault` happens at the `at`-th use of its call (from 1), and at all
/// later ones if `for_good`. At most one object exists at a time.
class ArmedSqliteFault {
 public:
  ArmedSqliteFault(const SqliteFault& fault, int at, bool for_good);
  ~ArmedSqliteFault();
  ArmedSqliteFault(const ArmedSqliteFault&) = delete;
  ArmedSqliteFault& operator=(const ArmedSqliteFault&) = delete;

  /// Whether the call was used that often.
  bool happened() const;
};

}  // namespace seawind::test
