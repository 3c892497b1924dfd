// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/member_folder.h"

#include <fmt/format.h>

#include "lab/private_file.h"

namespace seawind::lab {
namespace {

constexpr const char* kKey = "member.key";
constexpr const char* kMembership = "membership.crt";
constexpr const char* kRevokedList = "revoked.crl";
constexpr std::string_view kEndOfCertificate = "-----END CERTIFICATE-----\n";

Directory open_or_make(const std::filesystem::path& given) {
  if (std::filesystem::exists(given)) return Directory(given);
  const std::filesystem::path folder = given.has_filename() ? given : given.parent_path();
  const std::filesystem::path parent = folder.parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent);
  return Directory(parent).make(folder.filename(), 0700);
}

}  // namespace

MemberFolder::MemberFolder(const std::filesystem::path& folder, Role role)
    : folder_(open_or_make(folder)), role_(role) {
  require_private(folder_);
}

std::optional<Key> MemberFolder::key() const {
  if (!folder_.status_of(kKey)) return {};
  return key_from_pem(read_small(folder_, kKey));
}

std::string MemberFolder::key_line() {
  std::optional<Key> own = key();
  if (!own) {
    own = make_key();
    folder_.replace_durably(kKey, to_pem(*own));
  }
  return host_line(make_request(*own));
}

std::optional<Membership> MemberFolder::membership() const {
  if (!folder_.status_of(kMembership)) return {};
  const std::string text = read_small(folder_, kMembership);
  const auto end = text.find(kEndOfCertificate);
  if (end == std::string::npos)
    throw Error(fmt::format("cannot read {}: it is damaged", folder_.path_of(kMembership)));
  const std::string_view both = text;
  return Membership{certificate_from_pem(both.substr(0, end + kEndOfCertificate.size())),
                    certificate_from_pem(both.substr(end + kEndOfCertificate.size()))};
}

Identity MemberFolder::join(std::string_view join_line, UnixSeconds now) {
  const Membership offered = membership_in(join_line);
  const std::optional<Key> own = key();
  if (!own)
    throw Error("cannot join the lab: this host has no key yet; `seawind-agent key` makes it");
  const std::optional<Membership> present = membership();
  const Role role = present ? identity_of(present->certificate.get()).role : role_;
  if (const auto problem = join_problem(offered, *own, role, present ? &*present : nullptr, now);
      !problem.empty())
    throw Error(
        fmt::format("cannot join the lab {}: {}", lab_of(offered.authority.get()), problem));
  folder_.replace_durably(kMembership, to_pem(offered.certificate) + to_pem(offered.authority));
  return identity_of(offered.certificate.get());
}

void MemberFolder::leave() {
  for (const char* file : {kMembership, kRevokedList, kKey}) folder_.remove(file);
  folder_.flush();
}

void MemberFolder::take_revoked(std::string_view pem) {
  const std::optional<Membership> present = membership();
  if (!present) throw Error("cannot take a revocation list: this host is not a member of a lab");
  const RevocationList offered = revocation_list_from_pem(pem);
  require_list_of(offered.get(), present->authority.get());
  if (folder_.status_of(kRevokedList)) {
    const RevocationList last = revocation_list_from_pem(read_small(folder_, kRevokedList));
    if (!revokes_all_of(offered.get(), last.get()))
      throw Error("cannot take a revocation list: it lacks a certificate that has been revoked");
  }
  folder_.replace_durably(kRevokedList, to_pem(offered));
}

std::shared_ptr<const Credentials> MemberFolder::credentials() const {
  std::optional<Membership> present = membership();
  std::optional<Key> own = key();
  if (!present || !own)
    throw Error(fmt::format("cannot serve a lab: this host is not a member of one ({})",
                            folder_.path().string()));
  auto out = std::make_shared<Credentials>();
  out->key = std::move(*own);
  out->certificate = std::move(present->certificate);
  out->authority = std::move(present->authority);
  if (folder_.status_of(kRevokedList))
    out->revoked = revocation_list_from_pem(read_small(folder_, kRevokedList));
  return out;
}

}  // namespace seawind::lab
