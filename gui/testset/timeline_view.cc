// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/timeline_view.h"

#include "gui/form/schema_form.h"
#include "gui/layouts.h"

namespace seawind::gui {

TimelineView::TimelineView(YamlDocument& document, Checker& checker, const SchemaNode& root,
                           QWidget* parent)
    : QWidget(parent),
      document_(document),
      checker_(checker),
      entry_(schema_at(root, "timeline[0]")),
      model_(new TimelineModel(document, this)),
      table_(make_table(*model_, tr("Timeline"))),
      empty_(new QLabel(this)),
      duplicate_(new QPushButton(tr("D&uplicate"), this)),
      remove_(new QPushButton(tr("Re&move"), this)),
      up_(new QPushButton(tr("Up"), this)),
      down_(new QPushButton(tr("Down"), this)),
      sort_(new QPushButton(tr("Sort by &time"), this)) {
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->verticalHeader()->show();
  auto* add = new QPushButton(tr("A&dd entry"), this);
  add->setToolTip(
      tr("Something that happens at one instant of every repetition: another link, "
         "other parameters, an outage, another router, a notice to a flow"));
  empty_->setWordWrap(true);
  empty_->setText(
      tr("Nothing changes during a repetition. An entry changes the link, the router or "
         "single parameters at an instant, or takes the link away for a while."));
  splitter_ = make_splitter(
      Qt::Vertical,
      {column_widget(
          {make_row({add, duplicate_, remove_, up_, down_, sort_, kRoom}), empty_, {table_, 1}})});
  splitter_->setChildrenCollapsible(false);
  add_items(new QVBoxLayout(this), {splitter_});
  const auto shortcut = [this](const QKeySequence& keys, QPushButton* button) {
    add_shortcut(*table_, {}, {keys}, [button] { button->click(); });
  };
  shortcut(Qt::Key_Insert, add);
  shortcut(Qt::Key_Delete, remove_);
  shortcut(Qt::ALT | Qt::Key_Up, up_);
  shortcut(Qt::ALT | Qt::Key_Down, down_);
  up_->setToolTip(tr("Alt+Up"));
  down_->setToolTip(tr("Alt+Down"));
  connect(add, &QPushButton::clicked, this, [this] { choose(model_->add()); });
  const auto row = [this] { return table_->currentIndex().row(); };
  connect(duplicate_, &QPushButton::clicked, this,
          [this, row] { choose(model_->duplicate(row())); });
  connect(remove_, &QPushButton::clicked, this, [this, row] { choose(model_->remove(row())); });
  connect(up_, &QPushButton::clicked, this, [this, row] { choose(model_->move(row(), -1)); });
  connect(down_, &QPushButton::clicked, this, [this, row] { choose(model_->move(row(), 1)); });
  connect(sort_, &QPushButton::clicked, this, [this] { model_->sort_by_time(); });
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &TimelineView::show_entry);
  connect(model_, &QAbstractItemModel::modelReset, this, &TimelineView::follow_rows);
  connect(model_, &QAbstractItemModel::dataChanged, this,
          [this] { sort_->setEnabled(!model_->is_sorted()); });
  follow_rows();
}

void TimelineView::choose(int row) {
  if (row < 0) return;
  table_->setCurrentIndex(model_->index(row, 0));
}

void TimelineView::follow_rows() {
  const int rows = model_->rowCount();
  empty_->setVisible(rows == 0);
  table_->setVisible(rows > 0);
  sort_->setEnabled(!model_->is_sorted());
  const int keep = std::min(shown_, rows - 1);
  if (rows > 0) choose(std::max(keep, 0));
  show_entry();
}

void TimelineView::show_entry() {
  const int row = model_->rowCount() == 0 ? -1 : table_->currentIndex().row();
  for (auto* button : {duplicate_, remove_}) button->setEnabled(row >= 0);
  up_->setEnabled(row > 0);
  down_->setEnabled(row >= 0 && row + 1 < model_->rowCount());
  if (row == shown_ && (row < 0) == (form_ == nullptr)) return;
  shown_ = row;
  const QList<int> sizes = splitter_->sizes();
  if (form_ != nullptr) {
    form_->hide();
    form_->deleteLater();
    form_ = nullptr;
  }
  if (row < 0 || entry_ == nullptr) return;
  form_ = new SchemaForm(document_, checker_, *entry_, QString("timeline[%1]").arg(row), splitter_);
  form_->setAccessibleName(tr("Timeline entry %1").arg(row + 1));
  splitter_->addWidget(form_);
  if (sizes.size() == 2)
    splitter_->setSizes(sizes);
  else
    splitter_->setSizes({200, 300});
}

}  // namespace seawind::gui
