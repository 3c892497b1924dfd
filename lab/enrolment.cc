// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/enrolment.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "common/base64.h"

namespace seawind::lab {
namespace {

constexpr std::string_view kHostKind = "seawind-host-1:";
constexpr std::string_view kJoinKind = "seawind-join-1:";
constexpr std::size_t kSizeBytes = 2;  // hold the size of the first of two certificates

std::string line_of(std::string_view kind, std::string_view bytes) {
  return std::string(kind) + base64(bytes);
}

/// The bytes of a line of this kind, which `command` prints. Two different texts never stand for
/// the same bytes.
std::string bytes_in(std::string_view line, std::string_view kind, const char* command) {
  constexpr std::string_view kSpace = " \t\r\n";
  const auto begin = line.find_first_not_of(kSpace);
  line = begin == std::string_view::npos ? "" : line.substr(begin);
  line = line.substr(0, line.find_last_not_of(kSpace) + 1);
  if (line.size() > kLongestLine)
    throw Error(fmt::format("cannot read the line: it is longer than {} characters", kLongestLine));
  if (!line.starts_with(kind))
    throw Error(
        fmt::format("cannot read the line: it does not begin with `{}`, as one that {} "
                    "prints does",
                    kind, command));
  line.remove_prefix(kind.size());
  auto out = bytes_of_base64(line);
  if (!out) throw Error("cannot read the line: a part of it is missing or has been changed");
  return std::move(*out);
}

}  // namespace

std::string host_line(std::string_view request) {
  return line_of(kHostKind, request);
}

std::string request_in(std::string_view line) {
  return bytes_in(line, kHostKind, "`seawind-agent key`");
}

std::string join_line(const Membership& membership) {
  const std::string own = to_der(membership.certificate);
  std::string bytes{static_cast<char>(own.size() >> 8U), static_cast<char>(own.size() & 0xffU)};
  return line_of(kJoinKind, bytes + own + to_der(membership.authority));
}

Membership membership_in(std::string_view line) {
  const std::string bytes = bytes_in(line, kJoinKind, "`seawind lab add`");
  const std::string_view all = bytes;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(all.at(i)); };
  const std::size_t own =
      all.size() < kSizeBytes ? all.size() : std::size_t{byte(0)} << 8U | byte(1);
  if (all.size() <= kSizeBytes + own)
    throw Error("cannot read the line: a part of it is missing or has been changed");
  Membership out{certificate_from_der(all.substr(kSizeBytes, own)),
                 certificate_from_der(all.substr(kSizeBytes + own))};
  (void)identity_of(out.certificate.get());
  (void)lab_of(out.authority.get());
  require_own_signature(out.authority.get());
  return out;
}

std::string join_problem(const Membership& offered, const Key& key, Role role,
                         const Membership* present, UnixSeconds now) {
  const X509* const own = offered.certificate.get();
  const Identity identity = identity_of(own);
  if (!has_key(own, key))
    return "it is for another host: its certificate does not belong to the key of this one";
  if (identity.role != role)
    return fmt::format("it makes this host the {}, but this program is of role {}",
                       to_string(identity), to_string(role));
  if (const auto problem = certificate_problem(own, offered.authority.get(), nullptr, now);
      !problem.empty())
    return problem;
  if (present == nullptr) return {};
  if (X509_cmp(present->authority.get(), offered.authority.get()) != 0)
    return fmt::format("this host is a member of the lab {} already; `leave` it first",
                       lab_of(present->authority.get()));
  if (begin_of(own) <= begin_of(present->certificate.get()))
    return "this host has that certificate or a newer one already";
  return {};
}

}  // namespace seawind::lab
