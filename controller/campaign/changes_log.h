// SPDX-License-Identifier: GPL-3.0-or-later
// changes.jsonl beside an attempt's logs: who changed its link by hand, when, and what. One JSON
// object a line.
#pragma once

#include <string>

#include "common/directory.h"
#include "controller/campaign/live_link.h"

namespace seawind {

class ChangesLog {
 public:
  /// Opens the log of an attempt that is under way before the change is made, so that it is the
  /// right one however the attempt ends meanwhile. Throws Error: then nothing must be changed.
  /// `attempt`: its directory, relative to the campaign's; one that leads out is refused.
  ChangesLog(const Directory& campaign, const std::string& attempt);
  ~ChangesLog();  // leaves no empty file
  ChangesLog(const ChangesLog&) = delete;
  ChangesLog& operator=(const ChangesLog&) = delete;

  /// Throws Error; the change has been made.
  void add(const LinkChangeWish& wish, const LinkChangeDone& done);

 private:
  Directory attempt_;
  Fd fd_;
};

/// What is written: `who` as "user@host (program)".
std::string change_to_json(const LinkChangeWish& wish, const LinkChangeDone& done,
                           const std::string& who, std::int64_t unix_ns);

}  // namespace seawind
