// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/export_dialog.h"

#include <algorithm>

#include "common/error.h"
#include "controller/export/formats.h"
#include "gui/layouts.h"
#include "gui/places.h"

namespace seawind::gui {

QStringList run_export(const ExportOrder& order, const Task::Report& report) {
  const auto campaign = to_path(order.campaign);
  const auto items = select(campaign, order.choice);
  QStringList made;
  std::uint64_t step = 0;
  const std::uint64_t steps = order.formats.size();
  for (const ExportFormat& format : export_formats()) {
    if (std::find(order.formats.begin(), order.formats.end(), format.name) == order.formats.end())
      continue;
    if (const std::string refusal = export_refusal(format, items); !refusal.empty())
      throw Error(ExportDialog::tr("cannot export %1: %2")
                      .arg(QString(format.name), QString::fromStdString(refusal))
                      .toStdString());
    const auto folder = to_path(order.folder) / format.folder;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw system_error("make the folder " + folder.string(), error.value());
    const auto add = [&](const std::vector<std::filesystem::path>& files) {
      for (const auto& file : files) made << to_text(file);
    };
    // Progress in thousandths of each format.
    const auto part = [&](std::uint64_t done, std::uint64_t all) {
      report(1000 * step + (all == 0 ? 0 : 1000 * done / all), 1000 * steps);
    };
    if (format.exporter == nullptr) {
      add(export_csv(campaign, order.choice, folder, [&](int done, int all) {
        part(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
      }));
    } else {
      for (std::size_t i = 0; i < items.size(); ++i)
        add(format.exporter(items[i], folder, [&](std::uint64_t done, std::uint64_t all) {
          const std::uint64_t share = all == 0 ? 0 : 1000 * done / all;
          part(1000 * i + share, 1000 * items.size());
        }));
    }
    ++step;
  }
  return made;
}

ExportDialog::ExportDialog(const QString& campaign, const std::vector<std::string>& filtered_cases,
                           const std::string& case_name, int number, QWidget* parent)
    : QDialog(parent),
      campaign_(campaign),
      filtered_(filtered_cases),
      case_name_(case_name),
      number_(number),
      whole_(new QRadioButton(tr("the &whole campaign"))),
      some_(new QRadioButton(
          tr("the %n case(s) the &filter leaves", nullptr, static_cast<int>(filtered_.size())))),
      one_(new QRadioButton(
          number < 0
              ? tr("the &repetition that is open")
              : tr("&repetition %1 of %2").arg(number).arg(QString::fromStdString(case_name)))),
      folder_(new QLineEdit(campaign + "/export")),
      progress_(new QProgressBar),
      message_(new Note),
      start_(new QPushButton(tr("&Export"))),
      close_(new QPushButton(tr("Close"))) {
  setWindowTitle(tr("Export"));
  one_->setEnabled(number >= 0);
  some_->setEnabled(!filtered_.empty());
  whole_->setChecked(true);
  auto* form = new QFormLayout(this);
  form->addRow(tr("What"), make_column({whole_, some_, one_}));
  auto* formats = new QVBoxLayout;
  for (const ExportFormat& format : export_formats()) {
    auto* check = new QCheckBox(QString("%1: %2").arg(format.name, tr(format.doc)));
    formats_.push_back(check);
    formats->addWidget(check);
    connect(check, &QCheckBox::toggled, this, &ExportDialog::follow_choice);
  }
  form->addRow(tr("As"), formats);
  auto* browse = new QPushButton(tr("&Browse…"));
  browse->setAutoDefault(false);
  folder_->setMinimumWidth(380);
  folder_->setAccessibleName(tr("Folder to write to"));
  form->addRow(label_of(folder_, tr("&Into")), make_row({folder_, browse}));
  progress_->setAccessibleName(tr("Exporting"));
  task_.show_as(tr("Exporting"));
  progress_->hide();
  form->addRow(progress_);
  form->addRow(message_);
  form->addRow(make_row({kRoom, start_, close_}));
  start_->setDefault(true);
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString chosen = QFileDialog::getExistingDirectory(this, windowTitle(), folder_->text());
    if (!chosen.isEmpty()) folder_->setText(chosen);
  });
  connect(folder_, &QLineEdit::textChanged, this, &ExportDialog::follow_choice);
  connect(start_, &QPushButton::clicked, this, &ExportDialog::start);
  connect(close_, &QPushButton::clicked, this, [this] {
    if (!task_.is_running()) return reject();
    task_.cancel();
    message_->show_text(tr("Cancelled. Completed files remain in %1.").arg(folder_->text()));
  });
  connect(&task_, &Task::progressed, progress_, &QProgressBar::setValue);
  connect(&task_, &Task::failed, message_, &Note::show_text);
  connect(&task_, &Task::started, this, [this] {
    progress_->setValue(0);
    progress_->show();
    message_->show_text({});
    close_->setText(tr("Cancel"));
    follow_choice();
  });
  connect(&task_, &Task::ended, this, [this] {
    progress_->hide();
    close_->setText(tr("Close"));
    follow_choice();
  });
  follow_choice();
}

void ExportDialog::follow_choice() {
  const bool any = std::any_of(formats_.begin(), formats_.end(),
                               [](const QCheckBox* one) { return one->isChecked(); });
  start_->setEnabled(any && !folder_->text().trimmed().isEmpty() && !task_.is_running());
  start_->setToolTip(any ? QString() : tr("Choose at least one format"));
}

void ExportDialog::choose_format(const QString& name, bool on) {
  for (std::size_t i = 0; i < formats_.size(); ++i)
    if (name == export_formats()[i].name) formats_[i]->setChecked(on);
}

ExportOrder ExportDialog::order() const {
  ExportOrder out{campaign_, {}, {}, QDir(folder_->text().trimmed()).absolutePath()};
  if (some_->isChecked()) out.choice.cases = filtered_;
  if (one_->isChecked()) out.choice.repetitions = {{case_name_, number_}};
  for (std::size_t i = 0; i < formats_.size(); ++i)
    if (formats_[i]->isChecked()) out.formats.emplace_back(export_formats()[i].name);
  return out;
}

void ExportDialog::start() {
  task_.start([this, order = order()](const Task::Report& report) {
    const QStringList made = run_export(order, report);
    return [this, made, folder = order.folder] {
      message_->show_text(
          tr("%n file(s) written to %1", nullptr, static_cast<int>(made.size())).arg(folder));
    };
  });
}

}  // namespace seawind::gui
