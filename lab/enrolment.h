// SPDX-License-Identifier: GPL-3.0-or-later
// The two lines that are carried by hand when a host joins a lab. Neither is secret. A host's line
// is its request for a certificate; the lab's answer has the host's certificate and the lab's own.
// A line is a word for its kind and one block of base64. Reading throws Error and changes nothing.
#pragma once

#include <string>
#include <string_view>

#include "lab/certificate.h"

namespace seawind::lab {

/// Longest line that is read; a line that Seawind writes has less than 2000 characters.
constexpr std::size_t kLongestLine = 8192;

/// "seawind-host-1:..." for a request in DER.
std::string host_line(std::string_view request);
/// The request in a host's line; spaces and line breaks around it are ignored.
std::string request_in(std::string_view line);

struct Membership {
  Certificate certificate;  // of the host
  Certificate authority;    // of the lab
};
/// "seawind-join-1:...".
std::string join_line(const Membership& membership);
/// The certificates in a join line; join_problem() checks whether they belong together.
Membership membership_in(std::string_view line);

/// Why a host with `key`, which is a member by `present` or (null) of no lab yet, must not take
/// `offered`: it is for another key, of another lab than its own, or not newer than what it has (a
/// line that was used before); empty: it may.
std::string join_problem(const Membership& offered, const Key& key, Role role,
                         const Membership* present, UnixSeconds now);

}  // namespace seawind::lab
