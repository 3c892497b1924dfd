// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/work.h"

#include <algorithm>
#include <utility>

namespace seawind::gui {

Work::Work(QString title, bool can_cancel, QObject* parent)
    : QObject(parent), title_(std::move(title)), can_cancel_(can_cancel) {
  WorkList::all().works_.append(this);
  emit WorkList::all().added(this);
}

Work::~Work() {
  WorkList::all().works_.removeOne(this);
  emit WorkList::all().removed(this);
}

void Work::set_percent(int percent) {
  percent = std::clamp(percent, -1, 100);
  if (percent == percent_) return;
  percent_ = percent;
  emit changed();
}

void Work::cancel() {
  if (is_cancelled_ || !can_cancel_) return;
  is_cancelled_ = true;
  emit changed();
  emit cancelled();
}

WorkList& WorkList::all() {
  static WorkList list;
  return list;
}

}  // namespace seawind::gui
