// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/enrolment.h"
#include "lab/private_file.h"

namespace seawind::lab {
namespace {

constexpr const char* kAuthorityKey = "authority.key";
constexpr const char* kAuthority = "authority.crt";
constexpr const char* kOwnKey = "controller.key";
constexpr const char* kOwn = "controller.crt";
constexpr const char* kHosts = "hosts";
constexpr const char* kRevoked = "revoked";
constexpr const char* kEnding = ".crt";
constexpr const char* kController = "controller";

std::string file_of(const std::string& host) {
  return host + kEnding;
}

void require_name(const std::string& host) {
  if (const auto problem = name_problem(host); !problem.empty())
    throw Error(fmt::format("cannot use the name `{}`: {}", host, problem));
}

}  // namespace

LabFolder LabFolder::make(const std::filesystem::path& parent, const std::string& name,
                          UnixSeconds now) {
  Authority authority = make_authority(name, now);
  const Key key = make_key();
  const Certificate own = issue(authority, key, {Role::kController, kController}, now);
  const Directory above(parent);
  if (above.status_of(name))
    throw Error(fmt::format("cannot make the lab {}: {} exists", name, above.path_of(name)));
  // Complete before it has its name: a lab without its own key could not be used or made again.
  const std::string beside = name_beside(name);
  Directory folder = above.make(beside, 0700);
  try {
    write_private(folder, kAuthorityKey, to_pem(authority.key));
    write_private(folder, kAuthority, to_pem(authority.certificate));
    write_private(folder, kOwnKey, to_pem(key));
    write_private(folder, kOwn, to_pem(own));
    (void)folder.make(kHosts, 0700);
    (void)folder.make(kRevoked, 0700);
    folder.flush();
    above.rename(beside, above, name);
    above.flush();
  } catch (...) {
    above.remove_tree(beside);
    throw;
  }
  folder.set_path(above.path() / name);
  return {std::move(folder), std::move(authority)};
}

LabFolder::LabFolder(Directory folder, Authority authority)
    : folder_(std::move(folder)), authority_(std::move(authority)) {}

LabFolder::LabFolder(const std::filesystem::path& folder) : folder_(folder) {
  require_private(folder_);
  authority_.key = key_from_pem(read_small(folder_, kAuthorityKey));
  authority_.certificate = certificate_from_pem(read_small(folder_, kAuthority));
}

Certificate LabFolder::host_certificate(const std::string& host) const {
  require_name(host);
  const Directory hosts = folder_.open(kHosts);
  if (!hosts.status_of(file_of(host)))
    throw Error(
        fmt::format("cannot find the host {}: the lab {} has none of that name", host, name()));
  return certificate_from_pem(read_small(hosts, file_of(host)));
}

std::string LabFolder::add(const Identity& host, std::string_view host_line, UnixSeconds now) {
  require_name(host.name);
  const Key key = requested_key(request_in(host_line));
  const Directory hosts = folder_.open(kHosts);
  for (const std::string& file : hosts.names()) {
    const Certificate its = certificate_from_pem(read_small(hosts, file));
    const Identity identity = identity_of(its.get());
    if (identity.name == host.name)
      throw Error(
          fmt::format("cannot add {}: the lab {} has a host of that name; revoke it first, "
                      "or choose another name",
                      host.name, name()));
    if (has_key(its.get(), key))
      throw Error(fmt::format("cannot add {}: this is the line of {}, which the lab {} has",
                              host.name, identity.name, name()));
  }
  Membership made{issue(authority_, key, host, now),
                  certificate_from_der(to_der(authority_.certificate))};
  write_private(hosts, file_of(host.name), to_pem(made.certificate));
  return join_line(made);
}

Certificate LabFolder::renew(const Identity& host, const Key& public_key, UnixSeconds now) {
  const Certificate present = host_certificate(host.name);
  if (identity_of(present.get()) != host)
    throw Error(fmt::format("cannot renew the certificate of {}: the lab {} has {}",
                            to_string(host), name(), to_string(identity_of(present.get()))));
  Certificate next = issue(authority_, public_key, host, now);
  write_private(folder_.open(kHosts), file_of(host.name), to_pem(next));
  return next;
}

void LabFolder::revoke(const std::string& host) {
  const Certificate its = host_certificate(host);
  const Directory hosts = folder_.open(kHosts);
  const Directory revoked = folder_.open(kRevoked);
  hosts.rename_over(file_of(host), revoked, serial_of(its.get()) + kEnding);
  revoked.flush();
  hosts.flush();
}

std::vector<LabFolder::Host> LabFolder::hosts() const {
  std::vector<Host> out;
  const Directory hosts = folder_.open(kHosts);
  for (const std::string& file : hosts.names()) {
    const Certificate its = certificate_from_pem(read_small(hosts, file));
    out.push_back({identity_of(its.get()), end_of(its.get())});
  }
  std::sort(out.begin(), out.end(),
            [](const Host& a, const Host& b) { return a.identity.name < b.identity.name; });
  return out;
}

RevocationList LabFolder::revoked(UnixSeconds now) const {
  std::vector<std::string> serials;
  const Directory revoked = folder_.open(kRevoked);
  for (const std::string& file : revoked.names())
    serials.push_back(serial_of(certificate_from_pem(read_small(revoked, file)).get()));
  return list_revoked(authority_, serials, now);
}

std::shared_ptr<const Credentials> LabFolder::credentials(UnixSeconds now) {
  auto out = std::make_shared<Credentials>();
  out->key = key_from_pem(read_small(folder_, kOwnKey));
  out->certificate = certificate_from_pem(read_small(folder_, kOwn));
  if (now >= renewal_of(out->certificate.get())) {
    out->certificate = issue(authority_, out->key, {Role::kController, kController}, now);
    write_private(folder_, kOwn, to_pem(out->certificate));
  }
  out->authority = certificate_from_der(to_der(authority_.certificate));
  out->revoked = revoked(now);
  return out;
}

}  // namespace seawind::lab
