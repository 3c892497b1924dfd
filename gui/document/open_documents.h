// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of all YamlDocuments of the application. Clients: the crash recovery of unsaved
// edits, the list of recent files, and the views of documents that extend or name other files. A
// document registers in its constructor and unregisters in its destructor. Documents of worker
// threads are not registered. GUI thread only.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class YamlDocument;

class OpenDocuments : public QObject {
  Q_OBJECT

 public:
  static OpenDocuments& all();
  const QList<YamlDocument*>& documents() const { return documents_; }

  /// Called by the constructor and the destructor of YamlDocument.
  void add(YamlDocument& document);
  void remove(YamlDocument& document);

 signals:
  void registered(YamlDocument* document);
  /// Emitted from the destructor of the document: only its address may be used.
  void unregistered(YamlDocument* document);
  /// Files that documents extend or name can have changed: a document was written or read again, or
  /// the user returns from another program.
  void files_changed();

 private:
  QList<YamlDocument*> documents_;
};

}  // namespace seawind::gui
