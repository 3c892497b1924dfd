// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/places.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <utility>

#include "controller/offline/configs_root.h"

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

std::optional<Kind> kind_of_file(const QString& file) {
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) return std::nullopt;
  constexpr qint64 kMaxSniffed = 256 << 10;  // a line that tells is not behind this
  const QString text = QString::fromUtf8(in.read(kMaxSniffed));
  for (const Kind kind : kKinds)
    if (text.contains("$schema=") && text.contains('/' + schema_of(kind) + ".schema.json"))
      return kind;
  for (const Kind kind : kKinds)
    if (QFileInfo(file).absolutePath().split('/').contains(folder_of(kind))) return kind;
  constexpr std::pair<const char*, Kind> kDistinctiveKeys[] = {
      {"matrix|repetitions|seed|settle|until", Kind::kTestSet},
      {"flows", Kind::kWorkload},
      {"root", Kind::kRouter},
      {"sysctl|route|clear_metrics|warm_up", Kind::kTcp},
      {"channel|downlink|uplink|spikes|outages|shared_delay", Kind::kProfile}};
  for (const auto& [keys, kind] : kDistinctiveKeys) {
    const QRegularExpression line(QString("^(%1)\\s*:").arg(keys),
                                  QRegularExpression::MultilineOption);
    if (line.match(text).hasMatch()) return kind;
  }
  return std::nullopt;
}

Places Places::standard() {
  const QSettings settings;
  const QString configs = settings.value("places/configs").toString();
  const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
  return {absolute(to_text(configs_root(configs.toStdString()))),
          absolute(settings.value("places/own", data + "/seawind").toString()),
          absolute(settings.value("places/campaigns", QDir::homePath() + "/Seawind").toString())};
}

QString program(const QString& name) {
  const QString beside = QCoreApplication::applicationDirPath() + '/' + name;
  if (QFileInfo(beside).isExecutable()) return beside;
  return QStandardPaths::findExecutable(name);
}

}  // namespace seawind::gui
