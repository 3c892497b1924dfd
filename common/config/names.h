// SPDX-License-Identifier: GPL-3.0-or-later
// The naming rule for every name in a file, a plan or a message of the control API. Names are used
// in file names, scripts, HTML pages, tables and terminals; a valid name is safe in all of them.
#pragma once

#include <string>
#include <string_view>

#include "common/params.pb.h"

namespace seawind::config {

inline constexpr std::size_t kLongestName = 64;  // characters

/// Returns why `text` is not a valid name of that kind and what is allowed, or empty.
///  - PLAIN_NAME: 1 to 64 of A-Z, a-z, 0-9, `.`, `_`, `-`; the first one is not `.` or `-`. For
///    names of flows, files and links, which become file names or arguments of commands.
///  - NAME also permits letters of Latin, Greek, Cyrillic, kana, Han and Hangul script, `+`, and
///    spaces except at either end.
std::string name_problem(std::string_view text, NameKind kind);

/// The naming rule as an ECMAScript regular expression over bytes, for the JSON Schema. It accepts
/// every non-ASCII character, and for NAME any length and a space at the end.
std::string name_pattern(NameKind kind);

/// "1 to 64 letters, ..."
std::string_view name_rule(NameKind kind);

}  // namespace seawind::config
