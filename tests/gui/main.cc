// SPDX-License-Identifier: GPL-3.0-or-later
// Every GUI test runs in one application without a screen, with temporary settings. All its files
// are in one folder, which is removed at the end.
#include <gmock/gmock.h>

#include "gui/plain_text.h"

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir home;
  qputenv("HOME", home.path().toUtf8());
  qputenv("XDG_CONFIG_HOME", (home.path() + "/config").toUtf8());
  qputenv("XDG_DATA_HOME", (home.path() + "/data").toUtf8());
  qputenv("XDG_CACHE_HOME", (home.path() + "/cache").toUtf8());
  for (const char* variable : {"XDG_RUNTIME_DIR", "TMPDIR"}) {
    const QString folder = home.path() + '/' + variable;
    QDir().mkpath(folder);
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv(variable, folder.toUtf8());
  }
  QApplication application(argc, argv);
  seawind::gui::show_texts_as_written(application);
  QCoreApplication::setOrganizationName("seawind");
  QCoreApplication::setApplicationName("seawind-gui-test");
  QSettings::setDefaultFormat(QSettings::IniFormat);
  return RUN_ALL_TESTS();
}
