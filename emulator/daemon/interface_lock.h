// SPDX-License-Identifier: GPL-3.0-or-later
// At most one link, of all daemons in a network namespace, uses an interface.
#pragma once

#include <string>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

class InterfaceTaken : public Error {
 public:
  using Error::Error;
};

/// Holds an abstract UNIX socket named after the interface: such names belong to the network
/// namespace, as interfaces do, and the kernel frees them with their holder.
class InterfaceLock {
 public:
  /// `interface`: the kernel's own name. Throws InterfaceTaken when another holds it.
  explicit InterfaceLock(const std::string& interface);

 private:
  Fd socket_;
};

}  // namespace seawind
