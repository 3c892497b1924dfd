// SPDX-License-Identifier: GPL-3.0-or-later
// The link send buffer (LSB): what its frames take of its limit (link-model section 3,
// link_send_buffer_size; Q2). The frames themselves live in the link's ring; the order in which
// their bytes come and go is the link's (link.h).
#pragma once

#include "emulator/core/limit.h"

namespace seawind {

class SendBuffer {
 public:
  /// Whether a packet may enter now: when the whole of it fits, or when the buffer is empty, since
  /// one larger than the whole buffer would otherwise wait for ever.
  bool admits(std::int64_t size, const BufferLimit& limit) const {
    return fill_.packets == 0 || fill_.fits(size, limit);
  }
  void enter(std::int64_t size) { fill_.add(size); }
  void leave(std::int64_t size) { fill_.remove(size); }
  std::int64_t bytes() const { return fill_.bytes; }

 private:
  Fill fill_;
};

}  // namespace seawind
