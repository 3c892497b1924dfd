// SPDX-License-Identifier: GPL-3.0-or-later
// What the user gave is wrong: exit code 2, where other errors are 3.
#pragma once

#include "common/error.h"

namespace seawind {

class InputError : public Error {
 public:
  using Error::Error;
};

}  // namespace seawind
