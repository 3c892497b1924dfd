// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/tasks_model.h"

namespace seawind::gui {
namespace {

auto text_of(std::string LiveTask::*member) {
  return [member](const LiveTask& task) { return QString::fromStdString(task.*member); };
}

}  // namespace

TasksModel::TasksModel(QObject* parent)
    : RowTable({{tr("Task"), text_of(&LiveTask::task)},
                {tr("Node"), text_of(&LiveTask::node)},
                {tr("State"), text_of(&LiveTask::state)},
                {tr("Running"), &LiveTask::running, Qt::AlignRight},
                {tr("Done"), &LiveTask::done, Qt::AlignRight},
                {tr("Failed"), &LiveTask::failed, Qt::AlignRight},
                {tr("Why"),
                 text_of(&LiveTask::why),
                 Qt::AlignLeft,
                 {},
                 tr("Why it waits, or does not go on")}},
               parent) {}

QVariant TasksModel::cell(const LiveTask& task, int column, int role) const {
  return role == Qt::ToolTipRole && column == kWhy ? QString::fromStdString(task.why) : QVariant();
}

}  // namespace seawind::gui
