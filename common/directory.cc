// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <utility>

#include "common/beneath.h"
#include "common/error.h"
#include "common/remove_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

constexpr int kDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr mode_t kPermissions = 0777;
constexpr mode_t kOfFiles = 0666;
constexpr std::size_t kRandomDigits = 16;

SystemError not_a_file(const std::string& tried, const char* what) {
  return {"cannot " + tried + ": it is " + what, ELOOP};
}

/// A symbolic link is the usual reason for ELOOP here, and the kernel's text misleads.
SystemError open_error(const std::string& tried) {
  if (errno == ELOOP) return not_a_file(tried, "a symbolic link, or lies behind one");
  return system_error(tried);
}

/// The directory that contains the last component of a name, and that component.
struct Place {
  Fd held;  // empty: the directory itself
  int directory;
  std::string last;
};

Place place_of(const Directory& root, const std::string& name, const std::string& tried) {
  const fs::path path(name);
  const fs::path last = path.filename();
  if (last.empty() || last == "." || last == "..") throw system_error(tried, EINVAL);
  if (path == last) return {Fd(), root.fd(), name};
  Fd held(open_beneath(root.fd(), path.parent_path(), O_PATH | O_DIRECTORY));
  if (!held) throw open_error(tried);
  const int fd = held.get();
  return {std::move(held), fd, last};
}

/// A /proc/self/fd path is meaningless in a message.
fs::path shown_as(const fs::path& path) {
  std::error_code none;
  if (!path.native().starts_with("/proc/self/fd/")) return path;
  const fs::path called = fs::read_symlink(path, none);
  return none ? path : called;
}

}  // namespace

Directory::Directory(const fs::path& path)
    : Directory(Fd(::open(path.empty() ? "." : path.c_str(), kDirectory)), shown_as(path)) {}

Directory::Directory(Fd fd, fs::path path) : path_(std::move(path)), fd_(std::move(fd)) {
  if (!fd_ || fstat(fd_.get(), &status_) != 0)
    throw open_error("open the directory " + path_.string());
}

fs::path by_descriptor(const Fd& fd) {
  return fmt::format("/proc/self/fd/{}", fd.get());
}

fs::path Directory::by_descriptor() const {
  return seawind::by_descriptor(fd_);
}

Directory Directory::duplicate() const {
  return {Fd(fcntl(fd_.get(), F_DUPFD_CLOEXEC, 0)), path_};
}

std::optional<struct stat> Directory::status_of(const std::string& name) const {
  const Fd fd(open_beneath(fd_.get(), name, O_PATH));
  struct stat found {};
  if (fd && fstat(fd.get(), &found) == 0) return found;
  if (errno == ENOENT) return {};
  // openat2 opens no symbolic link, not even with O_PATH.
  const auto place = place_of(*this, name, "read the status of " + path_of(name));
  if (fstatat(place.directory, place.last.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0) return found;
  if (errno == ENOENT) return {};
  throw system_error("read the status of " + path_of(name));
}

std::optional<std::vector<std::string>> names_in(int directory) {
  // Reads through a separate descriptor, because the read position belongs to the open file.
  const int fd = openat(directory, ".", kDirectory);
  const std::unique_ptr<DIR, int (*)(DIR*)> list(fd < 0 ? nullptr : fdopendir(fd), closedir);
  if (!list) return std::nullopt;
  std::vector<std::string> names;
  const auto next = [&list] {
    errno = 0;
    return readdir(list.get());
  };
  while (const dirent* entry = next()) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  if (errno != 0) return std::nullopt;
  return names;
}

std::vector<std::string> Directory::names() const {
  std::optional<std::vector<std::string>> names = names_in(fd());
  if (!names) throw system_error("list " + path_.string());
  return std::move(*names);
}

Directory Directory::open(const std::string& name) const {
  return {Fd(open_beneath(fd_.get(), name, kDirectory)), path_ / name};
}

Directory Directory::make(const std::string& name) const {
  Directory made = make(name, status_.st_mode & kPermissions);
  chown_to_owner(made.fd());
  if (fstat(made.fd(), &made.status_) != 0) throw system_error("examine " + path_of(name));
  return made;
}

Directory Directory::make(const std::string& name, mode_t mode) const {
  const std::string tried = "make the directory " + path_of(name);
  const auto place = place_of(*this, name, tried);
  if (mkdirat(place.directory, place.last.c_str(), mode) != 0) throw system_error(tried);
  return {Fd(open_beneath(place.directory, place.last, kDirectory)), path_ / name};
}

Directory Directory::open_or_make(const std::string& name, std::optional<mode_t> mode) const {
  if (status_of(name)) return open(name);
  try {
    return mode ? make(name, *mode) : make(name);
  } catch (const SystemError& error) {
    if (error.number() != EEXIST) throw;
  }
  return open(name);  // another process has made it
}

Fd Directory::open_file(const std::string& name, int flags, const char* verb) const {
  const std::string tried = fmt::format("{} {}", verb, path_of(name));
  // Without O_NONBLOCK, open() would block on a FIFO.
  Fd fd(open_beneath(fd_.get(), name, flags | O_NONBLOCK | O_NOCTTY, status_.st_mode & kOfFiles));
  if (!fd) throw open_error(tried);
  struct stat found {};
  if (fstat(fd.get(), &found) != 0) throw system_error(tried);
  if (!S_ISREG(found.st_mode)) throw not_a_file(tried, "not a regular file");
  if ((flags & O_ACCMODE) != O_RDONLY && found.st_nlink > 1)
    throw not_a_file(tried, "a hard link: the file has another name");
  if (fcntl(fd.get(), F_SETFL, flags & O_APPEND) != 0) throw system_error(tried);
  return fd;
}

/// Effective for root only; without the right to change it, the owner stays.
void Directory::chown_to_owner(int fd) const {
  if (geteuid() != 0 || status_.st_uid == 0) return;
  struct stat found {};
  if (fstat(fd, &found) == 0 && found.st_uid == 0)
    (void)!fchown(fd, status_.st_uid, status_.st_gid);
}

Fd Directory::read(const std::string& name) const {
  return open_file(name, O_RDONLY, "read");
}

std::string Directory::read_text(const std::string& name, std::size_t limit) const {
  const Fd fd = read(name);
  std::optional<std::string> text = read_all(fd.get(), limit);
  if (!text) throw system_error("read " + path_of(name));
  if (text->size() > limit)
    throw Error(fmt::format("cannot read {}: it is longer than {} bytes", path_of(name), limit));
  return std::move(*text);
}

Fd Directory::create(const std::string& name) const {
  Fd fd = open_file(name, O_RDWR | O_CREAT | O_EXCL, "create");
  chown_to_owner(fd.get());
  return fd;
}

/// Changes the owner of new files only: the directory's owner may have moved a file of root here.
Fd Directory::open_or_create_file(const std::string& name, int flags, const char* verb) const {
  constexpr int kTries = 1000;  // the file may be created or removed between two steps
  for (int i = 1;; ++i) {
    try {
      return open_file(name, flags, verb);
    } catch (const SystemError& error) {
      if (error.number() != ENOENT) throw;
    }
    try {
      Fd fd = open_file(name, flags | O_CREAT | O_EXCL, verb);
      chown_to_owner(fd.get());
      return fd;
    } catch (const SystemError& error) {
      if (error.number() != EEXIST || i == kTries) throw;
    }
  }
}

Fd Directory::append(const std::string& name) const {
  return open_or_create_file(name, O_WRONLY | O_APPEND, "write");
}

Fd Directory::open_or_create(const std::string& name) const {
  return open_or_create_file(name, O_RDWR, "open");
}

void Directory::write_new(const std::string& name, const std::string& text) const {
  const Fd fd = create(name);
  if (!write_all(fd.get(), text)) throw system_error("write " + path_of(name));
}

void Directory::replace(const std::string& name, const std::string& text) const {
  replace(name, text, false);
}

void Directory::replace_durably(const std::string& name, const std::string& text) const {
  replace(name, text, true);
  flush();
}

void Directory::replace(const std::string& name, const std::string& text, bool flushed) const {
  const std::string beside = name_beside(name);
  try {
    const Fd fd = create(beside);
    if (!write_all(fd.get(), text) || (flushed && fsync(fd.get()) != 0))
      throw system_error("write " + path_of(name));
    rename_over(beside, *this, name);
  } catch (const Error&) {
    unlinkat(fd_.get(), beside.c_str(), 0);
    throw;
  }
}

bool Directory::remove(const std::string& name) const {
  const std::string tried = "remove " + path_of(name);
  const auto place = place_of(*this, name, tried);
  if (unlinkat(place.directory, place.last.c_str(), 0) == 0) return true;
  if (errno != ENOENT) throw system_error(tried);
  return false;
}

bool Directory::remove_empty(const std::string& name) const {
  const std::string tried = "remove " + path_of(name);
  const auto place = place_of(*this, name, tried);
  if (unlinkat(place.directory, place.last.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT)
    return true;
  if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) return false;
  throw system_error(tried);
}

void Directory::remove_tree(const std::string& name) const {
  const std::string tried = "remove " + path_of(name);
  const auto place = place_of(*this, name, tried);
  remove_tree_at(place.directory, place.last, path_of(name));
}

void Directory::rename(const std::string& name, const Directory& to,
                       const std::string& new_name) const {
  const std::string tried = fmt::format("rename {} to {}", path_of(name), to.path_of(new_name));
  const auto from_place = place_of(*this, name, tried);
  const auto to_place = place_of(to, new_name, tried);
  if (renameat2(from_place.directory, from_place.last.c_str(), to_place.directory,
                to_place.last.c_str(), RENAME_NOREPLACE) == 0)
    return;
  if (errno != EINVAL && errno != ENOSYS) throw system_error(tried);
  // The file system lacks RENAME_NOREPLACE. rename() itself refuses to replace a non-empty
  // directory.
  if (to.status_of(new_name)) throw system_error(tried, EEXIST);
  rename_over(name, to, new_name);
}

void Directory::rename_over(const std::string& name, const Directory& to,
                            const std::string& new_name) const {
  const std::string tried = fmt::format("rename {} to {}", path_of(name), to.path_of(new_name));
  const auto from_place = place_of(*this, name, tried);
  const auto to_place = place_of(to, new_name, tried);
  if (renameat(from_place.directory, from_place.last.c_str(), to_place.directory,
               to_place.last.c_str()) != 0)
    throw system_error(tried);
}

void Directory::flush() const {
  if (fsync(fd_.get()) != 0) throw system_error("flush " + path_.string() + " to the disk");
}

void Directory::flush_all() const {
  for (const auto& name : names()) {
    const auto found = status_of(name);
    if (!found || !S_ISREG(found->st_mode)) continue;
    const Fd fd = read(name);
    if (fsync(fd.get()) != 0) throw system_error("flush " + path_of(name) + " to the disk");
  }
  flush();
}

void Directory::chown_like(const Directory& other) const {
  for (const auto& name : names()) {
    const auto found = status_of(name);
    if (found && S_ISREG(found->st_mode) && found->st_nlink == 1)
      other.chown_to_owner(read(name).get());
  }
  other.chown_to_owner(fd_.get());
}

std::string name_beside(const std::string& name) {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    throw system_error("draw a random name");
  return fmt::format("{}.{:016x}.new", name, number);
}

bool is_beside(const std::string& candidate, const std::string& name) {
  constexpr std::string_view kEnd = ".new";
  if (candidate.size() != name.size() + 1 + kRandomDigits + kEnd.size()) return false;
  if (!candidate.starts_with(name + ".") || !candidate.ends_with(kEnd)) return false;
  return candidate.find_first_not_of("0123456789abcdef", name.size() + 1) ==
         candidate.size() - kEnd.size();
}

namespace {

/// Renaming over a device, FIFO or socket, or a link to one, would destroy it for all users
/// (`-o /dev/null`, `-o /dev/stdout`).
void require_replaceable(mode_t mode, const fs::path& shown) {
  if (!S_ISREG(mode))
    throw Error("cannot write " + shown.string() +
                ": something other than a file is there; name another file");
}

}  // namespace

void Directory::require_replaceable(const std::string& name) const {
  if (const auto found = status_of(name))
    seawind::require_replaceable(found->st_mode, path_of(name));
}

TemporaryFile::TemporaryFile(fs::path target)
    : target_(std::move(target)), path_(target_.parent_path() / name_beside(target_.filename())) {
  struct stat found {};
  if (lstat(target_.c_str(), &found) == 0) require_replaceable(found.st_mode, target_);
  const Fd fd(
      ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kOfFiles));
  if (!fd) throw system_error("create " + target_.string());
}

TemporaryFile::~TemporaryFile() {
  if (!published_) ::unlink(path_.c_str());
}

void TemporaryFile::publish() {
  if (std::rename(path_.c_str(), target_.c_str()) != 0)
    throw system_error("write " + target_.string());
  published_ = true;
}

}  // namespace seawind
