// SPDX-License-Identifier: GPL-3.0-or-later
// How long seawind-gui takes from its start to a window that is painted and answers, what each page
// takes when it is first shown, and the memory after each. Does what gui/app/main.cc does.
//
//   QT_QPA_PLATFORM=offscreen gui_start_bench      or under Xvfb
#include <time.h>
#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>
#include <cstdio>

#include "gui/app/application.h"
#include "gui/app/main_window.h"
#include "gui/app/recovery.h"
#include "gui/app/theme.h"
#include "gui/page.h"

namespace {

QByteArray read(const char* file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

/// Since the kernel started this process; the kernel counts in ticks of 10 ms.
double age_ms() {
  const auto fields = read("/proc/self/stat").split(')').last().simplified().split(' ');
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const double started = fields[19].toDouble() / static_cast<double>(sysconf(_SC_CLK_TCK));
  return 1e3 *
         (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) - started);
}

double memory_mb() {
  for (const QByteArray& line : read("/proc/self/status").split('\n'))
    if (line.startsWith("VmRSS:")) return line.simplified().split(' ')[1].toDouble() / 1024;
  return 0;
}

/// Until everything that was posted is done and painted.
void settle() {
  for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace seawind::gui;
  QApplication application(argc, argv);
  QCoreApplication::setOrganizationName("seawind");
  QCoreApplication::setApplicationName("seawind-gui");
  load_resources();
  load_plural_forms();
  apply_appearance();
  const Places places = Places::standard();
  Recovery recovery(Recovery::standard_folder());
  MainWindow window(places, standard_pages(places));
  window.show_page(0);
  window.show();
  settle();
  std::printf("usable window: %.0f ms, %.0f MB\n", age_ms(), memory_mb());
  for (int i = 1; i < static_cast<int>(window.entries().size()); ++i) {
    QElapsedTimer timer;
    timer.start();
    window.show_page(i);
    settle();
    std::printf("%-12s %5lld ms, %.0f MB\n",
                qPrintable(window.entries()[static_cast<std::size_t>(i)].key),
                static_cast<long long>(timer.elapsed()), memory_mb());
  }
  return 0;
}
