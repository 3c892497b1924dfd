// SPDX-License-Identifier: GPL-3.0-or-later
// What a host of a lab stores: its key, which never leaves it, and its membership.
//
//   member.key        made by key_line()
//   membership.crt    the host's certificate and the lab's, one file so that they belong together
//   revoked.crl       the last list of revoked certificates, signed by the lab
//
// Only its owner may enter the folder (0700). Errors throw Error and change nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/directory.h"
#include "lab/certificate.h"
#include "lab/enrolment.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

class MemberFolder {
 public:
  /// Opens the folder, or makes it. `role`: the role that this host accepts.
  explicit MemberFolder(const std::filesystem::path& folder, Role role = Role::kAgent);

  /// The line to give to the lab, for the key of this host, which is made if there is none.
  std::string key_line();
  /// Becomes a member, or takes a newer certificate of the same lab (join_problem()).
  Identity join(std::string_view join_line, UnixSeconds now);
  /// Deletes the membership, the list of revoked certificates and the key.
  void leave();
  /// Stores a list of this lab, which must revoke all that the stored one does.
  void take_revoked(std::string_view pem);

  /// Empty: this host is not a member.
  std::optional<Membership> membership() const;
  /// Throws if this host is not a member.
  std::shared_ptr<const Credentials> credentials() const;

 private:
  std::optional<Key> key() const;

  Directory folder_;
  Role role_;
};

}  // namespace seawind::lab
