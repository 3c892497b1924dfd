// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/common.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "common/error.h"
#include "controller/testbed/call_limit.h"
#include "controller/testbed/machine_pauses.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "namespaces/holder.h"

namespace seawind {
namespace {

constexpr auto kRemoveTimeout = std::chrono::seconds(20);

}  // namespace

std::string link_of_slot(int slot) {
  return fmt::format("slot-{}", slot);
}

SlotAccess names_of_slot(int slot, const HostAddresses& addresses) {
  return {.link_name = link_of_slot(slot),
          .relay_fixed_interface = seawind::relay_fixed_interface(slot),
          .relay_mobile_interface = seawind::relay_mobile_interface(slot),
          .fixed_interface = kFixedInterface,
          .mobile_interface = kMobileInterface,
          .fixed_address = addresses.fixed,
          .mobile_address = addresses.mobile};
}

void remove_link(const std::shared_ptr<grpc::Channel>& daemon, const std::string& link,
                 const std::stop_token& stop) {
  grpc::ClientContext context;
  const CallLimit limit(context, kRemoveTimeout);
  const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
  RemoveLinkRequest request;
  request.set_name(link);
  LinkReport report;
  const auto status =
      limit.status_of(Emulator::NewStub(daemon)->RemoveLink(&context, request, &report));
  if (!status.ok() && status.error_code() != grpc::StatusCode::NOT_FOUND)
    throw Error("cannot stop the link " + link + ": " + status.error_message());
}

RelayTiming timing_of(const std::shared_ptr<grpc::Channel>& daemon) {
  RelayTiming timing;
  grpc::ClientContext context;
  const CallLimit limit(context, std::chrono::seconds(1));
  Reports reports;
  if (!Emulator::NewStub(daemon)->GetReports(&context, ReportsRequest(), &reports).ok())
    return timing;
  for (const auto& link : reports.links())
    timing.lateness_p999 = std::max(timing.lateness_p999, relay_p999(link.fidelity()));
  if (reports.has_pauses()) timing.pauses = pauses_of(reports.pauses());
  return timing;
}

}  // namespace seawind
