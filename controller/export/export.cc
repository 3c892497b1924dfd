// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/export.h"

#include <utility>

#include "common/error.h"

namespace seawind {

bool is_tcp(const FlowSpec& flow) {
  return flow.kind != FlowKind::kStream && flow.kind != FlowKind::kRoundTrips;
}

OutputFile::OutputFile(std::filesystem::path path)
    : temporary_(std::move(path)), file_(std::fopen(temporary_.path().c_str(), "wb")) {
  if (file_ == nullptr) throw system_error("create " + temporary_.target().string());
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
    throw system_error("write " + temporary_.target().string());
}

void OutputFile::close() {
  std::FILE* file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) throw system_error("write " + temporary_.target().string());
  temporary_.publish();
}

}  // namespace seawind
