// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the pictures of docs/gui from a real session, by hand:
//
//   xvfb-run -s '-screen 0 1400x900x24' gui_pictures FOLDER CAMPAIGN [light|dark]
//
// CAMPAIGN: a finished campaign directory.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <functional>

#include "gui/app/application.h"
#include "gui/app/main_window.h"
#include "gui/app/theme.h"
#include "gui/page.h"

int main(int argc, char** argv) {
  using namespace seawind::gui;
  QApplication application(argc, argv);
  if (argc < 3) return 2;
  QCoreApplication::setOrganizationName("seawind");
  QCoreApplication::setApplicationName("seawind-gui-pictures");
  QStandardPaths::setTestModeEnabled(true);
  load_resources();
  load_translation();
  apply_appearance();
  set_theme(argc > 3 && QString(argv[3]) == "dark" ? Theme::kDark : Theme::kLight);
  const Places places = Places::standard();
  MainWindow window(places, standard_pages(places));
  window.resize(1280, 800);
  window.show();
  QDir().mkpath(argv[1]);
  const auto take = [&](const QString& name, int seconds) {
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < 1000 * seconds;)
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    window.grab().save(QString("%1/%2.png").arg(argv[1], name));
  };
  window.show_page(0);
  take("start", 5);
  window.open_path(places.configs + "/profiles/gprs.yaml");
  take("library", 6);
  window.open_path(places.configs + "/testsets/quickstart.yaml");
  take("testset", 5);
  window.route("watch", argv[2]);
  take("run", 5);
  window.route("boxes", argv[2]);
  take("results", 8);
  return 0;
}
