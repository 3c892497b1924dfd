// SPDX-License-Identifier: GPL-3.0-or-later
// The document's file: reading, writing, and changes by other programs.

#include "common/utf8.h"
#include "gui/document/file_content.h"
#include "gui/document/open_documents.h"
#include "gui/document/yaml_document.h"
#include "gui/write_all.h"

namespace seawind::gui {
namespace {

constexpr QByteArrayView kMark(kByteOrderMark.data(), kByteOrderMark.size());

QByteArray hash_of(const QByteArray& bytes) {
  return QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
}

// Nothing if there is no file. A file that cannot be read differs from every text.
std::optional<QByteArray> hash_on_disk(const QString& file) {
  if (!QFileInfo::exists(file)) return {};
  QString ignored;
  return hash_of(read_all(file, ignored).value_or(QByteArray("\xff")));
}

struct Content {
  QByteArray bytes;
  QString text;
  bool has_mark = false;  // the file begins with a byte order mark
};

std::optional<Content> read_text(const QString& file, QString& error) {
  auto bytes = read_all(file, error);
  if (!bytes) return {};
  Content content;
  content.bytes = std::move(*bytes);
  content.has_mark = content.bytes.startsWith(kMark);
  const QByteArray text = content.bytes.mid(content.has_mark ? kMark.size() : 0);
  content.text = QString::fromUtf8(text);
  if (content.text.toUtf8() == text) return content;
  error = YamlDocument::tr("Cannot open %1: it is not UTF-8 text. Convert it to UTF-8 first.")
              .arg(file);
  return {};
}

}  // namespace

bool YamlDocument::load(const QString& file, QString& error) {
  const auto read = read_text(file, error);
  if (!read) return false;
  reset(read->text, QFileInfo(file).absoluteFilePath());
  has_mark_ = read->has_mark;
  set_known_content(read->bytes);
  return true;
}

bool YamlDocument::revert(QString& error) {
  const auto read = read_text(file_, error);
  if (!read) return false;
  set_text(read->text, tr("Revert"));
  has_mark_ = read->has_mark;
  set_known_content(read->bytes);
  undo_.setClean();
  emit OpenDocuments::all().files_changed();
  return true;
}

bool YamlDocument::save_as(const QString& file, QString& error, Overwrite overwrite) {
  if (file.isEmpty()) {
    error = tr("The document has no file yet. Choose a name for it.");
    return false;
  }
  const QString target = QFileInfo(file).absoluteFilePath();
  if (target == file_ && overwrite == Overwrite::kIfUnchanged && is_changed_on_disk()) {
    error = tr("Not saved: %1 was changed by another program since it was opened here. Save under "
               "another name, open the file again, or overwrite it.")
                .arg(target);
    return false;
  }
  const QByteArray bytes = (has_mark_ ? kMark.toByteArray() : QByteArray()) + text_.toUtf8();
  if (!write(target, bytes, error)) return false;
  set_known_content(bytes);
  set_file(target);
  undo_.setClean();
  emit OpenDocuments::all().files_changed();
  return true;
}

bool YamlDocument::write(const QString& file, const QByteArray& bytes, QString& error) {
  const QFileInfo folder(QFileInfo(file).absolutePath());
  if (!QDir().mkpath(folder.filePath())) {
    error = tr("Cannot save %1: the folder %2 cannot be made. Choose a folder you may write to.")
                .arg(file, folder.filePath());
    return false;
  }
  if (const QFileInfo old(file); old.exists() && !old.isFile()) {
    error = tr("Cannot save %1: it is not a regular file. Choose another name.").arg(file);
    return false;
  }
  QSaveFile out(file);
  if (write_all(out, bytes)) {
    return true;
  }
  const bool denied =
      out.error() == QFileDevice::OpenError || out.error() == QFileDevice::PermissionsError;
  error = tr("Cannot save %1: %2. The file on disk is as it was. %3")
              .arg(file, out.errorString(),
                   denied ? tr("Choose a folder you may write to.")
                          : tr("Make room on the disk, or choose another folder."));
  return false;
}

void YamlDocument::set_file(const QString& file) {
  const bool other = file != file_;
  file_ = file;
  watch();
  if (other) emit file_changed(file_);
}

// Takes the present content of the file as the known one.
void YamlDocument::accept_disk_content(const QString& file) {
  saved_ = file.isEmpty() ? QByteArray() : hash_on_disk(file).value_or(QByteArray());
  notified_ = saved_;
}

void YamlDocument::set_known_content(const QByteArray& bytes) {
  saved_ = hash_of(bytes);
  notified_ = saved_;
}

bool YamlDocument::is_changed_on_disk() const {
  if (file_.isEmpty() || saved_.isEmpty()) return false;
  const auto now = hash_on_disk(file_);
  return now && *now != saved_;
}

// Watches the folder as well: a program that writes a temporary file and renames it replaces the
// watched file.
void YamlDocument::watch() {
  if (watcher_ != nullptr) {
    watcher_->disconnect(this);
    watcher_->deleteLater();  // a signal of the watcher can be on the call stack
  }
  watcher_ = nullptr;
  if (file_.isEmpty()) return;
  watcher_ = new QFileSystemWatcher(this);
  for (const QString& path : {file_, QFileInfo(file_).absolutePath()}) {
    if (QFileInfo::exists(path)) watcher_->addPath(path);
  }
  connect(watcher_, &QFileSystemWatcher::fileChanged, this, &YamlDocument::check_disk);
  connect(watcher_, &QFileSystemWatcher::directoryChanged, this, &YamlDocument::check_disk);
}

void YamlDocument::check_disk() {
  if (QFileInfo::exists(file_) && !watcher_->files().contains(file_)) watcher_->addPath(file_);
  const QByteArray now = hash_on_disk(file_).value_or(QByteArray());
  if (now == notified_ || saved_.isEmpty()) return;
  const bool was_gone = notified_.isEmpty();
  notified_ = now;
  if (now.isEmpty() || (was_gone && now == saved_))
    emit gone_from_disk(now.isEmpty());
  else if (now != saved_)
    emit changed_on_disk();
}

}  // namespace seawind::gui
