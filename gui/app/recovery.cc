// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/recovery.h"

#include <algorithm>
#include <utility>

#include "common/utf8.h"
#include "gui/document/file_content.h"
#include "gui/document/open_documents.h"
#include "gui/document/yaml_document.h"
#include "gui/write_all.h"

namespace seawind::gui {
namespace {

constexpr char kLockName[] = "lock";

/// SHA-256 in hexadecimal, without the byte order mark some editors write: YamlDocument::text()
/// does not contain it.
QByteArray digest(QByteArray bytes) {
  constexpr QByteArrayView kMark(kByteOrderMark.data(), kByteOrderMark.size());
  if (bytes.startsWith(kMark)) bytes.remove(0, kMark.size());
  return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

QString write_whole(const QString& file, const QByteArray& bytes) {
  QSaveFile out(file);
  if (write_all(out, bytes)) return {};
  return Recovery::tr("cannot write %1: %2").arg(file, out.errorString());
}

std::optional<LostEdits> read_record(const QString& record) {
  QFile in(record);
  if (!in.open(QIODevice::ReadOnly)) return std::nullopt;
  const QJsonObject json = QJsonDocument::fromJson(in.readAll()).object();
  if (!json["text"].isString()) return std::nullopt;
  LostEdits edits{.record = record,
                  .file = json["file"].toString(),
                  .text = json["text"].toString(),
                  .written = QFileInfo(record).lastModified()};
  for (const Kind kind : kKinds)
    if (schema_of(kind) == json["kind"].toString()) edits.kind = kind;
  if (edits.file.isEmpty()) return edits;
  edits.file_gone = !QFile::exists(edits.file);
  QString ignored;
  const auto now = read_all(edits.file, ignored);
  edits.file_changed =
      !edits.file_gone && (!now || QString::fromLatin1(digest(*now)) != json["base"].toString());
  return edits;
}

/// Removes the folder of a session that has no records left.
void remove_if_empty(const QString& session) {
  if (QDir(session).entryList({"*.json"}, QDir::Files).isEmpty()) QDir(session).removeRecursively();
}

}  // namespace

QString Recovery::standard_folder() {
  QString state = qEnvironmentVariable("XDG_STATE_HOME");
  if (state.isEmpty()) state = QDir::homePath() + "/.local/state";
  return state + "/seawind/recovery";
}

Recovery::Recovery(QString folder, QObject* parent)
    : QObject(parent),
      folder_(std::move(folder)),
      session_(folder_ + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      lock_(std::make_unique<QLockFile>(session_ + '/' + kLockName)) {
  pool_.setMaxThreadCount(1);
  timer_.setSingleShot(true);
  timer_.setInterval(kDelay);
  connect(&timer_, &QTimer::timeout, this, &Recovery::write_all);
  QDir().mkpath(session_);
  lock_->setStaleLockTime(0);  // a lock is stale only when its process has ended
  lock_->tryLock(0);
  for (YamlDocument* document : OpenDocuments::all().documents()) watch(*document);
  connect(&OpenDocuments::all(), &OpenDocuments::registered, this,
          [this](YamlDocument* document) { watch(*document); });
  connect(&OpenDocuments::all(), &OpenDocuments::unregistered, this,
          [this](YamlDocument* document) {
            touched_.remove(document);
            const Watched gone = watched_.take(document);
            if (!gone.record.isEmpty())
              pool_.start([record = gone.record] { QFile::remove(record); });
          });
}

Recovery::~Recovery() {
  pool_.waitForDone();
  lock_->unlock();
  QDir(session_).removeRecursively();
}

void Recovery::watch(YamlDocument& document) {
  watched_[&document].base = digest(document.text().toUtf8());
  connect(&document, &YamlDocument::text_changed, this,
          [this, &document] { schedule_write(document); });
  connect(&document, &YamlDocument::modified_changed, this,
          [this, &document] { schedule_write(document); });
  connect(&document, &YamlDocument::file_changed, this,
          [this, &document] { schedule_write(document); });
}

void Recovery::schedule_write(YamlDocument& document) {
  touched_.insert(&document);
  if (!timer_.isActive()) timer_.start();
  // is_modified() is valid only after the change was pushed to the undo stack.
  const QPointer<YamlDocument> later(&document);
  QMetaObject::invokeMethod(
      this,
      [this, later] {
        if (later != nullptr) update_base(*later);
      },
      Qt::QueuedConnection);
}

void Recovery::update_base(YamlDocument& document) {
  if (!document.is_modified()) watched_[&document].base = digest(document.text().toUtf8());
}

void Recovery::write_all() {
  for (YamlDocument* document : std::exchange(touched_, {})) {
    Watched& watched = watched_[document];
    if (!document->is_modified()) {
      if (!watched.record.isEmpty())
        pool_.start([record = std::exchange(watched.record, {})] { QFile::remove(record); });
      continue;
    }
    if (watched.record.isEmpty())
      watched.record = session_ + '/' + QString::number(++number_) + ".json";
    const QJsonObject json{{"kind", schema_of(document->kind())},
                           {"file", document->file()},
                           {"base", QString::fromLatin1(watched.base)},
                           {"text", document->text()}};
    ++writing_;
    pool_.start([this, json, record = watched.record] {
      const QString problem = write_whole(record, QJsonDocument(json).toJson());
      QMetaObject::invokeMethod(
          this, [this, problem] { write_finished(problem); }, Qt::QueuedConnection);
    });
  }
}

void Recovery::write_finished(const QString& problem) {
  --writing_;
  if (!problem.isEmpty() && !has_failed_) emit failed(problem);
  has_failed_ = !problem.isEmpty();
  if (writing_ == 0 && touched_.isEmpty() && !has_failed_) emit written();
}

std::vector<LostEdits> Recovery::lost() const {
  std::vector<LostEdits> found;
  for (const QFileInfo& session : QDir(folder_).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QString path = session.absoluteFilePath();
    if (path == session_) continue;
    const QFileInfoList records = QDir(path).entryInfoList({"*.json"}, QDir::Files);
    QLockFile lock(path + '/' + kLockName);
    // Another window is creating or removing this folder.
    if (records.isEmpty() && !QFile::exists(lock.fileName())) continue;
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0)) continue;  // its program still runs
    for (const QFileInfo& record : records)
      if (auto edits = read_record(record.absoluteFilePath())) found.push_back(std::move(*edits));
    lock.unlock();
    remove_if_empty(path);
  }
  std::ranges::sort(found, {}, &LostEdits::written);
  return found;
}

void Recovery::restore(const LostEdits& edits, YamlDocument& document) {
  update_base(document);
  document.set_text(edits.text, tr("restore unsaved edits"));
  // The old record is removed only after the new one is written.
  write_all();
  pool_.waitForDone();
  const bool kept = !document.is_modified() || QFile::exists(watched_[&document].record);
  if (kept) discard(edits);
}

void Recovery::discard(const LostEdits& edits) {
  QFile::remove(edits.record);
  remove_if_empty(QFileInfo(edits.record).absolutePath());
}

}  // namespace seawind::gui
