// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>

namespace seawind {

std::string gzip(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&deflateEnd)> end(&stream, deflateEnd);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  // zlib counts in 32 bits.
  constexpr std::size_t kPart = std::numeric_limits<uInt>::max();
  std::size_t read = 0;
  int result = Z_OK;
  while (result == Z_OK) {
    const std::size_t part = std::min(text.size() - read, kPart);
    const std::size_t room = std::min(out.size() - stream.total_out, kPart);
    stream.avail_in = static_cast<uInt>(part);
    stream.avail_out = static_cast<uInt>(room);
    result = deflate(&stream, read + part == text.size() ? Z_FINISH : Z_NO_FLUSH);
    read += part - stream.avail_in;
  }
  if (result != Z_STREAM_END) throw std::logic_error("deflateBound() was not sufficient");
  out.resize(stream.total_out);
  return out;
}

}  // namespace seawind
