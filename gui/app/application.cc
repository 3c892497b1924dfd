// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/application.h"

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

void load_plural_forms() {
  auto* english = new QTranslator(qApp);
  if (english->load(":/translations/seawind_en")) QCoreApplication::installTranslator(english);
}

}  // namespace seawind::gui
