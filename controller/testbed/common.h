// SPDX-License-Identifier: GPL-3.0-or-later
// What the test beds have in common: the names in a slot, calls of the relay daemon.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <stop_token>
#include <string>

#include "controller/testbed/testbed.h"
#include "namespaces/veth.h"

namespace seawind {

/// The name of a slot's link at the daemon.
std::string link_of_slot(int slot);
/// The names and addresses of a slot; channels and functions are the test bed's.
SlotAccess names_of_slot(int slot, const HostAddresses& addresses);

/// Removes a link, if it is there: when an attempt loses its agents, its link still runs on
/// interfaces that are about to be removed. Throws Error.
void remove_link(const std::shared_ptr<grpc::Channel>& daemon, const std::string& link,
                 const std::stop_token& stop);

RelayTiming timing_of(const std::shared_ptr<grpc::Channel>& daemon);

}  // namespace seawind
