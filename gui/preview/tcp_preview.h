// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a TCP variant: the table of its settings.
#pragma once

#include <QLabel>
#include <QTableView>

#include "gui/document/yaml_document.h"
#include "gui/preview/preview.h"
#include "gui/preview/tcp_table.h"

namespace seawind::gui {

class TcpPreview : public Preview {
  Q_OBJECT

 public:
  TcpPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  TcpTable& table() { return table_; }
  QTableView& view() { return *view_; }
  QString notice() const { return notice_->text(); }

 private:
  void refresh();
  YamlDocument& document_;
  Places places_;
  TcpTable table_;
  QTableView* view_;
  QLabel* notice_;
};

}  // namespace seawind::gui
