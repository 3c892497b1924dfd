// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/packed.h"

#include <zlib.h>

#include <memory>
#include <new>

#include "common/base64.h"
#include "controller/report/gzip.h"

namespace seawind {
std::string packed(const std::string& text) {
  return base64(gzip(text));
}

std::optional<std::string> unpacked(std::string_view data, std::size_t largest) {
  auto bytes = bytes_of_base64(data);
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
