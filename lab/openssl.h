// SPDX-License-Identifier: GPL-3.0-or-later
// OpenSSL's objects, owned, and its errors as text.
#pragma once

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

#include "common/error.h"

namespace seawind::lab {

template <auto kFree>
struct FreedBy {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

using Key = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, FreedBy<X509_free>>;
using CertificateRequest = std::unique_ptr<X509_REQ, FreedBy<X509_REQ_free>>;
using RevocationList = std::unique_ptr<X509_CRL, FreedBy<X509_CRL_free>>;

/// "cannot <tried>: <what OpenSSL reports>". Empties OpenSSL's queue of errors of this thread.
Error crypto_error(const std::string& tried);

}  // namespace seawind::lab
