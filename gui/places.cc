// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/places.h"

#include "controller/offline/configs_root.h"
#include "controller/store/layout.h"

namespace seawind::gui {
namespace {

struct KindNames {
  const char* folder;
  const char* schema;
};
constexpr KindNames kNames[] = {{"profiles", "profile"},
                                {"routers", "router"},
                                {"tcp", "tcp"},
                                {"workloads", "workload"},
                                {"testsets", "testset"}};

QString absolute(const QString& path) {
  return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

}  // namespace

QString folder_of(Kind kind) {
  return kNames[static_cast<std::size_t>(kind)].folder;
}

QString schema_of(Kind kind) {
  return kNames[static_cast<std::size_t>(kind)].schema;
}

Places Places::standard() {
  const QSettings settings;
  const QString configs = settings.value("places/configs").toString();
  const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
  return {absolute(to_text(configs_root(configs.toStdString()))),
          absolute(settings.value("places/own", data + "/seawind").toString()),
          absolute(settings.value("places/campaigns", QDir::homePath() + "/Seawind").toString())};
}

QStringList Places::names(const QString& folder) const {
  QStringList all;
  for (const QString& root : {own, configs})
    for (const QString& file : QDir(root + '/' + folder).entryList({"*.yaml"}, QDir::Files))
      all << file.chopped(5);
  all.removeDuplicates();
  return all;
}

QStringList Places::own_labs() const {
  QStringList all;
  for (const QString& file : QDir(own_labs_folder()).entryList({"*.yaml"}, QDir::Files, QDir::Name))
    all << own_labs_folder() + '/' + file;
  return all;
}

bool is_campaign(const QString& directory) {
  return QFileInfo::exists(directory + '/' + kStoreFile);
}

QFileInfoList store_files(const QString& directory) {
  QFileInfoList files;
  for (const char* end : {"", "-wal"}) {
    const QFileInfo file(directory + '/' + kStoreFile + end);
    if (file.exists()) files << file;
  }
  return files;
}

QString program(const QString& name) {
  const QString beside = QCoreApplication::applicationDirPath() + '/' + name;
  if (QFileInfo(beside).isExecutable()) return beside;
  return QStandardPaths::findExecutable(name);
}

}  // namespace seawind::gui
