// SPDX-License-Identifier: GPL-3.0-or-later
// Owns an SQLite connection and its statements: bind in order, step, read columns. Errors throw
// StoreError with the database's path.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "common/directory.h"
#include "common/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace seawind {

/// The store could not be read or written.
class StoreError : public Error {
 public:
  enum class Kind {
    kFull,     // no space left on the device or in the quota
    kBusy,     // another program held a lock for too long
    kCorrupt,  // not a database, or damaged
    kOther,
  };
  StoreError(Kind kind, const std::string& what) : Error(what), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

class Statement;

/// The budget of one statement, in steps of SQLite's virtual machine, derived from the size of the
/// database.
struct Effort {
  std::int64_t left = 0;  // calls of SQLite's progress handler
};

/// One connection. Not thread-safe; the owner must serialize access. Triggers do not fire, views
/// cannot be used, and a statement fails when it takes more steps than the file's size allows.
class Database {
 public:
  enum class Mode { kCreate, kReadWrite, kReadOnly };
  /// Opens the database `name` in the directory. SQLite opens the file, its -wal and its -shm
  /// through the directory's descriptor and follows no link. Anything but a regular file is
  /// refused.
  Database(const Directory& directory, const std::string& name, Mode mode);
  /// Opens the database at `path`, whose folder the user named: it may contain links.
  Database(const std::string& path, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs statements without results, for example a schema.
  void execute(const std::string& sql);
  Statement prepare(std::string_view sql);
  std::int64_t last_insert_id() const;
  /// Throws StoreError if a page is damaged or referenced twice: double references let a small file
  /// cause unbounded reading. Evaluates the CHECK constraints of the file. Takes about 6 ms a MiB,
  /// so a file that did not change is not checked again by this process.
  void require_whole();
  /// Sets how long a statement waits for the locks of others; default 10 s.
  void wait_for_locks(std::chrono::milliseconds most);
  [[noreturn]] void fail(const std::string& tried) const;
  /// The budget of a new statement.
  Effort effort() const;
  /// Charges the statement that steps next to `effort`, which must exist until the next call.
  void charge(Effort& effort) const { *charged_ = &effort; }

 private:
  /// `immutable`: SQLite reads only the file itself, and relies on nobody changing it.
  void open(const std::string& name, int flags, Mode mode, bool immutable);
  void restrict() const;
  Directory directory_;  // through its descriptor SQLite opens further files
  std::string path_;     // for messages
  sqlite3* handle_ = nullptr;
  std::unique_ptr<Effort*> charged_ = std::make_unique<Effort*>(nullptr);
};

/// A prepared statement. Must not outlive its database.
class Statement {
 public:
  Statement(const Database& database, sqlite3_stmt* statement)
      : database_(database), statement_(statement) {}

  /// Binds the next parameter, from the first.
  Statement& bind(std::int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind(std::span<const std::byte> blob);
  Statement& bind_null();
  /// Binds the value in a column of the current row of `other`.
  Statement& bind(const Statement& other, int column);

  /// Advances to the next row. Returns false after the last one.
  bool step();
  /// For statements without rows: runs the statement once and resets it for new values.
  void run();
  /// Ends reading, so that new values can be bound.
  void reset();

  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  /// Valid until the next step.
  std::string_view text_view(int column) const;
  bool is_null(int column) const;
  int columns() const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void check(int result) const;
  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  Effort effort_ = database_.effort();
  int bound_ = 0;
};

/// All changes until commit() take effect together or not at all.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace seawind
