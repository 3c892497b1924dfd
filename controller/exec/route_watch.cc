// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/route_watch.h"

#include <fmt/format.h>
#include <net/if.h>

#include "common/error.h"
#include "namespaces/interface.h"

namespace seawind {
namespace {

std::string text(const OutsideRoute& route) {
  return route.interface.empty()
             ? "no route"
             : fmt::format("{} with the address {}", route.interface, route.source);
}

}  // namespace

RouteWatch::RouteWatch() : route_(outside_route_to(kAnywhere)) {
  index_ = if_nametoindex(route_.interface.c_str());
  interface_.emplace(index_, route_.interface, route_.source);
  carrier_changes_ = interface_state(index_).carrier_changes;
}

void RouteWatch::update() {
  try {
    if (problem_.empty()) problem_ = interface_->update();
    if (problem_.empty()) compare_routes();
    unseen_.clear();
  } catch (const Error& error) {  // without a file descriptor, for example
    unseen_ = std::string("this machine's way to other networks is unknown: ") + error.what();
  }
}

void RouteWatch::compare_routes() {
  if (const OutsideRoute now = outside_route_to(kAnywhere);
      now.interface != route_.interface || now.source != route_.source)
    problem_ = fmt::format("this machine's way to other networks became another one: {}, before {}",
                           text(now), text(route_));
  else if (interface_state(index_).carrier_changes != carrier_changes_)
    problem_ = route_.interface + " went down or up";
}

}  // namespace seawind
