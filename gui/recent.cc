// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/recent.h"

#include <utility>

namespace seawind::gui {

Recent::Recent(QString key, QObject* parent) : QObject(parent), key_(std::move(key)) {}

QStringList Recent::paths() const {
  QStringList there;
  for (const QString& path : QSettings().value(key_).toStringList())
    if (QFileInfo::exists(path)) there.append(path);
  return there;
}

void Recent::add(const QString& path) {
  const QString absolute = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
  QStringList known = QSettings().value(key_).toStringList();
  if (!known.isEmpty() && known.first() == absolute) return;
  known.removeAll(absolute);
  known.prepend(absolute);
  QSettings().setValue(key_, QStringList(known.mid(0, kMax)));
  emit changed();
}

void Recent::clear() {
  QSettings().remove(key_);
  emit changed();
}

}  // namespace seawind::gui
