// SPDX-License-Identifier: GPL-3.0-or-later
// Every YamlDocument there is in the application, for whoever looks after all of them: what keeps
// unsaved edits over a crash, and the list of recent files. Documents enter in their constructor
// and leave in their destructor; those of worker threads do not take part. GUI thread only.
#pragma once

#include <QList>
#include <QObject>

namespace seawind::gui {

class YamlDocument;

class OpenDocuments : public QObject {
  Q_OBJECT

 public:
  static OpenDocuments& all();
  const QList<YamlDocument*>& documents() const { return documents_; }

  void enter(YamlDocument& document);
  void leave(YamlDocument& document);

 signals:
  void entered(YamlDocument* document);
  /// It is being destroyed: only its address may be used.
  void left(YamlDocument* document);

 private:
  QList<YamlDocument*> documents_;
};

}  // namespace seawind::gui
