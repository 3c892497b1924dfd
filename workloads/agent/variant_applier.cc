// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/variant_applier.h"

#include <fmt/format.h>
#include <linux/rtnetlink.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "workloads/agent/failure.h"
#include "workloads/agent/route_settings.h"
#include "workloads/api/agent.pb.h"

namespace seawind {
namespace {

// The kernel recomputes the upper bound of a connection's receive window from the buffer when the
// first segment is longer than the kernel's guess of 536 B (tcp_initialize_rcv_mss,
// tcp_measure_rcv_mss).
constexpr int kMaxMtuForWindow = 576;

}  // namespace

struct VariantApplier::Plan {
  std::map<std::string, std::string> sysctls;  // requested values, normalised
  std::vector<RouteSetting> route_settings;
  std::string congctl;
  std::map<std::string, std::string> refused;  // knob -> why
  std::vector<KnobState> knobs;

  bool needs_routes() const { return !route_settings.empty() || !congctl.empty(); }
};

std::vector<KnobState> VariantApplier::apply(const TcpVariant& variant,
                                             const std::string& interface,
                                             const std::string& peer) {
  Plan plan;
  for (const auto& [name, value] : variant.sysctl()) {
    if (!valid_sysctl_name(name)) {
      throw Failure(FailureKind::kInvalid,
                    fmt::format("sysctl `{}`: a name of net.ipv4 has only a-z, 0-9 and _", name));
    }
    plan.sysctls[name] = normalise_sysctl(value);
  }
  plan.route_settings = route_settings(variant.route());
  plan.congctl = variant.route().congctl();
  if (plan.needs_routes() && (interface.empty() || peer.empty())) {
    throw Failure(FailureKind::kInvalid,
                  "route metrics need the interface and the address of the other host");
  }

  std::vector<std::string> problems = restore(plan.sysctls);
  try {
    write_sysctls(plan);
    if (plan.needs_routes()) write_routes(plan, interface, peer);
    read_back(plan);
  } catch (const Error& error) {
    problems.emplace_back(error.what());
  }
  for (const KnobState& knob : plan.knobs) {
    const auto refused = plan.refused.find(knob.name);
    if (knob.found == knob.wanted && refused == plan.refused.end()) continue;
    std::string line =
        knob.found == knob.wanted
            ? fmt::format("{}: {} has no effect", knob.name, knob.wanted)
            : fmt::format("{}: wanted {}, found {}", knob.name, knob.wanted, knob.found);
    if (refused != plan.refused.end()) line += fmt::format(" ({})", refused->second);
    problems.push_back(std::move(line));
  }
  if (problems.empty()) return plan.knobs;
  // A variant is applied as a whole or not at all.
  for (std::string& line : restore({})) problems.push_back(std::move(line));
  throw Failure(FailureKind::kPrecondition, fmt::format("TCP variant `{}` did not take: {}",
                                                        variant.name(), fmt::join(problems, "; ")));
}

std::vector<std::string> VariantApplier::restore(const std::map<std::string, std::string>& keep) {
  std::vector<std::string> problems;
  for (auto original = originals_.begin(); original != originals_.end();) {
    const auto& [name, value] = *original;
    if (keep.contains(name)) {
      ++original;
      continue;
    }
    const int refused = sysctls_.write(name, value);
    const std::string found = sysctls_.read(name).value_or("(no such setting)");
    if (refused != 0 || found != value) {
      problems.push_back(fmt::format("{}: cannot put it back to {}, found {}", name, value, found));
      ++original;
      continue;
    }
    original = originals_.erase(original);
  }
  std::erase_if(routes_, [&problems](const Route& route) {
    const int refused = route.install({});
    if (refused != 0)
      problems.push_back(fmt::format("route to {}: cannot be put back: {}", route.destination(),
                                     strerror(refused)));
    return refused == 0;
  });
  return problems;
}

void VariantApplier::write_sysctls(Plan& plan) {
  for (const auto& [name, value] : plan.sysctls) {
    const auto before = sysctls_.read(name);
    if (!before) {
      plan.refused[name] = "this kernel or network namespace has no such setting";
      continue;
    }
    originals_.try_emplace(name, *before);
    if (const int refused = sysctls_.write(name, value)) {
      plan.refused[name] = fmt::format("the kernel refused it: {}", strerror(refused));
    }
  }
}

void VariantApplier::write_routes(Plan& plan, const std::string& interface,
                                  const std::string& peer) {
  const auto refuse = [&](const std::string& why) {
    for (const RouteSetting& knob : plan.route_settings) plan.refused[knob.name] = why;
    if (!plan.congctl.empty()) plan.refused["route congctl"] = why;
  };
  try {
    const KernelMetrics metrics = kernel_metrics(plan.route_settings, plan.congctl);
    for (Route& route : routes_over(interface, peer)) {
      if (const int refused = route.install(metrics)) {
        refuse(fmt::format("the kernel refused the route: {}", strerror(refused)));
        return;
      }
      routes_.push_back(std::move(route));
    }
    for (const RouteSetting& knob : plan.route_settings) {
      if (knob.metric != RTAX_WINDOW) continue;
      const int mtu = mtu_of(interface);
      if (mtu <= kMaxMtuForWindow) continue;
      plan.refused[knob.name] = fmt::format(
          "the kernel ignores it after the first segment longer than 536 bytes: the MTU must be at "
          "most {}, but that of {} is {}",
          kMaxMtuForWindow, interface, mtu);
    }
  } catch (const Error& e) {
    refuse(e.what());
  }
}

void VariantApplier::read_back(Plan& plan) {
  for (const auto& [name, value] : plan.sysctls) {
    plan.knobs.push_back({name, value, sysctls_.read(name).value_or("(no such setting)")});
  }
  if (!plan.needs_routes()) return;
  const KernelMetrics wanted = kernel_metrics(plan.route_settings, plan.congctl);
  std::vector<KernelMetrics> found;  // without a route: nothing is set
  for (const Route& route : routes_) found.push_back(route.read_back());
  if (found.empty()) found.emplace_back();
  // Reports the knob as the first route has it that differs, else as every route has it.
  const auto add = [&](const std::string& name, const auto& text_in) {
    const std::string expected = text_in(wanted);
    const auto other = std::find_if(found.begin(), found.end(), [&](const KernelMetrics& one) {
      return text_in(one) != expected;
    });
    plan.knobs.push_back({name, expected, other == found.end() ? expected : text_in(*other)});
  };
  for (const RouteSetting& knob : plan.route_settings)
    add(knob.name, [&](const KernelMetrics& in) { return knob_text(knob, in); });
  if (plan.congctl.empty()) return;
  add("route congctl", [](const KernelMetrics& in) {
    return in.congctl.empty() ? std::string("(unset)") : in.congctl;
  });
}

}  // namespace seawind
