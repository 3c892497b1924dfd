// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/staging.h"

#include <sys/stat.h>

#include "common/error.h"
#include "common/marker.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStaging = "making";

Directory open_folder(const fs::path& campaign, const fs::path& folder) {
  Directory directory(campaign);
  for (const auto& part : folder) directory = directory.open_or_make(part);
  return directory;
}

class Staging {
 public:
  explicit Staging(const Directory& folder)
      : folder_(folder), name_(name_beside(kStaging)), made_(make(folder, name_)) {}
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() { remove(); }

  fs::path path() const { return made_.by_descriptor(); }

  void publish() const {
    for (const auto& name : made_.names()) {
      const auto there = folder_.status_of(name);
      // A symbolic link is replaced, not followed: the folder may come from an untrusted source.
      if (name != kMarkerFile && there && !S_ISLNK(there->st_mode))
        folder_.require_replaceable(name);
    }
    for (const auto& name : made_.names()) {
      const auto found = made_.status_of(name);
      if (name == kMarkerFile || !found || !S_ISREG(found->st_mode)) continue;
      // The file must not be readable by more users than the folder is.
      fchmod(made_.read(name).get(), found->st_mode & folder_.status().st_mode & 0666);
    }
    made_.chown_like(folder_);
    for (const auto& name : made_.names())
      if (name != kMarkerFile) made_.rename_over(name, folder_, name);
  }

 private:
  /// Where the disk refuses remove_marked(), removes without its order for power failures.
  void remove() const {
    try {
      remove_marked(folder_, name_);
    } catch (const Error&) {
      try {
        folder_.remove_tree(name_);
      } catch (const Error&) {  // the next call removes it
      }
    }
  }

  static Directory make(const Directory& folder, const std::string& name) {
    for (const auto& left : folder.names())
      if (is_beside(left, kStaging)) remove_unused(folder, left);
    Directory made = make_in_use(folder, name, 0700);
    // A user that may rename files here could have replaced the file.
    if (made.status().st_uid != geteuid())
      throw Error("cannot write in " + folder.path().string() +
                  ": a new directory there belongs to another user");
    return made;
  }

  const Directory& folder_;
  std::string name_;
  Directory made_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

void make_beneath(const fs::path& campaign, const std::string& folder,
                  const std::function<void(const fs::path& directory)>& make) {
  make_in(open_folder(campaign, folder), make);
}

void make_in(const Directory& target, const std::function<void(const fs::path& directory)>& make) {
  const Staging staging(target);
  try {
    make(staging.path());
  } catch (const Error& error) {
    staging.publish();
    throw Error(replaced(error.what(), staging.path(), target.path()));
  } catch (...) {
    staging.publish();
    throw;
  }
  staging.publish();
}

}  // namespace seawind
