// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/interface_lock.h"

#include "common/unix_address.h"

namespace seawind {

InterfaceLock::InterfaceLock(const std::string& interface)
    : socket_(
          lock_abstract_name("lock interface " + interface, "seawindd/interface/" + interface)) {
  if (!socket_)
    throw InterfaceTaken("cannot use interface " + interface +
                         ": a link of this or of another seawindd uses it");
}

}  // namespace seawind
