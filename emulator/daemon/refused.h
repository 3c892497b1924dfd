// SPDX-License-Identifier: GPL-3.0-or-later
// The rejection of a call of the control interface.
#pragma once

#include <stdexcept>
#include <string>

namespace seawind {

class Refused : public std::runtime_error {
 public:
  enum class Reason { kInvalid, kExists, kNotFound, kCannot, kExhausted, kChanged };
  Refused(Reason reason, const std::string& text) : std::runtime_error(text), reason_(reason) {}
  Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

}  // namespace seawind
