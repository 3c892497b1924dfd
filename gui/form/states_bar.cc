// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/states_bar.h"

#include "gui/form/form_context.h"
#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {

StatesBar::StatesBar(FormContext& context, QString prefix, QWidget* parent)
    : QWidget(parent), context_(context), prefix_(std::move(prefix)) {
  make_row(this, {});
}

bool StatesBar::refresh() {
  QStringList names;
  const EffectiveValue list =
      context_.value(nullptr, join_path(prefix_, QStringLiteral("channel.states")));
  if (list.node != nullptr) {
    for (std::size_t i = 0; i < list.node->items.size(); ++i) {
      const auto* name = node_at(list.node->items[i], QStringLiteral("name"));
      if (name != nullptr && !name->text.empty()) names << QString::fromStdString(name->text);
    }
  }
  QStringList used;
  for (const QString& direction : {QStringLiteral("downlink"), QStringLiteral("uplink")}) {
    const QString path = join_path(prefix_, direction + ".states");
    used << context_.document().keys(path) << context_.inherited().keys(path);
  }
  names << used;
  names.removeDuplicates();
  QStringList shown;
  for (const QString& name : names) {
    const bool wanted = chosen_.contains(name) || (used.contains(name) && !hidden_.contains(name));
    if (wanted) shown << name;
  }
  if (buttons_ != nullptr && names == names_ && shown == shown_) return false;
  const bool other = shown != shown_;
  names_ = names;
  shown_ = shown;
  make_buttons();
  return other;
}

void StatesBar::make_buttons() {
  if (buttons_ != nullptr) buttons_->deleteLater();
  buttons_ = new QWidget(this);
  QBoxLayout* line = make_row(buttons_, {});
  line->setSpacing(2);
  if (!names_.isEmpty()) line->addWidget(new QLabel(tr("States:"), buttons_));
  for (const QString& name : names_) {
    auto* button = new QToolButton(buttons_);
    // A mark, because the colour of a pressed button alone is not distinct enough.
    button->setText(shown_.contains(name) ? QStringLiteral("\u2713 ") + name : name);
    button->setCheckable(true);
    button->setChecked(shown_.contains(name));
    button->setToolTip(tr("Shows what differs in the channel state %1, beside the values of each "
                          "direction.")
                           .arg(name));
    button->setAccessibleName(tr("Show state %1").arg(name));
    connect(button, &QToolButton::toggled, this, [this, name](bool on) {
      QTimer::singleShot(0, this, [this, name, on] { show_state(name, on); });
    });
    line->addWidget(button);
  }
  layout()->addWidget(buttons_);
}

void StatesBar::show_state(const QString& state, bool on) {
  chosen_.removeAll(state);
  hidden_.removeAll(state);
  (on ? chosen_ : hidden_) << state;
  if (refresh()) emit shown_changed();
}

}  // namespace seawind::gui
