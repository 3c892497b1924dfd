// SPDX-License-Identifier: GPL-3.0-or-later
// Every GUI test runs in one application without a screen, with temporary settings.
#include <gmock/gmock.h>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "gui/plain_text.h"

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir home;
  qputenv("HOME", home.path().toUtf8());
  qputenv("XDG_CONFIG_HOME", (home.path() + "/config").toUtf8());
  qputenv("XDG_DATA_HOME", (home.path() + "/data").toUtf8());
  qputenv("XDG_CACHE_HOME", (home.path() + "/cache").toUtf8());
  QApplication application(argc, argv);
  seawind::gui::show_texts_as_written(application);
  QCoreApplication::setOrganizationName("seawind");
  QCoreApplication::setApplicationName("seawind-gui-test");
  QSettings::setDefaultFormat(QSettings::IniFormat);
  return RUN_ALL_TESTS();
}
