// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/application.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

// Q_INIT_RESOURCE links the resources of this static library into the program. The macro does not
// work inside a namespace.
static void init_resources() {
  Q_INIT_RESOURCE(seawind_app);
  Q_INIT_RESOURCE(seawind_reference);
  Q_INIT_RESOURCE(seawind_translations);
}

namespace seawind::gui {

void load_resources() {
  init_resources();
}

void load_translation() {
  const QString chosen = QSettings().value("appearance/language").toString();
  const QLocale locale = chosen.isEmpty() ? QLocale() : QLocale(chosen);
  auto* ours = new QTranslator(qApp);
  // The source texts are English; the English file adds only the plural forms.
  if (ours->load(locale, "seawind", "_", ":/translations") ||
      ours->load(":/translations/seawind_en"))
    QCoreApplication::installTranslator(ours);
  auto* qt = new QTranslator(qApp);
  if (qt->load(locale, "qtbase", "_", QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(qt);
}

}  // namespace seawind::gui
