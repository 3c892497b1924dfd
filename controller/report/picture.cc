// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/picture.h"

namespace seawind {

std::string picture_file(const std::string& text) {
  std::string out = text;
  for (char& c : out) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '_' || c == '-' || (static_cast<unsigned char>(c) & 0x80U);
    if (!plain) c = '-';
  }
  if (out.empty() || out.front() == '.') out.insert(0, 1, '-');
  return out;
}

}  // namespace seawind
