// SPDX-License-Identifier: GPL-3.0-or-later
// seawind-gui: the desktop application.
#include <unistd.h>

#include <cstdio>

#include "common/inherited.h"
#include "controller/cli/exit_codes.h"
#include "gui/app/application.h"
#include "gui/app/command_line.h"
#include "gui/app/main_window.h"
#include "gui/app/recovery.h"
#include "gui/app/theme.h"
#include "gui/plain_text.h"

namespace {

/// Message handler while QApplication is constructed. Qt aborts if there is no display; this
/// handler exits with kCannotSetUp instead and names the remedy.
void report_fatal(QtMsgType type, const QMessageLogContext&, const QString& text) {
  std::fprintf(stderr, "seawind-gui: %s\n", text.toLocal8Bit().constData());
  if (type != QtFatalMsg) return;
  std::fprintf(stderr,
               "seawind-gui needs a display: set DISPLAY or WAYLAND_DISPLAY, or use the program "
               "seawind, which does the same on a terminal.\n");
  _exit(seawind::kCannotSetUp);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace seawind;
  using namespace seawind::gui;
  correct_inherited_state();
  int exit_code = kOk;
  const auto line = read_command_line(argc, argv, exit_code);
  if (!line) return exit_code;
  const auto usual = qInstallMessageHandler(report_fatal);
  QApplication application(argc, argv);
  qInstallMessageHandler(usual);
  QCoreApplication::setOrganizationName("seawind");
  QCoreApplication::setApplicationName("seawind-gui");
  QCoreApplication::setApplicationVersion(SEAWIND_VERSION);
  QGuiApplication::setDesktopFileName("seawind-gui");
  show_texts_as_written(application);
  load_resources();
  load_plural_forms();
  apply_appearance();

  Places places = Places::standard();
  if (!line->configs.empty())
    places.configs = QDir::cleanPath(QDir(QString::fromStdString(line->configs)).absolutePath());
  Recovery recovery(Recovery::standard_folder());
  MainWindow window(places, standard_pages(places));
  window.show();
  window.recover_in(recovery);
  for (const auto& path : line->paths) window.open_path(QString::fromStdString(path));
  return QApplication::exec();
}
