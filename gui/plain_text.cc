// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plain_text.h"

namespace seawind::gui {
namespace {

/// A label is polished once, before it is first shown; a tool tip's label, before its text is set.
class PlainLabels : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Polish) {
      auto* label = qobject_cast<QLabel*>(watched);
      if (label != nullptr && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    }
    return false;
  }
};

}  // namespace

void show_texts_as_written(QApplication& application) {
  application.installEventFilter(new PlainLabels(&application));
}

QString without_mnemonic(QString text) {
  return text.replace('&', "&&");
}

QLabel* make_rich_label(const QString& html, QWidget* parent) {
  auto* label = new QLabel(html, parent);
  label->setTextFormat(Qt::RichText);
  return label;
}

}  // namespace seawind::gui
