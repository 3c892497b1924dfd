// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/open_documents.h"

namespace seawind::gui {
namespace {

/// Documents that worker threads create are not registered.
bool is_of_the_window() {
  return QCoreApplication::instance() != nullptr &&
         QThread::currentThread() == QCoreApplication::instance()->thread();
}

}  // namespace

OpenDocuments& OpenDocuments::all() {
  static OpenDocuments documents;
  return documents;
}

void OpenDocuments::add(YamlDocument& document) {
  if (!is_of_the_window()) return;
  documents_.append(&document);
  emit registered(&document);
}

void OpenDocuments::remove(YamlDocument& document) {
  if (!is_of_the_window()) return;
  documents_.removeOne(&document);
  emit unregistered(&document);
}

}  // namespace seawind::gui
