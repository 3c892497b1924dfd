// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/attempt_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <iterator>
#include <utility>

#include "common/error.h"
#include "common/printable.h"
#include "controller/store/layout.h"

namespace seawind {

AttemptFolder::AttemptFolder(std::filesystem::path campaign, std::string name)
    : campaign_(std::move(campaign)), name_(std::move(name)) {
  const std::filesystem::path parts(name_);
  const bool inside = std::distance(parts.begin(), parts.end()) >= 2 &&
                      *parts.begin() == kAttemptsFolder && parts == parts.lexically_normal() &&
                      parts.has_filename();
  if (!inside)
    throw Error(fmt::format("cannot use the attempt `{}` of {}: it does not lie in {}/",
                            excerpt(name_, 80), campaign_.string(), kAttemptsFolder));
}

std::filesystem::path AttemptFolder::path() const {
  return std::filesystem::absolute(campaign_ / name_);
}

std::optional<Directory> AttemptFolder::open() const {
  try {
    return Directory(campaign_).open(name_);
  } catch (const SystemError& error) {
    if (error.number() == ENOENT) return {};
    throw;
  }
}

Fd AttemptFolder::read(const std::string& file) const {
  return Directory(campaign_).open(name_).read(file);
}

EventLogReader AttemptFolder::event_log(EventLogReader::Progress progress) const {
  return {read(kEventLogFile), (path() / kEventLogFile).string(), std::move(progress)};
}

}  // namespace seawind
