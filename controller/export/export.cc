// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/export.h"

#include <utility>

#include "common/directory.h"
#include "common/error.h"

namespace seawind {

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)),
      aside_(make_temporary_beside(path_)),
      file_(std::fopen(aside_.c_str(), "wb")) {
  if (file_ == nullptr) throw system_error("create " + aside_.string());
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(aside_, ignored);
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
    throw system_error("write " + aside_.string());
}

void OutputFile::close() {
  std::FILE* file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) {
    const Error error = system_error("write " + aside_.string());
    std::error_code ignored;
    std::filesystem::remove(aside_, ignored);
    throw error;
  }
  std::filesystem::rename(aside_, path_);
}

}  // namespace seawind
