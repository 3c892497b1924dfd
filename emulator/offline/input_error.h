// SPDX-License-Identifier: GPL-3.0-or-later
// Invalid input of the user: exit code 2. Other errors have exit code 3.
#pragma once

#include "common/error.h"

namespace seawind {

class InputError : public Error {
 public:
  using Error::Error;
};

}  // namespace seawind
