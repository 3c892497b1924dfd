// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the page of a campaign in the user's browser. If the page is missing or older than the
// campaign, `seawind report` writes it first.
#pragma once

#include <QtWidgets>
#include <optional>

#include "gui/task.h"

namespace seawind::gui {

/// Whether the page exists and is not older than the store.
bool page_is_current(const QString& campaign);

/// The user who called sudo or pkexec: the name, and the environment for programs of that user.
/// Nothing: the environment names no such user.
struct UserBehind {
  QString name;
  QProcessEnvironment environment;
};
std::optional<UserBehind> user_behind(const QProcessEnvironment& environment);

class ReportOpener : public QObject {
  Q_OBJECT

 public:
  ReportOpener();
  /// Writes one page at a time; a further call replaces the campaign.
  void open(const QString& campaign);

 signals:
  /// The browser was started.
  void opened(const QString& page);
  /// The page is ready, but no browser could be started. `why`: a sentence.
  void not_opened(const QString& page, const QString& why);
  void failed(const QString& error);

 private:
  void show(const QString& page);
  bool show_as_user(const QString& page, QString& why);

  Task task_;
};

}  // namespace seawind::gui
