// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/net_sandbox.h"

#include <unistd.h>

#include "namespaces/veth.h"

namespace seawind::test {
namespace {

void become_root() {
  static const bool root = [] {
    if (::geteuid() != 0) enter_user_namespace();
    return true;
  }();
  (void)root;
}

}  // namespace

NetNamespace::NetNamespace() {
  become_root();
  fd_ = make_network_namespace();
}

OneLinkBed::OneLinkBed() {
  make_veth_pair({.network_namespace = fixed.fd(), .name = "eth0", .address = "10.0.0.1/24"},
                 {.network_namespace = relay.fd(), .name = "fixed0"});
  make_veth_pair({.network_namespace = mobile.fd(), .name = "eth0", .address = "10.0.0.2/24"},
                 {.network_namespace = relay.fd(), .name = "mobile0"});
}

}  // namespace seawind::test
