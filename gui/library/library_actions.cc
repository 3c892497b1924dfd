// SPDX-License-Identifier: GPL-3.0-or-later
// The file operations of the library: create, rename, delete, import.

#include "gui/document/file_content.h"
#include "gui/document/kind_of_file.h"
#include "gui/library/library_model.h"
#include "gui/library/library_page.h"
#include "gui/library/new_file_dialog.h"
#include "gui/write_all.h"

namespace seawind::gui {
namespace {

/// The smallest valid file of the kind. A test set consists of its description only.
QString minimal_file(Kind kind) {
  const QString line = QStringLiteral("description: new\n");
  switch (kind) {
    case Kind::kProfile:
      return line + QStringLiteral(
                        "\ndownlink:\n  rate_base: 64kbit/s\n  propagation_delay: 300ms\n"
                        "  link_send_buffer_size: 20pkt\n"
                        "\nuplink:\n  rate_base: 64kbit/s\n  propagation_delay: 300ms\n"
                        "  link_send_buffer_size: 20pkt\n");
    case Kind::kRouter:
      return line + QStringLiteral("\nroot:\n  tail_drop:\n    limit: 20pkt\n");
    case Kind::kTcp:
      return line + QStringLiteral("\nsysctl:\n  tcp_congestion_control: reno\n");
    case Kind::kWorkload:
      return line + QStringLiteral(
                        "\nflows:\n  - name: bulk\n    role: bulk\n    direction: down\n"
                        "    start: 0s\n    bulk_tcp: {size: 343040B}\n");
    case Kind::kTestSet:
      return line;
  }
  return line;
}

}  // namespace

void LibraryPage::make_actions() {
  add_action("new", tr("&New\u2026"), tr("Make a new file, empty or from a template"),
             QKeySequence::New, [this] { show_new_dialog({}); });
  auto* duplicate = add_action("duplicate", tr("&Duplicate\u2026"),
                               tr("Make an own file that begins as the chosen one"),
                               Qt::CTRL | Qt::Key_D, [this] { show_new_dialog(selected_file()); });
  auto* rename_it = add_action("rename", tr("&Rename\u2026"),
                               tr("Give the chosen own file another name"), Qt::Key_F2, [this] {
                                 const QString file = selected_file();
                                 const QString name = QFileInfo(file).completeBaseName();
                                 show_name_dialog(tr("New name of %1:").arg(name), name,
                                                  [this, file](const QString& now, QString& error) {
                                                    return rename(file, now, error);
                                                  });
                               });
  auto* remove_it = add_action("delete", tr("Dele&te\u2026"), tr("Remove the chosen own file"), {},
                               [this] { remove_selected(); });
  add_document_actions();
  add_action(
      "import", tr("&Import\u2026"), tr("Copy a YAML file into the own library"), {}, [this] {
        for (const QString& file :
             QFileDialog::getOpenFileNames(this, tr("Import"), QDir::homePath(), filter_text()))
          drop_file(file);
      });
  auto* show =
      add_action("show_in_folder", tr("Show in &folder"), tr("Open the folder of the chosen file"),
                 {}, [this] {
                   const QString folder = QFileInfo(selected_file()).absolutePath();
                   if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
                     show_error(tr("No file manager is available. The file is in %1.").arg(folder));
                 });
  add_action("find", tr("Find a fi&le"), tr("Filter the library"), Qt::CTRL | Qt::SHIFT | Qt::Key_F,
             [this] {
               filter_->setFocus(Qt::ShortcutFocusReason);
               filter_->selectAll();
             });
  tree_->addActions({duplicate, rename_it, remove_it, show});
  // The picture of a router has the same keys, which would be ambiguous there.
  for (QAction* of_tree : {duplicate, rename_it}) {
    removeAction(of_tree);
    of_tree->setShortcutContext(Qt::WidgetShortcut);
  }
}

void LibraryPage::remove_selected() {
  const QString file = selected_file();
  auto* box =
      new QMessageBox(QMessageBox::Question, tr("Delete a file"),
                      tr("Delete %1? It goes to the wastebasket if there is one.").arg(file),
                      QMessageBox::Yes | QMessageBox::Cancel, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::finished, this, [this, file](int answer) {
    QString error;
    if (answer == QMessageBox::Yes && !remove(file, error)) show_error(error);
  });
  box->open();
}

bool LibraryPage::create(Kind kind, const QString& name, const QString& template_file,
                         QString& error) {
  if (error = problem_of_name(kind, name); !error.isEmpty()) return false;
  const QString folder = places_.own_folder(kind);
  const QString file = folder + '/' + name + ".yaml";
  if (QFileInfo::exists(file)) {
    error = tr("%1 exists already; choose another name.").arg(file);
    return false;
  }
  QByteArray content = minimal_file(kind).toUtf8();
  if (!template_file.isEmpty()) {
    const auto read = read_all(template_file, error);
    if (!read) return false;
    content = *read;
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
    error = tr("%1 is part of Seawind and cannot be renamed.").arg(file);
    return false;
  }
  if (error = problem_of_name(Kind::kProfile, name); !error.isEmpty()) return false;
  if (QFileInfo::exists(target)) {
    error = tr("%1 exists already; choose another name.").arg(target);
    return false;
  }
  auto* view = editor_of(file);
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
    close_editor(*view);
    open_file(target);
  }
  const QModelIndex at = filtered_->mapFromSource(model_->index_of(target));
  if (at.isValid()) tree_->setCurrentIndex(at);
  return true;
}

bool LibraryPage::remove(const QString& file, QString& error) {
  if (places_.is_shipped(file)) {
    error = tr("%1 is part of Seawind and cannot be deleted.").arg(file);
    return false;
  }
  QFile gone(file);
  // Qt moves the file to a wastebasket in the current directory if the data folder does not exist.
  QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
  if (!gone.moveToTrash() && !gone.remove()) {
    error = tr("cannot delete %1: %2").arg(file, gone.errorString());
    return false;
  }
  if (auto* view = editor_of(file)) drop_editor(*view);
  model_->rescan();
  return true;
}

bool LibraryPage::import_file(const QString& file, QString& error) {
  if (!read_all(file, error)) return false;
  const auto kind = kind_of_file(file, places_);
  const bool here = file.startsWith(places_.own + '/') || places_.is_shipped(file);
  if (!kind) {
    error = unknown_kind(file);
    return false;
  }
  if (here || *kind == Kind::kTestSet) {
    open_file(file);  // shows its own errors
    return true;
  }
  return create(*kind, free_name(places_.own_folder(*kind), QFileInfo(file).completeBaseName()),
                file, error);
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
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, question, done](const QString& name) {
            QString error;
            // The name stays for correction.
            if (!done(name.trimmed(), error))
              show_name_dialog(error + "\n\n" + question, name, done);
          });
  dialog->open();
}

void LibraryPage::edit_copy(DocumentView& view) {
  if (findChild<QInputDialog*>() != nullptr) return;  // the dialog is open
  const QString file = view.document().file();
  const Kind kind = view.document().kind();
  const QString name = QFileInfo(file).completeBaseName();
  show_name_dialog(
      tr("%1 is part of Seawind and cannot be changed. Edit a copy of it, named:").arg(name),
      free_name(places_.own_folder(kind), name + "-copy"),
      [this, file, kind](const QString& wanted_name, QString& error) {
        return create(kind, wanted_name, file, error);
      });
}

}  // namespace seawind::gui
