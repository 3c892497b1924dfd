// SPDX-License-Identifier: GPL-3.0-or-later
// Labs and their members for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/unix_time.h"
#include "lab/certificate.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

constexpr UnixSeconds kNow = 1'790'000'000;  // of tests without a clock
inline const Identity kPhone{Role::kAgent, "phone-1"};

/// A copy that shares nothing but the object itself.
inline Certificate same(const Certificate& certificate) {
  X509_up_ref(certificate.get());
  return Certificate(certificate.get());
}

struct Lab {
  Authority authority;
  std::vector<std::string> revoked;

  explicit Lab(const std::string& name = "office")
      : authority(make_authority(name, unix_seconds())) {}

  std::shared_ptr<Credentials> member(const Identity& identity,
                                      UnixSeconds made = unix_seconds()) const {
    auto out = std::make_shared<Credentials>();
    out->key = make_key();
    out->certificate = issue(authority, out->key, identity, made);
    out->authority = same(authority.certificate);
    out->revoked = list_revoked(authority, revoked, unix_seconds());
    return out;
  }
};

}  // namespace seawind::lab
