// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace seawind {

/// A text as a field of CSV (RFC 4180). Spreadsheets evaluate a text that begins with one of
/// `=+-@`, a tab or a carriage return as a formula; a leading apostrophe prevents that.
std::string csv_field(const std::string& text);

}  // namespace seawind
