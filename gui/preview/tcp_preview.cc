// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/tcp_preview.h"

#include <QVBoxLayout>

#include "gui/preview/draft.h"

namespace seawind::gui {

TcpPreview::TcpPreview(YamlDocument& document, Places places, QWidget* parent)
    : Preview(parent), document_(document), places_(std::move(places)) {
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  notice_ = new QLabel(this);
  notice_->setWordWrap(true);
  notice_->setFrameShape(QFrame::StyledPanel);
  box->addWidget(notice_);
  view_ = new QTableView(this);
  view_->setModel(&table_);
  set_up_table(*view_, tr("What the variant sets"));
  view_->setShowGrid(true);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->verticalHeader()->hide();
  view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  view_->horizontalHeader()->setStretchLastSection(true);
  box->addWidget(view_, 1);
  auto* legend = new QLabel(tr("Bold: differs from this machine's kernel. Italic: set by the "
                               "extended file, or the default."),
                            this);
  legend->setWordWrap(true);
  box->addWidget(legend);
  const auto choose = [this](const QModelIndex& index) {
    if (index.isValid()) emit path_chosen(table_.at(index.row()).path);
  };
  connect(view_, &QTableView::clicked, this, choose);
  connect(view_, &QTableView::activated, this, choose);
  connect(&document_, &YamlDocument::text_changed, this, [this] {
    if (!document_.is_whole()) refresh();
  });
  connect(&document_, &YamlDocument::tree_changed, this, &TcpPreview::refresh);
  refresh();
}

void TcpPreview::refresh() {
  QString problem;
  if (!document_.is_whole()) {
    problem = tr("The text is not valid YAML. The table shows the last valid version.");
  } else {
    const Draft draft = Draft::of(document_, places_);
    Diagnostics problems;
    const auto whole = read_draft(draft, problems);
    const auto parent = read_parent(draft);
    if (whole) {
      const int row = view_->currentIndex().row();
      table_.show_rows(tcp_rows(document_.tree(), *whole, parent ? &*parent : nullptr,
                                schema(Kind::kTcp, places_)),
                       document_.scalar("extends").value_or(QString()));
      view_->setColumnHidden(TcpTable::kParent, !parent);
      if (row >= 0 && row < table_.rowCount()) view_->setCurrentIndex(table_.index(row, 0));
    } else {
      problem = first_problem(draft, problems);
    }
  }
  notice_->setText(problem);
  notice_->setVisible(!problem.isEmpty());
}

}  // namespace seawind::gui
