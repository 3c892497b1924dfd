// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits survive a crash: while a document has unsaved edits, a copy of its text (a record)
// is in the state folder.
//
// 1. Each session has a folder with a lock file. Records of a session whose process has ended are
//    lost edits; the next start offers them.
// 2. A changed text is written at most kDelay after the change, in a worker thread, to a temporary
//    file that is then renamed. A record is therefore always complete.
// 3. Saving, undoing all edits and closing a document remove its record. The destructor removes the
//    folder of the session.
#pragma once

#include <QtWidgets>
#include <chrono>
#include <memory>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

class YamlDocument;

/// Unsaved edits of a session that crashed.
struct LostEdits {
  QString record;  // the file that holds the edits
  Kind kind = Kind::kProfile;
  QString file;  // the file of the document; empty: it was never saved
  QString text;
  QDateTime written;
  bool file_changed = false;  // by another program, since the edits began
  bool file_gone = false;
};

class Recovery : public QObject {
  Q_OBJECT

 public:
  static constexpr std::chrono::milliseconds kDelay{200};

  /// $XDG_STATE_HOME/seawind/recovery; ~/.local/state/seawind/recovery if that is not set.
  static QString standard_folder();

  /// Creates a session in `folder` and records all documents of OpenDocuments from now on.
  explicit Recovery(QString folder, QObject* parent = nullptr);
  ~Recovery() override;

  /// The edits of crashed sessions, oldest first.
  std::vector<LostEdits> lost() const;
  /// Replaces the text of `document` as one undo step, and removes the record of `edits` once the
  /// new record is written.
  void restore(const LostEdits& edits, YamlDocument& document);
  /// Removes the record of `edits`.
  void discard(const LostEdits& edits);

 signals:
  /// Unsaved edits cannot be written; `why` is the reason. Emitted for the first failure and again
  /// only after a successful write.
  void failed(const QString& why);
  /// All changes are written: the records equal the texts of the modified documents.
  void written();

 private:
  struct Watched {
    QString record;
    QByteArray base;  // SHA-256 of the text when it was last loaded or saved
  };
  void watch(YamlDocument& document);
  /// Schedules write_all() at most kDelay later.
  void schedule_write(YamlDocument& document);
  /// Takes the text of an unmodified document as the base of later edits.
  void update_base(YamlDocument& document);
  /// Writes the records of the touched documents and removes those of unmodified ones.
  void write_all();
  /// A write has ended; `problem` is empty if it succeeded.
  void write_finished(const QString& problem);

  QString folder_;
  QString session_;
  std::unique_ptr<QLockFile> lock_;
  QHash<const QObject*, Watched> watched_;
  QSet<YamlDocument*> touched_;
  QThreadPool pool_;  // one thread: writes keep their order
  QTimer timer_;
  int number_ = 0;
  int writing_ = 0;
  bool has_failed_ = false;
};

}  // namespace seawind::gui
