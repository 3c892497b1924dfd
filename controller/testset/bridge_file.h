// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a link between two things that exist (bridge.proto).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/diagnostics.h"
#include "controller/testset/bridge.pb.h"
#include "controller/testset/cross_checks.h"

namespace seawind {

/// Reads and checks the file. Names of profiles and routers are looked up in ./ and in `configs`.
/// The result has paths from the working directory instead of the file's folder, a name, and MAC
/// addresses in lower case. Throws UsageError with all problems and their locations.
BridgedLink read_bridged_link(const std::filesystem::path& file,
                              const std::filesystem::path& configs);
/// Checks what does not depend on the machine. Empty keys are not checked.
void check_bridged_link(const Document<BridgedLink>& link, const std::filesystem::path& configs,
                        Diagnostics& problems);
/// Paths of profiles from `folder`, of the link and its devices, become paths from the working
/// directory.
void resolve_references(BridgedLink& link, const std::filesystem::path& folder);
/// The profiles, or the routers (`kind`: "profiles", "routers"), of the link and of its devices,
/// after resolve_references(). Those without a file are left out.
std::vector<std::filesystem::path> find_references_of(const BridgedLink& link,
                                                      const std::string& kind,
                                                      const std::filesystem::path& configs);
/// The name of the link of the device `device` beside the link `link`.
std::string device_link_name(const std::string& link, const std::string& device);

/// Most profiles that a page of devices offers.
inline constexpr int kMostOffered = 32;
/// Why such a page cannot offer the profile `name`; empty: it can. `links`: those of the bridge,
/// the shared one first.
std::string offer_problem(const std::string& name, const LinkProfile& profile,
                          const std::vector<LinkProfile>& links);

/// The interface of an end `lan:INTERFACE` or `ap:INTERFACE`; nothing for another end.
std::optional<std::string> interface_of_devices(const std::string& end);
/// The ends that are not the name of an interface.
inline constexpr auto kNamedEnds =
    "netns:NAME, container:NAME, compose:PROJECT:SERVICE, pod:NAMESPACE/NAME, pid:N, nat, "
    "lan:INTERFACE, ap:INTERFACE";
/// Why `end` cannot name an end, such as "netns:" without a name; empty: it can.
std::string bridge_end_problem(const std::string& end);
struct KeyProblem {
  std::string key;  // of the message
  std::string problem;
};
/// What is wrong with the ends and their addresses. Empty ones are not checked.
std::vector<KeyProblem> bridge_ends_problems(const BridgedLink& link);
/// What is wrong with an access point. A passphrase that is left out is not a problem.
std::vector<KeyProblem> access_point_problems(const AccessPoint& access_point);
/// The passphrase in the environment of `seawind bridge`.
inline constexpr auto kPassphraseVariable = "SEAWIND_PASSPHRASE";
/// Why the text is not a passphrase of WPA; empty: it is one.
std::string passphrase_problem(const std::string& text);

}  // namespace seawind
