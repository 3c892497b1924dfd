// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include "common/config/rules.h"
#include "controller/testset/schema/documents.h"

namespace seawind {
namespace {

void collect_words(const google::protobuf::Descriptor& type, std::set<const void*>& seen,
                   std::set<std::string>& all) {
  if (!seen.insert(&type).second) return;
  for (int i = 0; i < type.field_count(); ++i) {
    const auto& field = *type.field(i);
    const Param& rules = config::rules_of(field);
    for (const std::string& text : {rules.element(), rules.word()}) {
      if (!text.empty()) all.insert(text);
    }
    if (field.message_type() != nullptr) collect_words(*field.message_type(), seen, all);
  }
}

}  // namespace

std::string words_header() {
  std::set<const void*> seen;
  std::set<std::string> all;
  for (const DocumentKind& kind : document_kinds()) collect_words(*kind.type, seen, all);
  std::string text =
      "// SPDX-License-Identifier: GPL-3.0-or-later\n"
      "// The words of parameters in the .proto files, for lupdate. Written by seawind-schema.\n"
      "#pragma once\n\n#include <QtGlobal>\n\n"
      "inline constexpr const char* kParameterWords[] = {\n";
  for (const std::string& word : all) {
    text += "    QT_TRANSLATE_NOOP(\"seawind::gui::PathElement\", \"" + word + "\"),\n";
  }
  return text + "};\n";
}

}  // namespace seawind
