// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the route of the calling thread's network namespace to other networks, with its interface
// and source address. When one of them goes away, connection tracking deletes the connections that
// were translated to it, even if it comes back at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "controller/exec/interface_watch.h"
#include "namespaces/outside.h"

namespace seawind {

/// An address that no host has (RFC 7600), to which packets take the default route.
inline constexpr auto kAnywhere = "192.0.0.8";

class RouteWatch {
 public:
  /// Throws Error.
  RouteWatch();
  /// Must be called regularly, and before problem().
  void update();
  /// What has changed since the construction, or why the last update failed; empty: nothing.
  const std::string& problem() const { return problem_.empty() ? unseen_ : problem_; }

 private:
  void compare_routes();

  OutsideRoute route_;
  std::optional<InterfaceWatch> interface_;
  unsigned index_ = 0;  // of its interface; 0: no route
  std::uint32_t carrier_changes_ = 0;
  std::string problem_;
  std::string unseen_;  // why the last update failed
};

}  // namespace seawind
