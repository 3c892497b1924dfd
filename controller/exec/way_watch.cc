// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/way_watch.h"

#include <fmt/format.h>
#include <net/if.h>

#include "common/error.h"
#include "namespaces/interface.h"

namespace seawind {
namespace {

std::string text(const Way& way) {
  return way.interface.empty() ? "no route"
                               : fmt::format("{} with the address {}", way.interface, way.source);
}

}  // namespace

WayWatch::WayWatch() : way_(way_to(kAnywhere)) {
  index_ = if_nametoindex(way_.interface.c_str());
  interface_.emplace(index_, way_.interface, way_.source);
  carrier_changes_ = interface_state(index_).carrier_changes;
}

void WayWatch::look() {
  try {
    if (problem_.empty()) problem_ = interface_->look();
    if (problem_.empty()) compare_ways();
    unseen_.clear();
  } catch (const Error& error) {  // without a file descriptor, for example
    unseen_ = std::string("this machine's way to other networks is unknown: ") + error.what();
  }
}

void WayWatch::compare_ways() {
  if (const Way now = way_to(kAnywhere);
      now.interface != way_.interface || now.source != way_.source)
    problem_ = fmt::format("this machine's way to other networks became another one: {}, before {}",
                           text(now), text(way_));
  else if (interface_state(index_).carrier_changes != carrier_changes_)
    problem_ = way_.interface + " went down or up";
}

}  // namespace seawind
