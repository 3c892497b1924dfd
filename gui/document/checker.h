// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a document as it is typed: the texts are those of `seawind validate`. Works in a thread of
// its own on a copy, a moment after the last change; the newest text wins.
#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <memory>
#include <vector>

#include "gui/document/yaml_document.h"

namespace seawind::gui {

struct Problem {
  QString path;      // innermost key it stands at, in this document; empty: the whole or elsewhere
  int position = 0;  // in the text; -1: in another file
  int length = 0;
  QString file;  // of another file's problem
  int line = 0;  // from 1; 0: the file as a whole
  QString message;
  QString hint;
  bool is_warning = false;  // valid, and hardly meant
};

/// The same, at once and without a thread: what the worker calls. From any thread. `file`: where
/// the text stands, for references; empty: it was never saved, and is checked as one of
/// Places::own. Warnings are told apart: they stand in nobody's way.
std::vector<Problem> check_text(Kind kind, const QString& text, const QString& file,
                                const Places& places, std::vector<Problem>* warnings = nullptr);

class Checker : public QObject {
  Q_OBJECT

 public:
  /// `delay`: after the last change of the text until it is checked.
  Checker(YamlDocument& document, Places places, QObject* parent = nullptr,
          std::chrono::milliseconds delay = std::chrono::milliseconds(150));
  ~Checker() override;

  const Places& places() const { return places_; }
  const std::vector<Problem>& problems() const { return problems_; }  // of the last checked text
  const std::vector<Problem>& warnings() const { return warnings_; }
  bool is_current() const;  // whether they are of the text as it is now
  /// Checks again although the text is the same: a file that it names has changed.
  void recheck();

 signals:
  void checked();

 private:
  struct Work;
  void start();
  void finished();

  YamlDocument& document_;
  Places places_;
  std::vector<Problem> problems_;
  std::vector<Problem> warnings_;
  std::unique_ptr<Work> work_;
};

}  // namespace seawind::gui
