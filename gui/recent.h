// SPDX-License-Identifier: GPL-3.0-or-later
// Recently used files or campaign directories, newest first, stored in QSettings.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class Recent : public QObject {
  Q_OBJECT

 public:
  /// Number of stored paths; the oldest is removed first.
  static constexpr int kMax = 12;
  /// `key`: in QSettings, for example "recent/files".
  explicit Recent(QString key, QObject* parent = nullptr);

  /// The absolute paths that still exist.
  QStringList paths() const;
  /// Puts the path first and makes it absolute.
  void add(const QString& path);
  void clear();

 signals:
  void changed();

 private:
  QString key_;
};

}  // namespace seawind::gui
