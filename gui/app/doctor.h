// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of this machine. Doctor runs `seawind doctor --json` as a child process, so that
// window and command line give the same findings.
#pragma once

#include <QtWidgets>
#include <vector>

#include "gui/task.h"

namespace seawind::gui {

struct MachineCheck {
  enum class Verdict { kOk, kWarn, kFail };
  QString name;
  Verdict verdict = Verdict::kOk;
  QString finding;
  QString advice;  // how to correct it; empty for kOk
};

/// Throws Error if `json` is not an array of checks.
std::vector<MachineCheck> parse_checks(const QByteArray& json);

class Doctor : public QObject {
  Q_OBJECT

 public:
  /// `program`: path of the program seawind, empty if it was not found; `place`: the directory
  /// whose disk is checked (its nearest parent if it does not exist).
  Doctor(QString program, QString place);
  /// Starts the checks; ends those that run. Emits checks_done() or failed() once, unless they are
  /// ended. `more`: further arguments of the program.
  void start_checks(const QStringList& more = {});
  void stop_checks() { task_.cancel(); }
  bool is_running() const { return task_.is_running(); }

 signals:
  void checks_done(const std::vector<MachineCheck>& checks);
  void failed(const QString& why);

 private:
  QString program_;
  QString place_;
  Task task_;
};

}  // namespace seawind::gui
