// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an interface of the caller's network namespace is free for a link, which needs it for its
// packets alone.
#pragma once

#include <string>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

/// Why a link cannot use an interface, and the remedy: it is a loopback interface, has an address,
/// or is in a bridge or a bond. Empty: it can. Throws Error, also if there is no such interface.
std::string use_problem(const std::string& interface);

class InterfaceTaken : public Error {
 public:
  using Error::Error;
};

/// Holds an interface for a link of seawindd, of `seawind bridge` or of a lab's host, by an
/// abstract UNIX socket named after its number. Such names belong to the network namespace, as
/// interfaces do, and the kernel releases them when their holder exits.
class InterfaceLock {
 public:
  /// `interface`: one of its names. Throws InterfaceTaken if another link holds it, and Error if
  /// it does not exist.
  explicit InterfaceLock(const std::string& interface);

 private:
  Fd socket_;
};

}  // namespace seawind
