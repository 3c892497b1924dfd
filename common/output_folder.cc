// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/output_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "common/error.h"
#include "common/to_number.h"

namespace seawind {
namespace {

std::optional<uid_t> user_behind_sudo() {
  const char* given = std::getenv("SUDO_UID");
  if (geteuid() != 0 || given == nullptr) return {};
  return to_number<uid_t>(given);
}

/// `its`, `parent`: of the folder `path` and of the one above it.
void require_ours(const std::filesystem::path& path, const struct stat& its,
                  const struct stat& parent) {
  if (its.st_uid != geteuid() && its.st_uid != parent.st_uid && its.st_uid != user_behind_sudo())
    throw Error(
        fmt::format("cannot write in {}: the {} belongs to user {}, who could exchange what "
                    "is written; name another output",
                    path.string(), S_ISLNK(its.st_mode) ? "symbolic link" : "folder", its.st_uid));
}

}  // namespace

void require_ours_where_shared(const std::filesystem::path& folder) {
  constexpr mode_t kShared = S_ISVTX | S_IWOTH;
  std::filesystem::path path;
  for (const auto& part : std::filesystem::absolute(folder)) {
    struct stat parent {};
    struct stat its {};
    const bool shared = stat(path.c_str(), &parent) == 0 && (parent.st_mode & kShared) == kShared;
    path /= part;
    if (shared && lstat(path.c_str(), &its) == 0) require_ours(path, its, parent);
  }
}

Directory open_or_make_output(const Directory& parent, const std::string& name) {
  Directory folder = parent.open_or_make(name);
  require_ours(folder.path(), folder.status(), parent.status());
  return folder;
}

Directory open_output(const std::filesystem::path& folder) {
  if (!folder.empty()) require_ours_where_shared(folder);
  return Directory(folder);
}

Directory open_or_make_output(const std::filesystem::path& folder) {
  if (folder.empty()) return open_output(folder);
  require_ours_where_shared(folder);
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw system_error("create " + folder.string(), problem.value());
  return open_output(folder);  // another may have made it meanwhile
}

}  // namespace seawind
