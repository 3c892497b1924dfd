// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a document while it is edited, with the messages of `seawind validate`. A worker thread
// checks a copy, shortly after the last change; only the result of the newest text is kept.
#pragma once

#include <QtWidgets>
#include <chrono>
#include <optional>
#include <vector>

#include "gui/document/yaml_document.h"
#include "gui/task.h"

namespace seawind::gui {

struct Problem {
  QString path;      // innermost key at the position; empty: whole document, or another file
  int position = 0;  // in the text, in characters; -1: in another file
  int length = 0;
  QString file;  // path of the other file; empty: this document
  int line = 0;  // from 1; 0: the file as a whole
  QString message;
  QString hint;
  bool is_warning = false;  // valid, but probably unintended
};

/// Checks `text` synchronously; the worker calls this function. Thread-safe. `file`: path of the
/// document, for references; empty: never saved, checked as a file of Places::own. Returns the
/// errors and adds the warnings to `warnings`.
std::vector<Problem> check_text(Kind kind, const QString& text, const QString& file,
                                const Places& places, std::vector<Problem>* warnings = nullptr);

class Checker : public QObject {
  Q_OBJECT

 public:
  /// `delay`: time from the last change of the text to the start of its check.
  Checker(YamlDocument& document, Places places, QObject* parent = nullptr,
          std::chrono::milliseconds delay = std::chrono::milliseconds(150));

  const Places& places() const { return places_; }
  const std::vector<Problem>& problems() const { return problems_; }  // of the last checked text
  const std::vector<Problem>& warnings() const { return warnings_; }
  /// Whether problems() belong to the current text.
  bool is_current() const { return checked_ && *checked_ == document_.text(); }
  /// Checks the unchanged text again, because a referenced file has changed.
  void recheck();

 signals:
  /// problems() and warnings() belong to the current text.
  void checked();

 private:
  void start();

  YamlDocument& document_;
  Places places_;
  std::vector<Problem> problems_;
  std::vector<Problem> warnings_;
  std::optional<QString> checked_;  // the text of problems_; nothing: a referenced file has changed
  QTimer delay_;
  Task task_{Task::Threads::kOne};
};

}  // namespace seawind::gui
