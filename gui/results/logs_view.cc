// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/logs_view.h"

#include "common/directory.h"
#include "common/error.h"
#include "controller/store/query.h"
#include "gui/layouts.h"
#include "gui/places.h"

namespace seawind::gui {

LogFiles find_logs(const QString& campaign, const std::string& case_name, int number) {
  const auto found = find_attempt(to_path(campaign), case_name, number);
  if (!found)
    throw Error(
        LogsView::tr("this repetition has not been tried yet: it has no logs").toStdString());
  LogFiles out;
  out.campaign = campaign;
  const QDir attempt(to_text(found->directory.path()));
  if (found->directory.open()) {
    out.folder = attempt.absolutePath();
    for (const QString& name : attempt.entryList(QDir::Files | QDir::NoSymLinks, QDir::Name))
      out.files << attempt.absoluteFilePath(name);
  }
  const QDir logs(campaign + "/logs");
  if (QFileInfo(logs.path()).isSymLink()) return out;  // a link could lead outside the campaign
  const QString slot = QString("*-%1-*").arg(found->slot);
  for (const QString& name :
       logs.entryList({slot, "seawindd*"}, QDir::Files | QDir::NoSymLinks, QDir::Name))
    out.files << logs.absoluteFilePath(name);
  return out;
}

QString collect_logs(const LogFiles& logs, const QString& folder, const QString& name,
                     const Task::Report& report) {
  const QString target = QDir(folder).filePath(name);
  if (QFileInfo::exists(target))
    throw Error(
        LogsView::tr("%1 is there already: choose another folder").arg(target).toStdString());
  const QString aside =
      QDir(folder).filePath(QString::fromStdString(name_beside(name.toStdString())));
  const auto fail = [&](const QString& file, const QString& why) {
    QDir(aside).removeRecursively();
    throw Error(LogsView::tr("cannot copy %1 to %2: %3").arg(file, target, why).toStdString());
  };
  if (!QDir().mkpath(aside)) fail(folder, LogsView::tr("the folder cannot be made"));
  for (qsizetype i = 0; i < logs.files.size(); ++i) {
    try {
      report(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(logs.files.size()));
    } catch (...) {
      QDir(aside).removeRecursively();
      throw;
    }
    const QFileInfo from(logs.files[i]);
    QString to = aside + '/' + from.fileName();
    if (QFileInfo::exists(to)) to = aside + "/log-" + from.fileName();
    try {  // the campaign may have come from others: no link is followed
      const QString inside = QDir(logs.campaign).relativeFilePath(logs.files[i]);
      const Fd held = Directory(to_path(logs.campaign)).read(to_path(inside));
      QFile file(to_text(by_descriptor(held)));
      if (!file.copy(to)) fail(logs.files[i], file.errorString());
    } catch (const Error&) {
      QDir(aside).removeRecursively();
      throw;
    }
  }
  if (!QDir().rename(aside, target)) fail(aside, LogsView::tr("it cannot be renamed"));
  return target;
}

LogsView::LogsView(QWidget* parent)
    : QWidget(parent),
      list_(new QListWidget),
      note_(new Note),
      open_folder_(new QPushButton(tr("Open f&older"))),
      collect_(new QPushButton(tr("Colle&ct…"))) {
  list_->setAccessibleName(tr("Logs of the repetition"));
  collect_->setToolTip(tr("Copy these files to a folder"));
  make_column(
      this, {label_of(list_, tr("&Logs")), {list_, 1}, note_, make_row({open_folder_, collect_})});
  connect(list_, &QListWidget::itemActivated, this, &LogsView::open_file);
  connect(open_folder_, &QPushButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(logs_.folder)); });
  connect(collect_, &QPushButton::clicked, this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Collect logs in"));
    if (!folder.isEmpty()) collect_to(folder);
  });
  connect(&task_, &Task::failed, note_, &Note::show_text);
  connect(&finder_, &Task::failed, note_, &Note::show_text);
  clear();
}

void LogsView::clear() {
  finder_.cancel();
  list_->clear();
  note_->show_text({});
  logs_ = {};
  open_folder_->setEnabled(false);
  collect_->setEnabled(false);
}

void LogsView::open(const QString& campaign, const std::string& case_name, int number) {
  clear();
  name_ = QString("%1-%2")
              .arg(QString::fromStdString(case_name).replace('/', ','))
              .arg(number, 3, 10, QChar('0'));
  finder_.start([this, campaign, case_name, number](const Task::Report&) {
    const LogFiles logs = find_logs(campaign, case_name, number);
    return [this, logs] {
      logs_ = logs;
      for (const QString& file : logs.files) {
        const QFileInfo info(file);
        auto* item = new QListWidgetItem(
            tr("%1  (%2)").arg(info.fileName(), QLocale().formattedDataSize(info.size())), list_);
        item->setData(Qt::UserRole, file);
        item->setToolTip(file);
      }
      open_folder_->setEnabled(!logs.folder.isEmpty());
      collect_->setEnabled(!logs.files.isEmpty());
      if (logs.folder.isEmpty()) note_->show_text(tr("The repetition's own folder is missing."));
    };
  });
}

void LogsView::open_file(const QListWidgetItem* item) {
  const QString file = item->data(Qt::UserRole).toString();
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
    emit status_message(tr("The desktop has no program for %1").arg(file));
}

void LogsView::collect_to(const QString& folder) {
  note_->show_text({});
  task_.start([this, logs = logs_, folder, name = name_](const Task::Report& report) {
    const QString target = collect_logs(logs, folder, name, report);
    return [this, target] { note_->show_text(tr("Copied to %1").arg(target)); };
  });
}

}  // namespace seawind::gui
