// SPDX-License-Identifier: GPL-3.0-or-later
// A crash loses no edits: while a document has unsaved edits, its text is in the state folder.
//
// 1. Every session has a folder of its own with a lock; the edits of a session whose program is
//    gone are lost ones, to be offered at the next start.
// 2. A text is written at most kDelay after it changed, in a thread, beside and renamed: what is
//    there is always a whole text.
// 3. Saving, undoing all and closing a document remove what was written of it; the end of the
//    session removes its folder.
#pragma once

#include <QDateTime>
#include <QHash>
#include <QLockFile>
#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QTimer>
#include <chrono>
#include <memory>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

class YamlDocument;

/// Unsaved edits of a session that crashed.
struct LostEdits {
  QString record;  // the file that holds them
  Kind kind = Kind::kProfile;
  QString file;  // the document's; empty: it never had one
  QString text;
  QDateTime written;
  bool file_changed = false;  // since the edits were begun, by somebody else
  bool file_gone = false;
};

class Recovery : public QObject {
  Q_OBJECT

 public:
  static constexpr std::chrono::milliseconds kDelay{200};

  /// ~/.local/state/seawind/recovery, as $XDG_STATE_HOME says.
  static QString standard_folder();

  /// Begins a session in `folder` and looks after all open documents from now on.
  explicit Recovery(QString folder, QObject* parent = nullptr);
  ~Recovery() override;

  /// Of the sessions that crashed, oldest first.
  std::vector<LostEdits> lost() const;
  /// Puts the edits into the document of their file as one step of undo, and forgets them.
  void restore(const LostEdits& edits, YamlDocument& document);
  /// They are not wanted.
  void forget(const LostEdits& edits);

 signals:
  /// Unsaved edits cannot be kept: why. Told once until it works again.
  void failed(const QString& why);
  /// What is in the folder is what is in the documents.
  void written();

 private:
  struct Watched {
    QString record;
    QByteArray base;  // SHA-256 of the text as last loaded or saved
  };
  void watch(YamlDocument& document);
  void touch(YamlDocument& document);
  void settle(YamlDocument& document);
  void write_all();
  void note(const QString& problem);

  QString folder_;
  QString session_;
  std::unique_ptr<QLockFile> lock_;
  QHash<const QObject*, Watched> watched_;
  QSet<YamlDocument*> touched_;
  QThreadPool pool_;  // one thread: writes stay in order
  QTimer timer_;
  int number_ = 0;
  int writing_ = 0;
  bool has_failed_ = false;
};

}  // namespace seawind::gui
