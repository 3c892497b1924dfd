// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "common/error.h"

namespace seawind {

std::string sha256(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw Error("cannot compute a SHA-256 hash: the crypto library refused");
  }
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

}  // namespace seawind
