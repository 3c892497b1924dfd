// SPDX-License-Identifier: GPL-3.0-or-later
// The directory of an attempt in a campaign directory that may come from an untrusted source.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "common/directory.h"
#include "common/event_log.h"

namespace seawind {

/// Stores names only. Each call opens the files again, beneath the campaign's directory and without
/// following a symbolic link. A caller reads the descriptor that was checked, so that nothing can
/// be exchanged after the check.
class AttemptFolder {
 public:
  /// `name`: as in the store, "attempts/...". Throws Error for any other name.
  AttemptFolder(std::filesystem::path campaign, std::string name);

  /// Absolute; for messages and for other programs.
  std::filesystem::path path() const;
  /// Nothing when the directory does not exist. Throws Error for a link in its path.
  std::optional<Directory> open() const;
  /// A regular file of the directory. Throws SystemError (ENOENT: removed to save space) or Error.
  Fd read(const std::string& file) const;
  /// The link's event log. Throws as read() and EventLogReader do.
  EventLogReader event_log(EventLogReader::Progress progress = {}) const;

 private:
  std::filesystem::path campaign_;
  std::string name_;
};

}  // namespace seawind
