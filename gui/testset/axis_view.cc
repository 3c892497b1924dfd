// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/axis_view.h"

#include "gui/layouts.h"
#include "gui/plain_text.h"

namespace seawind::gui {

QString axis_title(int axis) {
  switch (axis) {
    case 0:
      return AxisView::tr("Link");
    case 1:
      return AxisView::tr("Router");
    case 2:
      return AxisView::tr("TCP");
    default:
      return AxisView::tr("Workload");
  }
}

AxisView::AxisView(Matrix& matrix, int axis, const Places& places, QWidget* parent)
    : QWidget(parent),
      model_(new AxisModel(matrix, axis, places, this)),
      shown_(new QSortFilterProxyModel(this)),
      heading_(make_rich_label({}, this)),
      filter_(new QLineEdit(this)),
      list_(new QListView(this)) {
  const QString title = axis_title(axis);
  shown_->setSourceModel(model_);
  shown_->setFilterRole(AxisModel::kSearch);
  shown_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  filter_->setPlaceholderText(tr("Find"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Find among the values of %1").arg(title));
  list_->setModel(shown_);
  list_->setAccessibleName(tr("Values of %1").arg(title));
  list_->setDragDropMode(QAbstractItemView::DragDrop);
  list_->setDefaultDropAction(Qt::MoveAction);
  list_->setDropIndicatorShown(true);
  list_->setUniformItemSizes(true);
  list_->setContextMenuPolicy(Qt::CustomContextMenu);
  list_->setMinimumWidth(110);
  heading_->setBuddy(list_);
  auto* add = new QToolButton(this);
  add->setText(tr("Add file..."));
  add->setToolTip(tr("Add a file from any folder to this axis"));
  add->setAccessibleName(tr("Add a file to %1").arg(title));
  add->setAutoRaise(true);
  make_column(this, {make_row({{heading_, 1}, add}), filter_, {list_, 1}})->setSpacing(3);
  add_shortcut(*list_, tr("Move up"), {Qt::ALT | Qt::Key_Up}, [this] { move_current(-1); });
  add_shortcut(*list_, tr("Move down"), {Qt::ALT | Qt::Key_Down}, [this] { move_current(1); });
  add_shortcut(*list_, tr("Edit the file"), {Qt::Key_Return}, [this] {
    const QString path = list_->currentIndex().data(AxisModel::kPath).toString();
    if (!path.isEmpty()) emit open_requested(path);
  });
  connect(filter_, &QLineEdit::textChanged, shown_, &QSortFilterProxyModel::setFilterFixedString);
  connect(model_, &QAbstractItemModel::modelReset, this, &AxisView::show_count);
  connect(list_, &QWidget::customContextMenuRequested, this, &AxisView::show_menu);
  connect(add, &QToolButton::clicked, this, [this, title, places] {
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Add files to %1").arg(title), places.own_folder(axis_kind(model_->axis())),
        tr("YAML files (*.yaml)"));
    model_->add_files(files);
  });
  show_count();
}

void AxisView::show_count() {
  const int n = model_->chosen();
  heading_->setText(n == 0 ? tr("<b>%1</b> none").arg(axis_title(model_->axis()))
                           : tr("<b>%1</b> %2").arg(axis_title(model_->axis())).arg(n));
}

void AxisView::move_current(int by) {
  const int from = shown_->mapToSource(list_->currentIndex()).row();
  if (!model_->move(from, from + by)) return;
  list_->setCurrentIndex(shown_->mapFromSource(model_->index(from + by)));
}

void AxisView::show_menu(const QPoint& at) {
  const QModelIndex index = list_->indexAt(at);
  if (!index.isValid()) return;
  list_->setCurrentIndex(index);
  QMenu menu(this);
  const QString path = index.data(AxisModel::kPath).toString();
  menu.addAction(tr("Edit %1").arg(index.data(AxisModel::kSearch).toString()), this,
                 [this, path] { emit open_requested(path); })
      ->setEnabled(!path.isEmpty());
  if (index.data(AxisModel::kChosen).toBool()) {
    menu.addSeparator();
    menu.addAction(tr("Move up\tAlt+Up"), this, [this] { move_current(-1); });
    menu.addAction(tr("Move down\tAlt+Down"), this, [this] { move_current(1); });
    menu.addAction(tr("Remove from the axis"), this, [index] {
      const_cast<QAbstractItemModel*>(index.model())
          ->setData(index, Qt::Unchecked, Qt::CheckStateRole);
    });
  }
  menu.exec(list_->viewport()->mapToGlobal(at));
}

}  // namespace seawind::gui
