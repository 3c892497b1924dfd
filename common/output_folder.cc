// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/output_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "common/error.h"

namespace seawind {
namespace {

std::optional<uid_t> user_behind_sudo() {
  const char* given = std::getenv("SUDO_UID");
  if (geteuid() != 0 || given == nullptr) return {};
  const std::string_view text(given);
  uid_t user = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), user);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return user;
}

void require_ours(const Directory& folder, const Directory& parent) {
  const uid_t owner = folder.status().st_uid;
  if (owner != geteuid() && owner != parent.status().st_uid && owner != user_behind_sudo())
    throw Error(
        fmt::format("cannot write in {}: the folder belongs to user {}, who could exchange what "
                    "is written; name another output",
                    folder.path().string(), owner));
}

}  // namespace

Directory open_or_make_output(const Directory& parent, const std::string& name) {
  Directory folder = parent.open_or_make(name);
  require_ours(folder, parent);
  return folder;
}

Directory open_or_make_output(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw system_error("create " + folder.string(), problem.value());
  Directory made(folder);
  const Directory parent(made.by_descriptor() / "..");
  constexpr mode_t kShared = S_ISVTX | S_IWOTH;
  if ((parent.status().st_mode & kShared) == kShared) require_ours(made, parent);
  return made;
}

}  // namespace seawind
