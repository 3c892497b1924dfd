// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base64.h"

#include <openssl/evp.h>

#include <algorithm>

namespace seawind {

std::string base64(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock() appends a zero
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(length));
  return out;
}

/// EVP_DecodeBlock() also takes white space, so that the bytes are encoded again and compared.
std::optional<std::string> bytes_of_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0) return {};
  std::string out(text.size() / 4 * 3, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  if (length < 0) return {};
  const auto padding = std::count(text.end() - 2, text.end(), '=');
  out.resize(static_cast<std::size_t>(length - padding));
  if (base64(out) != text) return {};
  return out;
}

}  // namespace seawind
