// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/new_file_dialog.h"

#include "gui/document/file_content.h"
#include "gui/layouts.h"
#include "gui/library/library_model.h"

namespace seawind::gui {

NewFileDialog::NewFileDialog(Places places, Kind kind, const QString& template_file, Create create,
                             QWidget* parent)
    : QDialog(parent), places_(std::move(places)), create_(std::move(create)) {
  setWindowTitle(tr("New file"));
  auto* form = new QFormLayout;
  kind_ = new QComboBox(this);
  for (const Kind one : kLibraryKinds) kind_->addItem(name_of(one), static_cast<int>(one));
  kind_->setCurrentIndex(kind_->findData(static_cast<int>(kind)));
  kind_->setObjectName("kind");
  name_ = new QLineEdit(this);
  name_->setObjectName("name");
  name_->setMinimumWidth(fontMetrics().horizontalAdvance(QString(40, '0')));
  template_ = new QComboBox(this);
  template_->setObjectName("like");
  form->addRow(tr("&Kind:"), kind_);
  form->addRow(tr("&Name:"), name_);
  form->addRow(tr("&Begins as:"), template_);
  problem_ = new Note(Note::Look::kProblem, tr("What is wrong"));
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons_->button(QDialogButtonBox::Ok)->setText(tr("&Create"));
  add_items(new QVBoxLayout(this), {form, problem_, buttons_});
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
    fill();
    check();
  });
  connect(name_, &QLineEdit::textChanged, this, [this] { check(); });
  connect(buttons_, &QDialogButtonBox::accepted, this, [this] { this->create(); });
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  fill();
  if (const int at = template_->findData(template_file); at >= 0 && !template_file.isEmpty())
    template_->setCurrentIndex(at);
  check();
  name_->setFocus();
}

void NewFileDialog::fill() {
  template_->clear();
  template_->addItem(tr("the smallest that is valid"), QString());
  const auto kind = static_cast<Kind>(kind_->currentData().toInt());
  for (const QString& folder : {places_.own_folder(kind), places_.shipped_folder(kind)}) {
    const QDir files(folder);
    for (const QString& file : files.entryList({QStringLiteral("*.yaml")}, QDir::Files)) {
      template_->addItem(file.chopped(5), files.absoluteFilePath(file));
    }
  }
}

void NewFileDialog::check() {
  const QString name = name_->text().trimmed();
  const auto kind = static_cast<Kind>(kind_->currentData().toInt());
  QString problem = name.isEmpty() ? QString() : problem_of_name(kind, name);
  if (problem.isEmpty() && QFile::exists(places_.own_folder(kind) + '/' + name + ".yaml")) {
    problem = tr("There is a file of this name already; choose another.");
  }
  problem_->show_text(problem);
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(!name.isEmpty() && problem.isEmpty());
}

void NewFileDialog::create() {
  QString error;
  const auto kind = static_cast<Kind>(kind_->currentData().toInt());
  if (create_(kind, name_->text().trimmed(), template_->currentData().toString(), error)) {
    accept();
  } else {
    problem_->show_text(error);
  }
}

}  // namespace seawind::gui
