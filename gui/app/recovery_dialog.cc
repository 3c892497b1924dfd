// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/recovery_dialog.h"

#include <algorithm>
#include <utility>

#include "gui/app/main_window.h"
#include "gui/app/theme.h"
#include "gui/document/file_content.h"
#include "gui/document/open_documents.h"
#include "gui/document/yaml_document.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

QString remark_about(const LostEdits& edits) {
  if (edits.file.isEmpty())
    return RecoveryDialog::tr("It was never saved; it gets a file in your library.");
  if (edits.file_gone)
    return RecoveryDialog::tr("%1 is gone; the text gets a file in your library.").arg(edits.file);
  if (edits.file_changed)
    return RecoveryDialog::tr(
               "%1 was changed by another program after these edits began. "
               "Restored edits replace the file's text in the editor; "
               "the file stays as it is until you save.")
        .arg(edits.file);
  return edits.file;
}

QPlainTextEdit* make_view(const QString& name) {
  auto* view = new QPlainTextEdit;
  view->setReadOnly(true);
  view->setFont(fixed_font());
  view->setAccessibleName(name);
  view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return view;
}

/// Creates an empty file in the user's library for edits without a file. Returns an empty string if
/// that is not possible.
QString make_file(const LostEdits& edits, const Places& places) {
  const QString folder = places.own_folder(edits.kind);
  QDir().mkpath(folder);
  const QString stem =
      edits.file.isEmpty() ? schema_of(edits.kind) : QFileInfo(edits.file).completeBaseName();
  for (int i = 1;; ++i) {
    QFile file(QString("%1/%2-recovered%3.yaml")
                   .arg(folder, stem, i == 1 ? QString() : QString("-%1").arg(i)));
    if (file.exists()) continue;
    return file.open(QIODevice::WriteOnly) ? file.fileName() : QString();
  }
}

}  // namespace

RecoveryDialog::RecoveryDialog(std::vector<LostEdits> lost, QWidget* parent)
    : QDialog(parent),
      lost_(std::move(lost)),
      list_(new QTreeWidget),
      remark_(new QLabel),
      edits_(make_view(tr("Unsaved edits"))),
      file_(make_view(tr("The file as it is"))) {
  setWindowTitle(tr("Unsaved edits"));
  resize(760, 620);
  auto* intro =
      new QLabel(tr("Seawind ended without saving these edits. The selected edits are restored in "
                    "their editors; no existing file is changed until you save."));
  intro->setWordWrap(true);
  remark_->setWordWrap(true);
  list_->setAccessibleName(tr("Unsaved edits"));
  list_->setHeaderLabels({tr("File"), tr("Edited"), tr("Remark")});
  list_->setRootIsDecorated(false);
  for (const auto& edits : lost_) {
    auto* item =
        new QTreeWidgetItem(list_, {edits.file.isEmpty() ? tr("New %1").arg(schema_of(edits.kind))
                                                         : QFileInfo(edits.file).fileName(),
                                    QLocale().toString(edits.written, QLocale::ShortFormat),
                                    edits.file_gone      ? tr("the file is gone")
                                    : edits.file_changed ? tr("the file was changed since")
                                                         : QString()});
    item->setCheckState(0, Qt::Checked);
    item->setToolTip(0, edits.file);
  }
  list_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list_->setMaximumHeight(list_->sizeHintForRow(0) * 8);
  auto* tabs = new QTabWidget;
  tabs->setAccessibleName(tr("Texts"));
  tabs->addTab(edits_, tr("&Unsaved edits"));
  tabs->addTab(file_, tr("The &file as it is"));
  auto* buttons = new QDialogButtonBox;
  buttons->addButton(tr("&Restore selected"), QDialogButtonBox::AcceptRole)->setDefault(true);
  buttons->addButton(tr("&Decide later"), QDialogButtonBox::RejectRole);
  auto* none = buttons->addButton(tr("Discard &all"), QDialogButtonBox::DestructiveRole);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(none, &QPushButton::clicked, this, [this] {
    for (int i = 0; i < list_->topLevelItemCount(); ++i)
      list_->topLevelItem(i)->setCheckState(0, Qt::Unchecked);
    accept();
  });
  add_items(new QVBoxLayout(this), {intro, list_, remark_, {tabs, 1}, buttons});
  connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (item != nullptr) show_edits(list_->indexOfTopLevelItem(item));
  });
  list_->setCurrentItem(list_->topLevelItem(0));
}

std::vector<LostEdits> RecoveryDialog::chosen(Qt::CheckState state) const {
  std::vector<LostEdits> chosen;
  for (std::size_t i = 0; i < lost_.size(); ++i)
    if (list_->topLevelItem(static_cast<int>(i))->checkState(0) == state)
      chosen.push_back(lost_[i]);
  return chosen;
}

std::vector<LostEdits> RecoveryDialog::wanted() const {
  return chosen(Qt::Checked);
}

std::vector<LostEdits> RecoveryDialog::unwanted() const {
  return chosen(Qt::Unchecked);
}

void RecoveryDialog::show_edits(int index) {
  const LostEdits& edits = lost_[static_cast<std::size_t>(index)];
  remark_->setText(remark_about(edits));
  edits_->setPlainText(edits.text);
  QString ignored;
  const auto now = read_all(edits.file, ignored);
  file_->setPlainText(now ? QString::fromUtf8(*now) : tr("(there is none)"));
}

bool restore_edits(MainWindow& window, Recovery& recovery, const LostEdits& edits) {
  QString file = edits.file;
  if (file.isEmpty() || edits.file_gone) file = make_file(edits, window.places());
  if (file.isEmpty() || !window.route("file", file)) return false;
  const auto& documents = OpenDocuments::all().documents();
  const auto opened = std::ranges::find_if(
      documents, [&](const YamlDocument* document) { return document->file() == file; });
  if (opened == documents.end()) return false;
  recovery.restore(edits, **opened);
  return true;
}

void offer_lost_edits(MainWindow& window, Recovery& recovery, const std::vector<LostEdits>& lost) {
  auto* dialog = new RecoveryDialog(lost, &window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QDialog::accepted, &window, [&window, &recovery, dialog] {
    for (const auto& edits : dialog->unwanted()) recovery.discard(edits);
    for (const auto& edits : dialog->wanted())
      if (!restore_edits(window, recovery, edits))
        window.show_message(
            RecoveryDialog::tr("The edits of %1 cannot be restored; they are kept in %2")
                .arg(edits.file, edits.record));
  });
  dialog->open();
}

}  // namespace seawind::gui
