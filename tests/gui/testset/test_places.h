// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped files, and a library and campaigns folder of the test.
#pragma once

#include <gtest/gtest.h>

#include <QtWidgets>

#include "gui/places.h"

namespace seawind::gui::test {

class TestPlaces {
 public:
  Places places() const {
    return {QString(SEAWIND_SOURCE_DIR) + "/configs", folder_.path() + "/own",
            folder_.path() + "/campaigns"};
  }
  QString write(const QString& name, const QString& text) const {
    const QString path = folder_.path() + '/' + name;
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
    return path;
  }
  static QString read(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QString::fromUtf8(file.readAll());
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace seawind::gui::test
