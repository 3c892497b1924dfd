// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a TCP variant: the table of its settings.
#pragma once

#include <QtWidgets>

#include "gui/document/preview.h"
#include "gui/document/yaml_document.h"
#include "gui/preview/tcp_table.h"

namespace seawind::gui {

class TcpPreview : public Preview {
  Q_OBJECT

 public:
  TcpPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  TcpTable& table() { return table_; }
  QTableView& view() { return *view_; }

 private:
  void refresh() override;

  TcpTable table_;
  QTableView* view_;
};

}  // namespace seawind::gui
