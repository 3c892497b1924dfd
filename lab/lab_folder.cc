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

std::string file_of(const Certificate& certificate) {
  return serial_of(certificate.get()) + kEnding;
}

/// Files of a write that was killed have another ending.
std::vector<Certificate> certificates_in(const Directory& folder) {
  std::vector<Certificate> out;
  for (const std::string& file : folder.names())
    if (file.ends_with(kEnding)) out.push_back(certificate_from_pem(read_small(folder, file)));
  return out;
}

bool begins_earlier(const Certificate& a, const Certificate& b) {
  return begin_of(a.get()) < begin_of(b.get());
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
  // The folder gets its name when complete: a lab without its key could not be used or made again.
  const std::string beside = name_beside(name);
  Directory folder = above.make(beside, 0700);
  try {
    folder.replace_durably(kAuthorityKey, to_pem(authority.key));
    folder.replace_durably(kAuthority, to_pem(authority.certificate));
    folder.replace_durably(kOwnKey, to_pem(key));
    folder.replace_durably(kOwn, to_pem(own));
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

Certificate LabFolder::latest_of(const std::string& host) const {
  require_name(host);
  const Directory hosts = folder_.open(kHosts);
  std::vector<Certificate> all;
  if (hosts.status_of(host)) all = certificates_in(hosts.open(host));
  if (all.empty())
    throw Error(
        fmt::format("cannot find the host {}: the lab {} has none of that name", host, name()));
  return std::move(*std::max_element(all.begin(), all.end(), begins_earlier));
}

void LabFolder::keep(const std::string& host, const Certificate& issued, UnixSeconds now) {
  const Directory its = folder_.open(kHosts).open_or_make(host);
  for (const Certificate& one : certificates_in(its))
    if (end_of(one.get()) + kClockDifference < now) its.remove(file_of(one));
  its.replace_durably(file_of(issued), to_pem(issued));
}

std::string LabFolder::add(const Identity& host, std::string_view host_line, UnixSeconds now) {
  require_name(host.name);
  const Key key = requested_key(request_in(host_line));
  for (const Host& other : hosts()) {
    if (other.identity.name == host.name)
      throw Error(
          fmt::format("cannot add {}: the lab {} has a host of that name; revoke it first, "
                      "or choose another name",
                      host.name, name()));
    if (has_key(latest_of(other.identity.name).get(), key))
      throw Error(fmt::format("cannot add {}: this is the line of {}, which the lab {} has",
                              host.name, other.identity.name, name()));
  }
  return make_member(host, key, now);
}

std::string LabFolder::make_member(const Identity& host, const Key& key, UnixSeconds now) {
  Membership made{issue(authority_, key, host, now),
                  certificate_from_der(to_der(authority_.certificate))};
  keep(host.name, made.certificate, now);
  return join_line(made);
}

std::string LabFolder::renew(const Identity& host, const Key& public_key, UnixSeconds now) {
  const Certificate present = latest_of(host.name);
  if (identity_of(present.get()) != host)
    throw Error(fmt::format("cannot renew the certificate of {}: the lab {} has {}",
                            to_string(host), name(), to_string(identity_of(present.get()))));
  if (now < renewal_of(present.get())) {
    if (!has_key(present.get(), public_key))
      throw Error(
          fmt::format("cannot renew the certificate of {}: two thirds of its time have not passed",
                      to_string(host)));
    // The host did not get it, or could not keep it.
    return join_line({certificate_from_der(to_der(present)),
                      certificate_from_der(to_der(authority_.certificate))});
  }
  return make_member(host, public_key, now);
}

void LabFolder::revoke(const std::string& host) {
  (void)latest_of(host);
  const Directory hosts = folder_.open(kHosts);
  const Directory its = hosts.open(host);
  const Directory revoked = folder_.open(kRevoked);
  for (const Certificate& one : certificates_in(its))
    its.rename_over(file_of(one), revoked, file_of(one));
  revoked.flush();
  hosts.remove_tree(host);
  hosts.flush();
}

std::vector<LabFolder::Host> LabFolder::hosts() const {
  std::vector<Host> out;
  const Directory hosts = folder_.open(kHosts);
  for (const std::string& host : hosts.names()) {
    if (certificates_in(hosts.open(host)).empty()) continue;  // an `add` that was killed
    const Certificate its = latest_of(host);
    out.push_back({identity_of(its.get()), end_of(its.get())});
  }
  std::sort(out.begin(), out.end(),
            [](const Host& a, const Host& b) { return a.identity.name < b.identity.name; });
  return out;
}

RevocationList LabFolder::revoked(UnixSeconds now) const {
  std::vector<std::string> serials;
  for (const Certificate& one : certificates_in(folder_.open(kRevoked)))
    serials.push_back(serial_of(one.get()));
  return list_revoked(authority_, serials, now);
}

std::shared_ptr<const Credentials> LabFolder::credentials(UnixSeconds now) {
  auto out = std::make_shared<Credentials>();
  out->key = key_from_pem(read_small(folder_, kOwnKey));
  out->certificate = certificate_from_pem(read_small(folder_, kOwn));
  if (now >= renewal_of(out->certificate.get())) {
    out->certificate = issue(authority_, out->key, {Role::kController, kController}, now);
    folder_.replace_durably(kOwn, to_pem(out->certificate));
  }
  out->authority = certificate_from_der(to_der(authority_.certificate));
  out->revoked = revoked(now);
  return out;
}

}  // namespace seawind::lab
