// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/doctor.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

#include "common/error.h"

namespace seawind::gui {
namespace {

/// `directory` itself, or its nearest parent that exists.
QString existing(QString directory) {
  while (!directory.isEmpty() && directory != "/" && !QDir(directory).exists())
    directory = directory.section('/', 0, -2);
  return directory.isEmpty() ? "/" : directory;
}

}  // namespace

std::vector<MachineCheck> parse_checks(const QByteArray& json) {
  QJsonParseError problem{};
  const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
  if (!document.isArray())
    throw Error("seawind doctor: no list of checks: " + problem.errorString().toStdString());
  std::vector<MachineCheck> checks;
  for (const auto& value : document.array()) {
    const QJsonObject check = value.toObject();
    const QString verdict = check["verdict"].toString();
    checks.push_back({check["check"].toString(),
                      verdict == "ok"     ? MachineCheck::Verdict::kOk
                      : verdict == "warn" ? MachineCheck::Verdict::kWarn
                                          : MachineCheck::Verdict::kFail,
                      check["finding"].toString(), check["advice"].toString()});
  }
  return checks;
}

Doctor::Doctor(QString program, QString place, QObject* parent)
    : QObject(parent), program_(std::move(program)), place_(std::move(place)) {
  connect(&process_, &QProcess::finished, this, &Doctor::finish);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      emit failed(tr("%1 cannot be started: %2").arg(program_, process_.errorString()));
  });
}

Doctor::~Doctor() {
  process_.disconnect(this);
  process_.kill();
  process_.waitForFinished();
}

void Doctor::start_checks() {
  if (process_.state() != QProcess::NotRunning) return;
  if (program_.isEmpty()) {
    emit failed(
        tr("The program seawind is neither beside this one nor in PATH: install or build "
           "the whole of Seawind."));
    return;
  }
  process_.setWorkingDirectory(existing(place_));
  process_.start(program_, {"doctor", "--json"}, QIODevice::ReadOnly);
}

void Doctor::finish() {
  if (process_.exitStatus() == QProcess::CrashExit) {
    emit failed(tr("seawind doctor ended unexpectedly."));
    return;
  }
  try {
    emit checks_done(parse_checks(process_.readAllStandardOutput()));
  } catch (const Error& error) {
    const QString said = QString::fromUtf8(process_.readAllStandardError()).trimmed();
    emit failed(said.isEmpty() ? QString::fromUtf8(error.what()) : said);
  }
}

}  // namespace seawind::gui
