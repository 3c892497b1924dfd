// SPDX-License-Identifier: GPL-3.0-or-later
// What the controller of a lab stores: the authority, its own key, and a certificate for each host.
//
//   authority.key, authority.crt      the lab's
//   controller.key, controller.crt    its own
//   hosts/NAME/SERIAL.crt             all certificates issued to the host that have not expired
//   revoked/SERIAL.crt                certificates that have been revoked
//
// Only its owner may enter it (0700). Files are replaced whole, and flushed. Errors throw Error and
// change nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/directory.h"
#include "lab/certificate.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

class LabFolder {
 public:
  /// Makes the folder `parent`/`name`, which must not exist, and the lab of that name.
  static LabFolder make(const std::filesystem::path& parent, const std::string& name,
                        UnixSeconds now);
  /// Opens it. A folder that others may enter is refused.
  explicit LabFolder(const std::filesystem::path& folder);

  std::string name() const { return lab_of(authority_.certificate.get()); }
  const std::filesystem::path& path() const { return folder_.path(); }
  const X509* authority() const { return authority_.certificate.get(); }

  /// Issues a certificate for the key in a host's line (enrolment.h); returns the join line.
  /// Refuses a name that the lab has, and the key of another host.
  std::string add(const Identity& host, std::string_view host_line, UnixSeconds now);
  /// A join line with a new certificate for the host's key, which it has proved to have. While the
  /// latest certificate is new, the line has that one: the host did not keep it.
  std::string renew(const Identity& host, const Key& public_key, UnixSeconds now);
  /// Revokes all certificates of the host: members with the new list (revoked()) reject them.
  void revoke(const std::string& host);

  struct Host {
    Identity identity;
    UnixSeconds end = 0;  // of its certificate
  };
  std::vector<Host> hosts() const;
  RevocationList revoked(UnixSeconds now) const;
  /// The controller's credentials. Renews the certificate from two thirds of its life on.
  std::shared_ptr<const Credentials> credentials(UnixSeconds now);

 private:
  LabFolder(Directory folder, Authority authority);
  Certificate latest_of(const std::string& host) const;
  std::string make_member(const Identity& host, const Key& key, UnixSeconds now);
  void keep(const std::string& host, const Certificate& issued, UnixSeconds now);

  Directory folder_;
  Authority authority_;
};

}  // namespace seawind::lab
