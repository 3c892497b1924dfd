// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/open_documents.h"

namespace seawind::gui {

OpenDocuments& OpenDocuments::all() {
  static OpenDocuments documents;
  return documents;
}

void OpenDocuments::enter(YamlDocument& document) {
  documents_.append(&document);
  emit entered(&document);
}

void OpenDocuments::leave(YamlDocument& document) {
  documents_.removeOne(&document);
  emit left(&document);
}

}  // namespace seawind::gui
