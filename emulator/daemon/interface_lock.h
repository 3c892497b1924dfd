// SPDX-License-Identifier: GPL-3.0-or-later
// Ensures that an interface is used by at most one link of all daemons in a network namespace.
#pragma once

#include <string>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

class InterfaceTaken : public Error {
 public:
  using Error::Error;
};

/// Holds an abstract UNIX socket named after the interface. Such names belong to the network
/// namespace, as interfaces do, and the kernel releases them when their holder exits.
class InterfaceLock {
 public:
  /// `interface`: the kernel's name. Throws InterfaceTaken if another process holds it.
  explicit InterfaceLock(const std::string& interface);

 private:
  Fd socket_;
};

}  // namespace seawind
