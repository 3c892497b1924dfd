// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/start_dialog.h"

#include "common/error.h"
#include "controller/testset/plan.h"
#include "gui/fonts.h"
#include "gui/layouts.h"

namespace seawind::gui {
QString default_directory(const QString& test_set_file, const Places& places) {
  const QString stem = places.campaigns + '/' + QFileInfo(test_set_file).completeBaseName() +
                       QDateTime::currentDateTime().toString("-yyyyMMdd-hhmmss");
  QString directory = stem;
  for (int i = 2; QFileInfo::exists(directory) || QFileInfo::exists(log_of(directory)); ++i)
    directory = QString("%1-%2").arg(stem).arg(i);
  return directory;
}

TestSetCheck check_test_set(const QString& file, const QString& configs, int repetitions) {
  Diagnostics problems;
  try {
    auto plan = load_plan(to_path(file), to_path(configs), problems);
    if (!plan) return {false, QString::fromStdString(problems.render())};
    if (repetitions > 0) {
      plan->mutable_test_set()->clear_until();
      plan->mutable_test_set()->set_repetitions(repetitions);
    }
    return {true, QString::fromStdString(describe(*plan))};
  } catch (const std::exception& error) {
    return {false, QString::fromUtf8(error.what())};
  }
}

StartDialog::StartDialog(const QString& test_set_file, const Places& places, bool busy,
                         QWidget* parent)
    : QDialog(parent),
      file_(test_set_file),
      places_(places),
      busy_(busy),
      directory_(new QLineEdit(default_directory(test_set_file, places), this)),
      repetitions_(new QSpinBox(this)),
      machines_(new QComboBox(this)),
      parallel_(new QComboBox(this)),
      allow_changes_(new QCheckBox(tr("Count repetitions &changed by hand as valid"), this)),
      now_(new QCheckBox(tr("Start &now, in parallel with the running campaign"), this)),
      plan_(new QPlainTextEdit(this)),
      problem_(new Note(Note::Look::kProblem, tr("What is wrong"))) {
  setWindowTitle(tr("Run a test set"));
  auto* form = new QFormLayout;
  auto* file = new QLabel(QDir::toNativeSeparators(file_), this);
  file->setTextInteractionFlags(Qt::TextSelectableByMouse);
  form->addRow(tr("Test set"), file);
  auto* browse = new QToolButton(this);
  browse->setText(tr("…"));
  browse->setAccessibleName(tr("Choose the folder in which the campaign directory is made"));
  form->addRow(label_of(directory_, tr("Campaign &directory")),
               make_row({{directory_, 1}, browse}));
  directory_->setMinimumWidth(420);
  repetitions_->setRange(0, 100'000);
  repetitions_->setSpecialValueText(tr("value of the test set"));
  form->addRow(tr("&Repetitions"), repetitions_);
  machines_->addItem(tr("this machine"));
  for (const QString& lab : places.own_labs())
    machines_->addItem(tr("the lab %1").arg(QFileInfo(lab).baseName()), lab);
  machines_->setToolTip(tr("Where the campaign runs; the page Lab makes labs"));
  form->addRow(tr("Runs &on"), machines_);
  parallel_->setEditable(true);
  parallel_->addItems({tr("value of the test set"), "auto", "1", "4", "16", "64"});
  parallel_->setToolTip(
      tr("How many repetitions run at the same time: a number from 1 to %1, or auto: as many as "
         "the measured lateness allows")
          .arg(kMaxSlots));
  form->addRow(tr("At the same &time"), parallel_);
  plan_->setReadOnly(true);
  plan_->setFont(fixed_font());
  plan_->setLineWrapMode(QPlainTextEdit::NoWrap);
  plan_->setAccessibleName(tr("Size of the campaign"));
  allow_changes_->setToolTip(
      tr("Without this a repetition whose link is changed by hand while it runs is kept, but "
         "invalid, and run again."));
  now_->setVisible(busy);
  now_->setToolTip(
      tr("Two campaigns share the machine; more repetitions may become invalid for "
         "their timing."));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  start_ = buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole);
  start_->setDefault(true);
  add_items(new QVBoxLayout(this), {form, {plan_, 1}, allow_changes_, now_, problem_, buttons});
  resize(720, 420);

  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(browse, &QToolButton::clicked, this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the campaign"),
                                                             QFileInfo(directory_->text()).path());
    if (!folder.isEmpty())
      directory_->setText(folder + '/' + QFileInfo(directory_->text()).fileName());
  });
  connect(directory_, &QLineEdit::textChanged, this, &StartDialog::update_state);
  connect(parallel_, &QComboBox::currentTextChanged, this, &StartDialog::update_state);
  connect(now_, &QCheckBox::toggled, this, &StartDialog::update_state);
  connect(repetitions_, &QSpinBox::valueChanged, this, &StartDialog::check_test_set_later);
  check_test_set_later();
}

void StartDialog::check_test_set_later() {
  valid_ = false;
  plan_->setPlainText(tr("The test set is being read."));
  task_.start([this, file = file_, configs = places_.configs,
               repetitions = repetitions_->value()](const Task::Report&) {
    const TestSetCheck check = check_test_set(file, configs, repetitions);
    return [this, check] {
      valid_ = check.valid;
      plan_->setPlainText(check.text);
      update_state();
    };
  });
  update_state();
}

void StartDialog::update_state() {
  const QString directory = directory_->text().trimmed();
  const QFileInfo there(directory);
  const QString parallel = request().parallel;
  const QString not_parallel =
      parallel.isEmpty() ? QString()
                         : QString::fromStdString(parallel_problem(parallel.toStdString()));
  QString problem;
  if (directory.isEmpty())
    problem = tr("Name the directory that the campaign is written to.");
  else if (is_campaign(directory))
    problem =
        tr("There is a campaign in this directory already. Choose another one, or resume that "
           "campaign.");
  else if (there.exists() && (!there.isDir() || !QDir(directory).isEmpty()))
    problem = tr("This exists and is not an empty directory. Choose another one.");
  else if (!not_parallel.isEmpty())
    problem = tr("At the same time: %1.").arg(not_parallel);
  else if (!valid_ && !task_.is_running())
    problem =
        tr("The test set is not valid: correct the problems listed above, then start it again.");
  problem_->show_text(problem);
  start_->setText(busy_ && !now_->isChecked() ? tr("Add to the &queue") : tr("&Start"));
  start_->setEnabled(valid_ && problem.isEmpty());
}

RunRequest StartDialog::request() const {
  RunRequest request;
  request.test_set = file_;
  request.directory = QDir::cleanPath(QFileInfo(directory_->text().trimmed()).absoluteFilePath());
  request.repetitions = repetitions_->value();
  request.lab = machines_->currentData().toString();
  request.allow_changes = allow_changes_->isChecked();
  request.parallel = parallel_->currentText().trimmed();
  if (request.parallel == parallel_->itemText(0)) request.parallel.clear();
  return request;
}

}  // namespace seawind::gui
