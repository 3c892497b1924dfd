// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/sqlite.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

#include "common/printable.h"
#include "controller/store/verbatim_vfs.h"

namespace seawind {
namespace {

constexpr int kBusyTimeoutMs = 10'000;
constexpr int kLargestValue = 16 << 20;  // bytes of a text or blob; ours have a few kB
// A scan takes about a thousand steps for each page of 4 KiB, a sort or a join a multiple of it.
constexpr int kStepsBetween = 10'000;  // of the virtual machine, between two calls of spend()
constexpr std::int64_t kCallsAlways = 500;
constexpr std::int64_t kCallsForMiB = 2'000;
constexpr std::size_t kMostChecked = 1'000;     // files that were checked
constexpr std::int64_t kSizeAlways = 64 << 20;  // bytes of a file that count even in holes

/// `system_error`: errno of the failed call, for SQLITE_IOERR and SQLITE_CANTOPEN.
StoreError::Kind kind_of(int code, int system_error) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return StoreError::Kind::kFull;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return system_error == ENOSPC || system_error == EDQUOT ? StoreError::Kind::kFull
                                                              : StoreError::Kind::kOther;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return StoreError::Kind::kBusy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return StoreError::Kind::kCorrupt;
    default:
      return StoreError::Kind::kOther;
  }
}

/// SQLite's progress handler: not 0 interrupts the statement.
int spend(void* charged) {
  Effort* const effort = *static_cast<Effort**>(charged);
  return effort != nullptr && --effort->left < 0 ? 1 : 0;
}

Directory folder_of(const std::string& path) {
  try {
    return Directory(std::filesystem::path(path).parent_path());
  } catch (const Error& error) {
    throw StoreError(StoreError::Kind::kOther, error.what());
  }
}

/// SQLite opens any file of that name. This function refuses anything that is not a regular
/// file, would block, or belongs to another user. SQLite itself follows no link (O_NOFOLLOW).
void require_regular_files(const Directory& directory, const std::string& name, bool read_only) {
  for (const auto* ending : {"", "-wal", "-shm", "-journal"}) {
    const auto found = directory.status_of(name + ending);
    if (!found) continue;
    const char* problem = nullptr;
    if (std::string_view(ending) == "-journal" && found->st_size > 0)
      problem = "it is a rollback journal, and stores have none; move it away";
    if (!S_ISREG(found->st_mode)) problem = "it is not a regular file";
    if (found->st_nlink > 1 && (!read_only || *ending != '\0'))
      problem = "it is a hard link: the file has another name";
    const uid_t owner = directory.status().st_uid;
    if (geteuid() == 0 && found->st_uid != 0 && found->st_uid != owner)
      problem = "it belongs neither to root nor to the owner of the directory";
    if (problem != nullptr)
      throw StoreError(
          StoreError::Kind::kOther,
          fmt::format("cannot open {}: {}", directory.path_of(name + ending), problem));
  }
}

/// Whether this process may not create files in the directory.
bool may_not_write(const Directory& directory) {
  return faccessat(directory.fd(), ".", W_OK, AT_EACCESS) != 0;
}

/// Whether no process has the store open: it would have made `-shm`. SQLite then reads the store
/// without that file, which a process that may not write could not make.
bool is_at_rest(const Directory& directory, const std::string& name) {
  const auto log = directory.status_of(name + "-wal");
  return (!log || log->st_size == 0) && !directory.status_of(name + "-shm");
}

bool can_be_read(sqlite3* handle) {
  const int result =
      sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema LIMIT 1", nullptr, nullptr, nullptr) & 0xff;
  return result != SQLITE_READONLY && result != SQLITE_CANTOPEN;
}

/// A path as a part of a URI.
std::string in_uri(const std::string& path) {
  std::string out;
  for (const char c : path)
    out += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02X}", c) : std::string(1, c);
  return out;
}

}  // namespace

Database::Database(const std::string& path, Mode mode)
    : Database(folder_of(path), std::filesystem::path(path).filename(), mode) {}

Database::Database(const Directory& directory, const std::string& name, Mode mode)
    : directory_(directory.duplicate()), path_(directory.path_of(name)) {
  require_regular_files(directory_, name, mode == Database::Mode::kReadOnly);
  int flags = SQLITE_OPEN_READWRITE;
  if (mode == Mode::kCreate) {
    flags |= SQLITE_OPEN_CREATE;
    // Creates the file with the directory's permissions. -wal and -shm get those of the database.
    if (!directory_.status_of(name)) directory_.create(name);
  }
  // A connection for reading is used by one thread. SQLite's own lock, taken for each value, takes
  // a third of the time to load a campaign.
  if (mode == Mode::kReadOnly) flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
  const bool unwritable = mode == Mode::kReadOnly && may_not_write(directory_);
  // A run of another user that begins or ends meanwhile makes and removes files of its own.
  constexpr int kTries = 20;
  constexpr std::chrono::milliseconds kPause{50};
  for (int tried = 1;; ++tried, std::this_thread::sleep_for(kPause)) {
    open(name, flags, mode, unwritable && is_at_rest(directory_, name));
    if (!unwritable || tried == kTries || can_be_read(handle_)) return;
    sqlite3_close_v2(std::exchange(handle_, nullptr));
  }
}

void Database::open(const std::string& name, int flags, Mode mode, bool immutable) {
  std::string file = directory_.by_descriptor() / name;
  if (immutable) {
    flags |= SQLITE_OPEN_URI;
    file = "file:" + in_uri(file) + "?immutable=1";
  }
  const int result = sqlite3_open_v2(file.c_str(), &handle_, flags, verbatim_vfs());
  if (result != SQLITE_OK) {
    const std::string reason = sqlite3_errmsg(handle_);
    const int system_error = sqlite3_system_errno(handle_);
    sqlite3_close(std::exchange(handle_, nullptr));
    throw StoreError(kind_of(result, system_error), "cannot open " + path_ + ": " + reason);
  }
  sqlite3_busy_timeout(handle_, kBusyTimeoutMs);
  if (mode == Mode::kCreate) return;
  try {
    restrict();
  } catch (...) {
    sqlite3_close_v2(std::exchange(handle_, nullptr));
    throw;
  }
}

void Database::restrict() const {
  for (const auto& [option, wanted] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                       {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                       {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}})
    sqlite3_db_config(handle_, option, wanted, nullptr);
  sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kLargestValue);
  sqlite3_progress_handler(handle_, kStepsBetween, spend, charged_.get());
}

void Database::require_whole() {
  using Moment = std::pair<time_t, long>;
  static std::mutex mutex;
  static std::map<std::pair<dev_t, ino_t>, std::tuple<Moment, Moment, off_t>> checked;
  const auto file = directory_.status_of(std::filesystem::path(path_).filename());
  if (!file) return;
  const std::pair identity{file->st_dev, file->st_ino};
  const std::tuple state{Moment{file->st_mtim.tv_sec, file->st_mtim.tv_nsec},
                         Moment{file->st_ctim.tv_sec, file->st_ctim.tv_nsec}, file->st_size};
  {
    const std::lock_guard lock(mutex);
    if (const auto found = checked.find(identity); found != checked.end() && found->second == state)
      return;
  }
  auto check = prepare("PRAGMA quick_check(1)");
  if (check.step() && check.text_view(0) != "ok") {
    const std::string_view found = check.text_view(0);  // "*** in database main ***\nPage 9: ..."
    const bool read = found.find("unable to get the page") == found.npos;
    throw StoreError(read ? StoreError::Kind::kCorrupt : StoreError::Kind::kOther,
                     fmt::format("cannot open {}: {}: {}", path_,
                                 read ? "the file is damaged" : "not all of it can be read",
                                 excerpt(found.substr(found.rfind('\n') + 1), 200)));
  }
  const std::lock_guard lock(mutex);
  if (checked.size() >= kMostChecked) checked.clear();
  checked[identity] = state;
}

Effort Database::effort() const {
  std::int64_t bytes = 0;
  const std::string file = std::filesystem::path(path_).filename();
  for (const auto* ending : {"", "-wal"}) {
    struct stat found {};
    if (fstatat(directory_.fd(), (file + ending).c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    // Holes of a sparse file add nothing to the budget. File systems that compress, or allocate
    // late, report few blocks for a file that has content.
    bytes += std::min<std::int64_t>(found.st_size,
                                    std::max<std::int64_t>(512 * found.st_blocks, kSizeAlways));
  }
  return {kCallsAlways + kCallsForMiB * (bytes >> 20)};
}

Database::~Database() {
  sqlite3_close_v2(handle_);
}

void Database::fail(const std::string& tried) const {
  if (sqlite3_errcode(handle_) == SQLITE_INTERRUPT)
    throw StoreError(StoreError::Kind::kCorrupt,
                     fmt::format("cannot {} {}: the query exceeded the step limit for a file of "
                                 "this size; the file may be damaged",
                                 tried, path_));
  throw StoreError(kind_of(sqlite3_extended_errcode(handle_), sqlite3_system_errno(handle_)),
                   "cannot " + tried + " " + path_ + ": " + sqlite3_errmsg(handle_));
}

void Database::wait_for_locks(std::chrono::milliseconds most) {
  sqlite3_busy_timeout(handle_, static_cast<int>(most.count()));
}

void Database::execute(const std::string& sql) {
  Effort own = effort();
  charge(own);
  const struct Uncharge {
    Effort** charged;
    ~Uncharge() { *charged = nullptr; }
  } uncharge{charged_.get()};
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail("write to");
}

Statement Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) !=
      SQLITE_OK)
    fail("use");
  return {*this, statement};
}

std::int64_t Database::last_insert_id() const {
  return sqlite3_last_insert_rowid(handle_);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Statement::check(int result) const {
  if (result != SQLITE_OK) database_.fail("write to");
}

Statement& Statement::bind(std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}

Statement& Statement::bind(double value) {
  check(sqlite3_bind_double(statement_.get(), ++bound_, value));
  return *this;
}

Statement& Statement::bind(std::string_view value) {
  check(sqlite3_bind_text64(statement_.get(), ++bound_, value.data() ? value.data() : "",
                            value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(std::span<const std::byte> blob) {
  check(sqlite3_bind_blob64(statement_.get(), ++bound_,
                            blob.empty() ? "" : static_cast<const void*>(blob.data()), blob.size(),
                            SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind_null() {
  check(sqlite3_bind_null(statement_.get(), ++bound_));
  return *this;
}

bool Statement::step() {
  database_.charge(effort_);
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE)
    database_.fail(sqlite3_stmt_readonly(statement_.get()) != 0 ? "read" : "write to");
  return false;
}

Statement& Statement::bind(const Statement& other, int column) {
  check(sqlite3_bind_value(statement_.get(), ++bound_,
                           sqlite3_column_value(other.statement_.get(), column)));
  return *this;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  bound_ = 0;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

int Statement::columns() const {
  return sqlite3_column_count(statement_.get());
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const auto* text = sqlite3_column_text(statement_.get(), column);
  return text ? printable(reinterpret_cast<const char*>(text)) : "";
}

std::string_view Statement::text_view(int column) const {
  const auto* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const StoreError&) {  // SQLite has rolled back already after some errors
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace seawind
