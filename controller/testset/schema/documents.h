// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of configuration files. For each, a JSON Schema and the tables of its reference page
// are generated from the Param options.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

namespace seawind {

struct DocumentKind {
  std::string folder;  // under configs/
  std::string schema;  // file under configs/schema/
  std::string page;    // file under docs/reference/
  std::string title;
  const google::protobuf::Descriptor* type;
};

const std::vector<DocumentKind>& document_kinds();

/// The complete text of the kind's schema file (JSON Schema, draft-07).
std::string json_schema(const DocumentKind& kind);

/// The text between the markers of the kind's reference page.
std::string key_tables(const DocumentKind& kind);

inline constexpr const char* kKeysBegin = "<!-- keys:begin -->\n";
inline constexpr const char* kKeysEnd = "<!-- keys:end -->\n";

/// `page` with the text between the markers replaced. Throws Error if the markers are missing.
std::string with_key_tables(const std::string& page, const std::string& tables);

}  // namespace seawind
