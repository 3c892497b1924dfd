// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/document_editor.h"

namespace seawind::gui {

DocumentEditor::DocumentEditor(YamlDocument* document, const Places& places, QWidget* parent)
    : QWidget(parent),
      places_(places),
      document_(document),
      checker_(new Checker(*document, places, this)),
      editor_(new YamlEditor(*document, *checker_)),
      problems_(new ProblemList(*document, *checker_, nullptr)),
      notice_(new NoticeBar(this)) {
  connect(document, &YamlDocument::changed_on_disk, this, &DocumentEditor::changed_on_disk);
  connect(document, &YamlDocument::gone_from_disk, this, &DocumentEditor::gone_from_disk);
  connect(editor_, &YamlEditor::status_message, this, &DocumentEditor::status_message);
}

QString DocumentEditor::name() const {
  return document_->file().isEmpty() ? tr("unsaved")
                                     : QFileInfo(document_->file()).completeBaseName();
}

bool DocumentEditor::revert() {
  QString error;
  const bool done = document_->revert(error);
  if (done)
    follow_file();
  else
    notice_->show_notice(error, tr("Read it again"), [this] { revert(); });
  return done;
}

void DocumentEditor::changed_on_disk() {
  if (document_->is_modified())
    notice_->show_notice(tr("The file was changed on disk and has unsaved edits here."),
                         tr("Read it again, without the changes here"), [this] { revert(); });
  else if (revert())
    emit status_message(
        tr("%1 has changed on the disk and was read again.").arg(document_->file()));
}

void DocumentEditor::gone_from_disk(bool gone) {
  if (!gone) return follow_file();
  notice_->show_notice(tr("The file was removed from the disk; this editor still has its text."),
                       tr("Save it again"), [this] { emit save_requested(); });
}

QByteArray DocumentEditor::layout_state() const {
  QByteArray state;
  QDataStream out(&state, QIODevice::WriteOnly);
  for (const auto* splitter : splitters_) out << splitter->saveState();
  return state;
}

void DocumentEditor::restore_layout(const QByteArray& state) {
  QDataStream in(state);
  QList<QByteArray> states(splitters_.size());
  for (QByteArray& one : states) in >> one;
  if (in.status() != QDataStream::Ok) return;
  placed_ = true;
  for (qsizetype i = 0; i < states.size(); ++i) splitters_[i]->restoreState(states[i]);
}

}  // namespace seawind::gui
