// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/packed.h"

#include <openssl/evp.h>
#include <zlib.h>

#include <stdexcept>

namespace seawind {
namespace {

std::string gzip(const std::string& text) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;  // the largest window, with gzip's header
  if (deflateInit2(&stream, 6, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::logic_error("deflateBound() was not sufficient");
  return out;
}

}  // namespace

std::string packed(const std::string& text) {
  const std::string bytes = gzip(text);
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock() appends a zero
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(length));
  return out;
}

}  // namespace seawind
