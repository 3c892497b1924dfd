// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and certificates of a lab. Keys are Ed25519; a certificate is X.509 version 3, signed by the
// lab's authority itself, and names its holder in one URI, `seawind://ROLE/NAME`. Instants are in
// seconds since 1970. Functions that parse received bytes throw Error for any other content.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/openssl.h"

namespace seawind::lab {

enum class Role { kController, kAgent, kEmulator };
std::string_view to_string(Role role);

struct Identity {
  Role role = Role::kAgent;
  std::string name;  // 1 to 63 letters, digits, `-` and `_`, as of a host
  friend bool operator==(const Identity&, const Identity&) = default;
};
/// "agent phone-1".
std::string to_string(const Identity& identity);
/// Why `name` is not valid; empty: it is.
std::string name_problem(std::string_view name);

using UnixSeconds = std::int64_t;
constexpr UnixSeconds kDay = 24 * 3600;
constexpr UnixSeconds kCertificateLife = 90 * kDay;
constexpr UnixSeconds kAuthorityLife = 3650 * kDay;
/// Certificates and lists begin this much earlier than they are made: clocks of hosts differ, by
/// the hours of a time zone if one of them keeps local time.
constexpr UnixSeconds kClockDifference = kDay;

Key make_key();
std::string to_pem(const Key& key);
Key key_from_pem(std::string_view pem);

/// A request for a certificate of the public half of `key`: PKCS#10 in DER without a name, signed
/// by `key` as proof of possession.
std::string make_request(const Key& key);
/// The public key of a request whose signature is right.
Key requested_key(std::string_view der);

struct Authority {
  Key key;
  Certificate certificate;
};
Authority make_authority(const std::string& lab, UnixSeconds now);
Certificate issue(const Authority& authority, const Key& public_key, const Identity& identity,
                  UnixSeconds now);
/// A list of all revoked certificates by their serial numbers (serial_of()), signed.
RevocationList list_revoked(const Authority& authority, const std::vector<std::string>& serials,
                            UnixSeconds now);

std::string to_der(const Certificate& certificate);
Certificate certificate_from_der(std::string_view der);
std::string to_pem(const Certificate& certificate);
Certificate certificate_from_pem(std::string_view pem);
std::string to_pem(const RevocationList& list);
RevocationList revocation_list_from_pem(std::string_view pem);

/// Throws if the list is not one that the authority has signed.
void require_list_of(X509_CRL* list, X509* authority);

/// The serial number in hexadecimal digits.
std::string serial_of(const X509* certificate);
UnixSeconds begin_of(const X509* certificate);
UnixSeconds end_of(const X509* certificate);
/// The lab's name in the certificate of an authority.
std::string lab_of(const X509* authority);
/// Throws unless the certificate of an authority is signed by its own key.
void require_own_signature(X509* authority);
Identity identity_of(const X509* certificate);
Key public_key_of(const X509* certificate);
bool has_key(const X509* certificate, const Key& key);
/// Whether `list` has all certificates of `earlier`.
bool revokes_all_of(X509_CRL* list, const X509_CRL* earlier);
/// Why `certificate` is not one of the lab's own at `now`: another lab's, expired, revoked (`list`
/// may be null) ...; empty: it is.
std::string certificate_problem(const X509* certificate, const X509* authority,
                                const X509_CRL* list, UnixSeconds now);
/// The instant at two thirds of its life, from which it is renewed.
UnixSeconds renewal_of(const X509* certificate);

}  // namespace seawind::lab
