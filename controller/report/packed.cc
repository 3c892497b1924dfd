// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/packed.h"

#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <new>

#include "controller/report/gzip.h"

namespace seawind {
namespace {

std::string base64(const std::string& bytes) {
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock() appends a zero
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(length));
  return out;
}

/// EVP_DecodeBlock() also takes white space, so that the bytes are encoded again and compared.
std::optional<std::string> bytes_of(std::string_view data) {
  if (data.empty() || data.size() % 4 != 0) return {};
  std::string out(data.size() / 4 * 3, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(data.data()),
                                     static_cast<int>(data.size()));
  if (length < 0) return {};
  const auto padding = std::count(data.end() - 2, data.end(), '=');
  out.resize(static_cast<std::size_t>(length - padding));
  if (base64(out) != data) return {};
  return out;
}

}  // namespace

std::string packed(const std::string& text) {
  return base64(gzip(text));
}

std::optional<std::string> unpacked(std::string_view data, std::size_t largest) {
  auto bytes = bytes_of(data);
  if (!bytes) return {};
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> end(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(bytes->data());
  stream.avail_in = static_cast<uInt>(bytes->size());
  std::string out;
  std::string block(std::size_t{1} << 16U, '\0');
  int result = Z_OK;
  while (result == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    result = inflate(&stream, Z_NO_FLUSH);
    out.append(block, 0, block.size() - stream.avail_out);
    if (out.size() > largest) return {};
  }
  if (result != Z_STREAM_END || stream.avail_in != 0) return {};
  return out;
}

}  // namespace seawind
