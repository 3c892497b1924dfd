// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/lab_dialogs.h"

#include <utility>

#include "common/error.h"
#include "controller/testset/lab_file.h"
#include "gui/layouts.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

QString problem_of(const QString& file, const QString& text) {
  try {
    read_lab(to_path(file), {{to_path(file), text.toStdString()}});
    return {};
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
}

}  // namespace

NewLabDialog::NewLabDialog(QString folder, QWidget* parent)
    : QDialog(parent),
      folder_(std::move(folder)),
      name_(new QLineEdit(this)),
      machines_({{{"emulator", new QLineEdit("box", this), new QLineEdit(this)},
                  {"fixed", new QLineEdit("server", this), new QLineEdit(this)},
                  {"mobile", new QLineEdit("phone", this), new QLineEdit(this)}}}),
      problem_(new Note(Note::Look::kProblem, tr("What is wrong"))) {
  setWindowTitle(tr("New lab"));
  auto* form = new QFormLayout;
  form->addRow(label_of(name_, tr("&Name of the lab")), name_);
  const std::array titles{tr("&Emulator"), tr("&Fixed host"), tr("&Mobile host")};
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    const Machine& machine = machines_[i];
    machine.address->setPlaceholderText(tr("IPv4 address"));
    machine.address->setAccessibleName(tr("Address: %1").arg(QString(titles[i]).remove('&')));
    form->addRow(label_of(machine.host, titles[i]),
                 make_row({{machine.host, 1}, {machine.address, 1}}));
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  make_ = buttons->addButton(tr("Make the &lab"), QDialogButtonBox::AcceptRole);
  make_->setDefault(true);
  add_items(new QVBoxLayout(this), {form, kRoom, problem_, buttons});
  resize(480, 260);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (const QLineEdit* edit : findChildren<QLineEdit*>())
    connect(edit, &QLineEdit::textChanged, this, &NewLabDialog::update_state);
  update_state();
}

QString NewLabDialog::text() const {
  QString out = QString("lab: %1\n").arg(name());
  for (const Machine& machine : machines_)
    out +=
        QString("%1: {host: %2, address: %3}\n")
            .arg(machine.role, machine.host->text().trimmed(), machine.address->text().trimmed());
  return out;
}

void NewLabDialog::update_state() {
  bool complete = !name().isEmpty();
  for (const Machine& machine : machines_)
    complete = complete && !machine.host->text().trimmed().isEmpty() &&
               !machine.address->text().trimmed().isEmpty();
  QString problem;
  if (QFileInfo::exists(file()) && !name().isEmpty())
    problem = tr("There is a file of this name already: %1").arg(file());
  else if (complete)
    problem = problem_of(file(), text());
  problem_->show_text(problem);
  make_->setEnabled(complete && problem.isEmpty());
}

AddHostDialog::AddHostDialog(const QStringList& hosts, QWidget* parent)
    : QDialog(parent), host_(new QComboBox(this)), line_(new QLineEdit(this)) {
  setWindowTitle(tr("Add a host"));
  host_->addItems(hosts);
  line_->setPlaceholderText("seawind-host-1:…");
  line_->setMinimumWidth(480);
  auto* form = new QFormLayout;
  form->addRow(label_of(host_, tr("&Host")), host_);
  form->addRow(label_of(line_, tr("&Line that `seawind-agent key` printed there")), line_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  QPushButton* add = buttons->addButton(tr("&Add"), QDialogButtonBox::AcceptRole);
  add->setEnabled(false);
  add_items(new QVBoxLayout(this), {form, buttons});
  connect(line_, &QLineEdit::textChanged, add, [this, add] { add->setEnabled(!line().isEmpty()); });
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

}  // namespace seawind::gui
