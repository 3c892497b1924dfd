// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/doctor.h"

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
    throw Error(Doctor::tr("seawind doctor: no list of checks: %1")
                    .arg(problem.errorString())
                    .toStdString());
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

Doctor::Doctor(QString program, QString place)
    : program_(std::move(program)), place_(std::move(place)) {
  connect(&task_, &Task::failed, this, &Doctor::failed);
}

void Doctor::start_checks(const QStringList& more) {
  task_.start([this, more](const std::stop_token& stop) {
    const ProgramEnd end =
        run_seawind(program_, QStringList{"doctor", "--json"} + more, stop, existing(place_));
    try {
      const auto checks = parse_checks(end.output);
      return [this, checks] { emit checks_done(checks); };
    } catch (const Error&) {
      if (end.errors.isEmpty()) throw;
      throw Error(end.errors.toStdString());
    }
  });
}

}  // namespace seawind::gui
