// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/notice_bar.h"

#include "gui/layouts.h"

namespace seawind::gui {

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent), label_(new QLabel(this)), button_(new QPushButton(this)) {
  label_->setWordWrap(true);
  make_row(this, {{label_, 1}, button_})->setContentsMargins(8, 3, 8, 3);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::ToolTipBase);
  label_->setForegroundRole(QPalette::ToolTipText);
  setVisible(false);
  connect(button_, &QPushButton::clicked, this, [this] {
    const auto action = action_;  // the action may show another notice
    if (action) action();
  });
}

void NoticeBar::show_notice(const QString& text, const QString& button,
                            std::function<void()> action) {
  label_->setText(text);
  button_->setText(button);
  button_->setVisible(!button.isEmpty());
  action_ = std::move(action);
  setVisible(!text.isEmpty());
}

}  // namespace seawind::gui
