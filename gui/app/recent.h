// SPDX-License-Identifier: GPL-3.0-or-later
// What was worked on lately: files and campaign directories, newest first, kept in QSettings.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace seawind::gui {

class Recent : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMax = 12;
  /// `key`: of QSettings, "recent/files".
  explicit Recent(QString key, QObject* parent = nullptr);

  /// Those that are still there.
  QStringList paths() const;
  void add(const QString& path);
  void clear();

 signals:
  void changed();

 private:
  QString key_;
};

}  // namespace seawind::gui
