// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine allows: asks `seawind doctor --json`, so that window and command line say the
// same. Runs beside the application; one answer per ask().
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <vector>

namespace seawind::gui {

struct MachineCheck {
  enum class Verdict { kOk, kWarn, kFail };
  QString name;
  Verdict verdict = Verdict::kOk;
  QString finding;
  QString advice;  // what to do; empty when ok
};

/// Throws Error: what cannot be understood.
std::vector<MachineCheck> parse_checks(const QByteArray& json);

class Doctor : public QObject {
  Q_OBJECT

 public:
  /// `program`: seawind; `place`: the directory whose disk is looked at.
  Doctor(QString program, QString place, QObject* parent = nullptr);
  ~Doctor() override;
  void ask();

 signals:
  void answered(const std::vector<MachineCheck>& checks);
  void failed(const QString& why);

 private:
  void finish();
  QString program_;
  QString place_;
  QProcess process_;
};

}  // namespace seawind::gui
