// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/tcp_preview.h"

#include "gui/document/extended.h"
#include "gui/layouts.h"

namespace seawind::gui {

TcpPreview::TcpPreview(YamlDocument& document, Places places, QWidget* parent)
    : Preview(document, std::move(places), parent),
      view_(make_table(table_, tr("What the variant sets"))) {
  view_->setShowGrid(true);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  auto* legend = new QLabel(
      tr("Bold: differs from this machine's kernel. Italic: set by the extended file, or the "
         "default."));
  legend->setWordWrap(true);
  make_column(this, {notice_, {view_, 1}, legend});
  const auto choose = [this](const QModelIndex& index) {
    if (index.isValid()) emit path_chosen(table_.at(index.row()).path);
  };
  connect(view_, &QTableView::clicked, this, choose);
  connect(view_, &QTableView::activated, this, choose);
  follow_document();
}

void TcpPreview::refresh() {
  QString problem;
  if (const auto whole = read(problem)) {
    const auto parent = read_parent(document_, places_);
    const int row = view_->currentIndex().row();
    table_.show_rows(tcp_rows(document_.tree(), *whole, parent ? &*parent : nullptr,
                              schema(Kind::kTcp, places_)),
                     document_.scalar("extends").value_or(QString()));
    view_->setColumnHidden(TcpTable::kParent, !parent);
    if (row >= 0 && row < table_.rowCount()) view_->setCurrentIndex(table_.index(row, 0));
  }
  notice_->show_text(problem);
}

}  // namespace seawind::gui
