// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/persistency.h"

#include <algorithm>

namespace seawind {

PersistencyTable::PersistencyTable(const std::vector<PersistencyClass>& classes) {
  by_dscp_.fill(kNone);
  by_protocol_.fill(kNone);
  for (std::size_t i = std::min<std::size_t>(classes.size(), kNone); i-- > 0;) {
    for (const std::uint8_t dscp : classes[i].dscp) {
      by_dscp_.at(dscp) = static_cast<std::uint8_t>(i);
    }
    for (const std::uint8_t protocol : classes[i].protocols) {
      by_protocol_[protocol] = static_cast<std::uint8_t>(i);
    }
  }
}

}  // namespace seawind
