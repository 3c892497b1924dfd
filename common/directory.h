// SPDX-License-Identifier: GPL-3.0-or-later
// A directory held by its descriptor. All operations act beneath that directory, even if a path
// leading to it is renamed, and none follows a symbolic link. Root can therefore write safely into
// a directory that another user can change.
//
// Files must be regular files: a FIFO, device or socket is an error, and opening it never blocks. A
// file opened for writing must have exactly one hard link, because a second link may be another
// user's file. New files and directories get the permissions of their directory, less the umask.
// Files that root creates in another user's directory belong to that user.
//
// Names are relative to the directory and may have several components. Errors throw Error.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind {

class Directory {
 public:
  /// Opens `path`. Symbolic links in `path` are followed, because the user gave the path.
  explicit Directory(const std::filesystem::path& path);

  /// The path given to the constructor, for messages.
  const std::filesystem::path& path() const { return path_; }
  /// Sets path() after the directory has been renamed.
  void set_path(std::filesystem::path path) { path_ = std::move(path); }
  std::string path_of(const std::string& name) const { return (path_ / name).string(); }
  int fd() const { return fd_.get(); }
  /// A path by which this process can open the directory during this object's lifetime, for
  /// libraries that accept only paths.
  std::filesystem::path by_descriptor() const;
  /// Returns a second descriptor of the same directory.
  Directory duplicate() const;
  const struct stat& status() const { return status_; }
  /// Status of the entry itself (symbolic links are not followed), or nothing if it does not exist.
  std::optional<struct stat> status_of(const std::string& name) const;
  std::vector<std::string> names() const;

  Directory open(const std::string& name) const;
  /// Creates a directory. The name must not exist.
  Directory make(const std::string& name) const;
  /// Creates a directory with the permissions `mode`, less the umask, owned by this process's user.
  Directory make(const std::string& name, mode_t mode) const;
  /// Opens the directory, or makes it: by make(name, *mode), or by make(name) without a mode.
  Directory open_or_make(const std::string& name, std::optional<mode_t> mode = {}) const;

  Fd read(const std::string& name) const;
  /// Returns the content. A file longer than `limit` bytes is an error.
  std::string read_text(const std::string& name, std::size_t limit = std::size_t{1} << 30U) const;
  /// Creates a file for writing. The name must not exist.
  Fd create(const std::string& name) const;
  /// Opens a file for appending and creates it if absent.
  Fd append(const std::string& name) const;
  /// Opens a file for reading, writing and locking, and creates it if absent. Never truncates it.
  Fd open_or_create(const std::string& name) const;
  /// Creates a file with the content `text`, without flushing it to disk. The name must not exist.
  void write_new(const std::string& name, const std::string& text) const;
  /// Replaces the file atomically, without flushing it to disk. A symbolic link of that name is
  /// replaced, not followed.
  void replace(const std::string& name, const std::string& text) const;
  /// As replace(), and flushes the file and the directory's entries to disk.
  void replace_durably(const std::string& name, const std::string& text) const;

  /// Removes a file, or a symbolic link itself. False if the name does not exist.
  bool remove(const std::string& name) const;
  /// Removes an empty directory. False if it is not empty or not a directory; true if it does not
  /// exist.
  bool remove_empty(const std::string& name) const;
  /// Removes a directory and its content. Removes symbolic links, not their targets. A mount point
  /// is an error. Does nothing if the name does not exist.
  void remove_tree(const std::string& name) const;
  /// Renames an entry. `new_name` must not exist in `to`.
  void rename(const std::string& name, const Directory& to, const std::string& new_name) const;
  /// Renames an entry. Replaces an existing file, or an existing empty directory by a directory.
  void rename_over(const std::string& name, const Directory& to, const std::string& new_name) const;
  /// Throws Error if a device, FIFO, socket, directory or symbolic link has this name: an output
  /// must not replace it.
  void require_replaceable(const std::string& name) const;

  /// Flushes the directory's entries to the disk.
  void flush() const;
  /// Flushes the directory's files and its entries to the disk.
  void flush_all() const;
  /// As root, changes the owner of this directory and its files to the owner of `other`.
  void chown_like(const Directory& other) const;

 private:
  Directory(Fd fd, std::filesystem::path path);
  Fd open_file(const std::string& name, int flags, const char* verb) const;
  Fd open_or_create_file(const std::string& name, int flags, const char* verb) const;
  void chown_to_owner(int fd) const;
  void replace(const std::string& name, const std::string& text, bool flushed) const;

  std::filesystem::path path_;
  Fd fd_;
  struct stat status_ {};
};

/// The names in a directory, without `.` and `..`. Nothing, with errno, if they cannot be read.
std::optional<std::vector<std::string>> names_in(int directory);

/// A path by which this process opens the file of `fd`.
std::filesystem::path by_descriptor(const Fd& fd);

/// An unpredictable name for a temporary file beside `name`.
std::string name_beside(const std::string& name);
/// Whether `candidate` has the form of a name that name_beside(name) returns.
bool is_beside(const std::string& candidate, const std::string& name);

/// A file beside `target`, which publish() renames over it. Without publish() the destructor
/// removes the file. A process that is killed leaves it.
class TemporaryFile {
 public:
  /// Creates it empty. Throws Error if `target` is a device, FIFO, socket, symbolic link or
  /// directory.
  explicit TemporaryFile(std::filesystem::path target);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// The file to write to.
  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& target() const { return target_; }
  /// Renames the file, which is complete, over the target. Throws Error.
  void publish();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
  bool published_ = false;
};

}  // namespace seawind
