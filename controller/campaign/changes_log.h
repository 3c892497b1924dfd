// SPDX-License-Identifier: GPL-3.0-or-later
// changes.jsonl beside an attempt's logs: the changes of its link made by hand, each with the
// requester, the time and the content. One JSON object per line.
#pragma once

#include <string>

#include "common/directory.h"
#include "controller/campaign/live_link.h"

namespace seawind {

class ChangesLog {
 public:
  /// Opens the log of a running attempt. Must be called before the change is made, so that the log
  /// belongs to the right attempt even if that attempt ends in between. `attempt`: its directory,
  /// relative to the campaign's; a path that leads out of the campaign is refused. Throws Error;
  /// the change must then not be made.
  ChangesLog(const Directory& campaign, const std::string& attempt);
  ~ChangesLog();  // leaves no empty file
  ChangesLog(const ChangesLog&) = delete;
  ChangesLog& operator=(const ChangesLog&) = delete;

  /// Appends a change that has been made. Throws Error; the change stays in effect.
  void add(const RequestedChange& request, const AppliedChange& done);

 private:
  Directory attempt_;
  Fd fd_;  // with a shared lock, so that another writer does not remove the file
};

/// One entry as JSON; `who` is "user@host (program)".
std::string change_to_json(const RequestedChange& request, const AppliedChange& done,
                           const std::string& who, std::int64_t unix_ns);

}  // namespace seawind
