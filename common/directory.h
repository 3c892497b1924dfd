// SPDX-License-Identifier: GPL-3.0-or-later
// A directory held by its descriptor. What is opened, made, renamed or removed through it lies
// beneath it, whatever happens to the names that lead to it, and no symbolic link is followed: a
// directory that another user can change is safe to write in, as root too.
//
// Files are regular files; a FIFO, a device or a socket in the place of one is an error and never
// waited for. A file that is written must have one name only (a hard link may be another user's
// file). New files and directories get the permissions of their directory, less the umask; what
// root makes in another user's directory belongs to that user.
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
  /// Opens `path`, which is the user's own word: links in it are followed.
  explicit Directory(const std::filesystem::path& path);

  /// For messages; what the directory was called when it was opened.
  const std::filesystem::path& path() const { return path_; }
  /// After it has been renamed.
  void set_path(std::filesystem::path path) { path_ = std::move(path); }
  std::string path_of(const std::string& name) const { return (path_ / name).string(); }
  int fd() const { return fd_.get(); }
  /// A path that leads this process here as long as this object lives, for libraries that take
  /// nothing else.
  std::filesystem::path by_descriptor() const;
  /// Another descriptor of the same directory.
  Directory again() const;
  const struct stat& status() const { return status_; }
  /// Of the name itself, be it a link; nothing when there is none.
  std::optional<struct stat> status_of(const std::string& name) const;
  std::vector<std::string> names() const;

  Directory open(const std::string& name) const;
  /// A new directory; there must be nothing of that name.
  Directory make(const std::string& name) const;
  /// The same with permissions of its own (less the umask), owned by us.
  Directory make(const std::string& name, mode_t mode) const;
  Directory open_or_make(const std::string& name) const;

  Fd read(const std::string& name) const;
  /// At most `limit` bytes; a longer file is an error.
  std::string read_text(const std::string& name, std::size_t limit = std::size_t{1} << 30U) const;
  /// A new file to write; there must be nothing of that name.
  Fd create(const std::string& name) const;
  /// A file to append to, made when absent.
  Fd append(const std::string& name) const;
  /// A file to read, write and lock, made when absent; never shortened.
  Fd open_or_create(const std::string& name) const;
  /// A new file with this content; not flushed to the disk.
  void write_new(const std::string& name, const std::string& text) const;
  /// Replaces the file as a whole, for readers at any time; not flushed to the disk. Whatever has
  /// the name is replaced, not followed.
  void replace(const std::string& name, const std::string& text) const;

  /// A file or the link itself. False: there was none.
  bool remove(const std::string& name) const;
  /// False: it is not empty, or no directory. True as well when there is none.
  bool remove_empty(const std::string& name) const;
  /// With all that is in it. Removes links, not what they lead to; stops with an error at a mount
  /// point. Nothing happens when there is none.
  void remove_tree(const std::string& name) const;
  /// There must be nothing called `new_name` in `to`.
  void rename(const std::string& name, const Directory& to, const std::string& new_name) const;
  /// Replaces a file, or an empty directory by a directory.
  void rename_over(const std::string& name, const Directory& to, const std::string& new_name) const;

  /// Flushes the directory's entries to the disk.
  void flush() const;
  /// Flushes its files and its entries.
  void flush_all() const;
  /// What root has made, the directory and its files, then belongs to the owner of `other`.
  void give_to_owner_of(const Directory& other) const;

 private:
  Directory(Fd fd, std::filesystem::path path);
  Fd open_file(const std::string& name, int flags, const char* tried) const;
  void give_away(int fd) const;

  std::filesystem::path path_;
  Fd fd_;
  struct stat status_ {};
};

/// A path that opens the very file this process holds as `fd`.
std::filesystem::path by_descriptor(const Fd& fd);

/// A name for a new file beside `name`: nobody can foresee it.
std::string name_beside(const std::string& name);
/// Whether name_beside(name) may have given `candidate`.
bool is_beside(const std::string& candidate, const std::string& name);
/// A new, empty file beside `target`, to be written and renamed over it.
std::filesystem::path make_beside(const std::filesystem::path& target);

}  // namespace seawind
