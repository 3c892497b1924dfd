// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an interface of the caller's network namespace is free for a link: nobody else's packets
// may pass it, and one link at most has it.
#pragma once

#include <string>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

/// What else uses an interface, and what to do: it is a loopback interface, has an address, or is
/// in a bridge or a bond. Empty: nothing. Throws Error, also if there is none.
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
  /// there is none.
  explicit InterfaceLock(const std::string& interface);

 private:
  Fd socket_;
};

}  // namespace seawind
