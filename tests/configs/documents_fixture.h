// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration files, schemas and reference pages of the repository.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "controller/testset/schema/documents.h"
#include "controller/testset/testset.pb.h"

namespace seawind::test {

inline std::filesystem::path source_root() {
  return SEAWIND_SOURCE_DIR;
}

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Every YAML file of a kind, sorted. Throws if there is no such folder.
inline std::vector<std::filesystem::path> shipped(const DocumentKind& kind) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_root() / "configs" / kind.folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::unique_ptr<google::protobuf::Message> new_message(const DocumentKind& kind) {
  return std::unique_ptr<google::protobuf::Message>(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(kind.type)->New());
}

/// The ```yaml blocks of a page whose first line is "# folder/name.yaml": that name and the text.
inline std::vector<std::pair<std::string, std::string>> examples(const std::string& page) {
  std::vector<std::pair<std::string, std::string>> found;
  const std::string fence = "```yaml\n# ";
  for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos;) {
    const std::size_t name = at + fence.size();
    const std::size_t body = page.find('\n', name) + 1;
    const std::size_t end = page.find("```\n", body);
    found.emplace_back(page.substr(name, body - 1 - name), page.substr(body, end - body));
    at = end;
  }
  return found;
}

}  // namespace seawind::test
