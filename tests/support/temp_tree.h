// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of small files that is removed at the end of the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace seawind::test {

class TempTree {
 public:
  TempTree() {
    std::string pattern = (std::filesystem::temp_directory_path() / "seawind-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = std::filesystem::canonical(pattern);
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;
  ~TempTree() {
    std::error_code error;
    std::filesystem::remove_all(root_, error);
  }

  const std::filesystem::path& root() const { return root_; }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = root_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

  /// `text` with the folder's own path left out, so that it can be pinned.
  std::string without_root(std::string text) const {
    const std::string prefix = root_.string() + "/";
    for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;) {
      text.erase(at, prefix.size());
    }
    return text;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace seawind::test
