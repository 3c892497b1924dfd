// SPDX-License-Identifier: GPL-3.0-or-later
// The file operations of the library: create, rename, delete, import, save.
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUrl>

#include "gui/form/document_view.h"
#include "gui/form/overwrite.h"
#include "gui/library/library_model.h"
#include "gui/library/library_page.h"
#include "gui/library/new_file_dialog.h"
#include "gui/library/templates.h"
#include "gui/write_all.h"

namespace seawind::gui {

void LibraryPage::make_actions() {
  const auto add = [this](const char* name, const QString& text, const QString& tip,
                          const QKeySequence& key, const std::function<void()>& work) {
    auto* made = new QAction(text, this);
    made->setObjectName(name);
    made->setToolTip(tip);
    if (!key.isEmpty()) made->setShortcut(key);
    connect(made, &QAction::triggered, this, work);
    addAction(made);
    actions_ << made;
    return made;
  };
  add("new", tr("&New\u2026"), tr("Make a new file, empty or from a template"), QKeySequence::New,
      [this] { show_new_dialog({}); });
  auto* duplicate =
      add("duplicate", tr("&Duplicate\u2026"), tr("Make an own file that begins as the chosen one"),
          Qt::CTRL | Qt::Key_D, [this] { show_new_dialog(selected_file()); });
  auto* rename_it =
      add("rename", tr("&Rename\u2026"), tr("Give the chosen own file another name"), Qt::Key_F2,
          [this] {
            const QString file = selected_file();
            if (file.isEmpty() || places_.is_shipped(file)) return;
            show_name_dialog(tr("New name of %1:").arg(QFileInfo(file).completeBaseName()),
                             QFileInfo(file).completeBaseName(),
                             [this, file](const QString& name, QString& error) {
                               return rename(file, name, error);
                             });
          });
  auto* remove_it =
      add("delete", tr("Dele&te\u2026"), tr("Remove the chosen own file"), {}, [this] {
        const QString file = selected_file();
        if (file.isEmpty() || places_.is_shipped(file)) return;
        auto* box =
            new QMessageBox(QMessageBox::Question, tr("Delete a file"),
                            tr("Delete %1? It goes to the wastebasket if there is one.").arg(file),
                            QMessageBox::Yes | QMessageBox::Cancel, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        connect(box, &QMessageBox::finished, this, [this, file](int answer) {
          QString error;
          if (answer == QMessageBox::Yes && !remove(file, error)) say(error);
        });
        box->open();
      });
  add("save", tr("&Save"), tr("Write the file"), QKeySequence::Save, [this] {
    QString error;
    if (auto* view = current(); view != nullptr && !save(*view, view->document().file(), error)) {
      say(error);
    }
  });
  add("save_as", tr("Save &as\u2026"), tr("Write the text as another own file"),
      QKeySequence::SaveAs, [this] {
        auto* view = current();
        if (view == nullptr) return;
        const Kind kind = view->document().kind();
        const QString before = QFileInfo(view->document().file()).completeBaseName();
        show_name_dialog(tr("Name:"), free_name(kind, before.isEmpty() ? tr("new") : before),
                         [this, view, kind](const QString& name, QString& error) {
                           const QString file = places_.own_folder(kind) + '/' + name + ".yaml";
                           if (QFileInfo::exists(file)) {
                             error = tr("There is a file of this name already; choose another.");
                             return false;
                           }
                           return copy_data_files(view->document().text(), view->document().file(),
                                                  file, error) &&
                                  save(*view, file, error);
                         });
      });
  add("revert", tr("Re&vert"), tr("Back to what the file holds; can be undone"), {}, [this] {
    auto* view = current();
    if (view == nullptr) return;
    QString error;
    if (!view->document().revert(error)) say(error);
  });
  add("import", tr("&Import\u2026"), tr("Copy a YAML file into the own library"), {}, [this] {
    auto* dialog =
        new QFileDialog(this, tr("Import"), QDir::homePath(), tr("YAML files (*.yaml *.yml)"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
      for (const QString& file : files) {
        QString error;
        if (!import_file(file, error)) say(error);
      }
    });
    dialog->open();
  });
  auto* show = add("show_in_folder", tr("Show in &folder"),
                   tr("Open the folder of the chosen file"), {}, [this] {
                     const QString folder = QFileInfo(selected_file()).absolutePath();
                     if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder))) {
                       say(tr("No file manager is available. The file is in %1.").arg(folder));
                     }
                   });
  add("close", tr("&Close"), tr("Close the file in front"), QKeySequence::Close,
      [this] { close_tab(tabs_->currentIndex()); });
  auto* find = add("find", tr("Find a fi&le"), tr("Filter the library"),
                   Qt::CTRL | Qt::SHIFT | Qt::Key_F, [this] {
                     filter_->setFocus(Qt::ShortcutFocusReason);
                     filter_->selectAll();
                   });
  Q_UNUSED(find)
  tree_->addActions({duplicate, rename_it, remove_it, show});
}

QAction* LibraryPage::action(const QString& name) const {
  for (auto* one : actions_) {
    if (one->objectName() == name) return one;
  }
  return nullptr;
}

QString LibraryPage::free_name(Kind kind, const QString& name) const {
  const QDir folder(places_.own_folder(kind));
  QString free = name;
  for (int n = 2; folder.exists(free + ".yaml"); ++n) free = name + '-' + QString::number(n);
  return free;
}

bool LibraryPage::create(Kind kind, const QString& name, const QString& template_file,
                         QString& error) {
  if (name.isEmpty() || name.contains('/')) {
    error = tr("\"%1\" is no name for a file.").arg(name);
    return false;
  }
  const QString folder = places_.own_folder(kind);
  const QString file = folder + '/' + name + ".yaml";
  if (QFileInfo::exists(file)) {
    error = tr("%1 exists already; choose another name.").arg(file);
    return false;
  }
  QByteArray content = minimal_file(kind).toUtf8();
  if (!template_file.isEmpty()) {
    QFile from(template_file);
    if (!from.open(QIODevice::ReadOnly)) {
      error = tr("cannot read %1: %2").arg(template_file, from.errorString());
      return false;
    }
    content = from.readAll();
  }
  if (!QDir().mkpath(folder)) {
    error = tr("cannot make the folder %1").arg(folder);
    return false;
  }
  if (!template_file.isEmpty() &&
      !copy_data_files(QString::fromUtf8(content), template_file, file, error)) {
    return false;
  }
  QSaveFile out(file);
  if (!write_all(out, content)) {
    error = tr("cannot write %1: %2").arg(file, out.errorString());
    return false;
  }
  if (!folders_.directories().contains(folder)) folders_.addPath(folder);
  model_->rescan();
  return open_file(file) != nullptr;
}

bool LibraryPage::rename(const QString& file, const QString& name, QString& error) {
  const QFileInfo info(file);
  const QString target = info.absolutePath() + '/' + name + ".yaml";
  if (target == file) return true;
  if (places_.is_shipped(file)) {
    error = tr("%1 comes with Seawind and keeps its name.").arg(file);
    return false;
  }
  if (name.isEmpty() || name.contains('/')) {
    error = tr("\"%1\" is no name for a file.").arg(name);
    return false;
  }
  if (QFileInfo::exists(target)) {
    error = tr("%1 exists already; choose another name.").arg(target);
    return false;
  }
  auto* view = view_of(file);
  if (view != nullptr && view->document().is_modified()) {
    error = tr("%1 has changes that are not saved; save it first.").arg(file);
    return false;
  }
  QFile moved(file);
  if (!moved.rename(target)) {
    error = tr("cannot rename %1: %2").arg(file, moved.errorString());
    return false;
  }
  model_->rescan();
  if (view != nullptr) {
    close_tab(tabs_->indexOf(view), true);
    open_file(target);
  }
  const QModelIndex at = filtered_->mapFromSource(model_->index_of(target));
  if (at.isValid()) tree_->setCurrentIndex(at);
  return true;
}

bool LibraryPage::remove(const QString& file, QString& error) {
  if (places_.is_shipped(file)) {
    error = tr("%1 comes with Seawind and stays.").arg(file);
    return false;
  }
  QFile gone(file);
  // Qt moves the file to a wastebasket in the current directory if the data folder does not exist.
  QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
  if (!gone.moveToTrash() && !gone.remove()) {
    error = tr("cannot delete %1: %2").arg(file, gone.errorString());
    return false;
  }
  if (auto* view = view_of(file)) close_tab(tabs_->indexOf(view), true);
  model_->rescan();
  return true;
}

bool LibraryPage::import_file(const QString& file, QString& error) {
  QFile from(file);
  if (!from.open(QIODevice::ReadOnly)) {
    error = tr("cannot read %1: %2").arg(file, from.errorString());
    return false;
  }
  const auto kind = kind_of_file(file, places_);
  if (!kind) {
    error =
        tr("%1 is neither a link profile nor a router, a TCP variant or a workload: it has none "
           "of their keys.")
            .arg(file);
    return false;
  }
  if (*kind == Kind::kTestSet) {
    emit show_requested(QStringLiteral("file"), file);
    return true;
  }
  const bool here = file.startsWith(places_.own + '/') || places_.is_shipped(file);
  if (here) return open_file(file) != nullptr;
  return create(*kind, free_name(*kind, QFileInfo(file).completeBaseName()), file, error);
}

bool LibraryPage::save(DocumentView& view, const QString& file, QString& error) {
  auto& document = view.document();
  QString target = file;
  if (target.isEmpty()) {
    target =
        places_.own_folder(document.kind()) + '/' + free_name(document.kind(), tr("new")) + ".yaml";
  }
  if (places_.is_shipped(target)) {
    error = tr("%1 comes with Seawind and stays as it is; save it under another name.").arg(target);
    return false;
  }
  const QString folder = QFileInfo(target).absolutePath();
  if (!QDir().mkpath(folder)) {
    error = tr("cannot make the folder %1").arg(folder);
    return false;
  }
  const auto overwrite = confirm_overwrite(document, target, this);
  if (!overwrite || !document.save_as(target, error, *overwrite)) return false;
  view.set_read_only(false);
  model_->rescan();
  name_tab(view);
  emit status_message(tr("Saved %1.").arg(target));
  return true;
}

// --- dialogs

void LibraryPage::show_new_dialog(const QString& template_file) {
  Kind kind = Kind::kProfile;
  if (tree_->currentIndex().isValid()) {
    kind = model_->kind_of(filtered_->mapToSource(tree_->currentIndex()));
  }
  auto* dialog = new NewFileDialog(
      places_, kind, template_file,
      [this](Kind which, const QString& name, const QString& from, QString& error) {
        return create(which, name, from, error);
      },
      this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void LibraryPage::show_name_dialog(const QString& question, const QString& first,
                                   const std::function<bool(const QString&, QString&)>& done) {
  auto* dialog = new QInputDialog(this);
  dialog->setWindowTitle(tr("Library"));
  dialog->setLabelText(question);
  dialog->setTextValue(first);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QInputDialog::textValueSelected, this, [this, done](const QString& name) {
    QString error;
    if (!done(name.trimmed(), error)) say(error);
  });
  dialog->open();
}

void LibraryPage::edit_copy(DocumentView& view) {
  if (findChild<QInputDialog*>() != nullptr) return;  // the dialog is open
  const QString file = view.document().file();
  const Kind kind = view.document().kind();
  const QString name = QFileInfo(file).completeBaseName();
  show_name_dialog(
      tr("%1 comes with Seawind and stays as it is. Edit a copy of it, named:").arg(name),
      free_name(kind, name + "-copy"),
      [this, file, kind](const QString& wanted_name, QString& error) {
        return create(kind, wanted_name, file, error);
      });
}

}  // namespace seawind::gui
