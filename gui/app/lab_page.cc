// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/lab_page.h"

#include <utility>

#include "common/error.h"
#include "controller/testset/lab_file.h"
#include "gui/app/lab_dialogs.h"
#include "gui/app/machine_view.h"
#include "gui/layouts.h"
#include "gui/write_all.h"

namespace seawind::gui {
namespace {

template <typename Machine>
LabHost host_of(const QString& role, const Machine& machine) {
  return {
      QString::fromStdString(machine.host()), role, QString::fromStdString(machine.address()), {}};
}

}  // namespace

LabHosts::LabHosts(QObject* parent)
    : RowTable({{tr("Host"), &LabHost::name},
                {tr("Part"), &LabHost::role},
                {tr("Address"), &LabHost::address},
                {tr("Member"),
                 [](const LabHost& host) {
                   return host.until.isEmpty() ? tr("not yet")
                                               : tr("certificate until %1").arg(host.until);
                 }}},
               parent) {}

LabPage::LabPage(Places places, QWidget* parent)
    : Page(parent),
      places_(std::move(places)),
      labs_(new QComboBox),
      table_(make_table(hosts_, tr("Machines of the lab"))),
      problem_(new Note(Note::Look::kProblem, tr("What is wrong"))),
      join_title_(new QLabel),
      join_(new QLineEdit),
      found_(new MachineView(tr("The machines"))),
      doctor_(program("seawind"), places_.campaigns) {
  add_actions();
  labs_->setMinimumContentsLength(24);
  join_->setReadOnly(true);
  join_->setAccessibleName(tr("Command for the host that was added"));
  auto* copy = new QPushButton(tr("&Copy"));
  connect(copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(join_->text()); });
  auto* joining = column_widget({join_title_, make_row({{join_, 1}, copy})});
  joining->hide();
  connect(join_, &QLineEdit::textChanged, joining,
          [joining](const QString& text) { joining->setVisible(!text.isEmpty()); });
  auto* inside = new QWidget;
  QBoxLayout* column = make_column(inside, {make_row({label_of(labs_, tr("&Lab")), labs_, kRoom}),
                                            problem_, table_, joining, found_, kRoom});
  column->setContentsMargins(12, 10, 12, 10);
  make_column(this, {scrolled(inside)});
  table_->setMinimumHeight(5 * table_->verticalHeader()->defaultSectionSize());
  connect(labs_, &QComboBox::currentIndexChanged, this, &LabPage::show_lab);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &LabPage::update_actions);
  connect(&doctor_, &Doctor::checks_done, found_, &MachineView::show_checks);
  connect(&doctor_, &Doctor::failed, found_, &MachineView::show_failure);
  connect(found_, &MachineView::recheck_requested, action("check"), &QAction::trigger);
  for (const Task* task : {&list_, &change_})
    connect(task, &Task::failed, problem_, &Note::show_text);
  update_actions();
}

void LabPage::add_actions() {
  add_action("new", tr("&New lab…"), tr("Makes the keys of a lab, and the file with its machines"),
             QKeySequence::New, [this] { show_new_dialog(); });
  add_action("add", tr("&Add a host…"), tr("Makes a machine a member of the lab"), {},
             [this] { show_add_dialog(); });
  add_action("revoke", tr("&Revoke the host…"),
             tr("Revokes the certificate of the selected machine"), {},
             [this] { show_revoke_dialog(); });
  add_action("check", tr("&Check the machines"),
             tr("Runs seawind doctor on the machines of the lab"), QKeySequence::Refresh, [this] {
               found_->show_running();
               checked_ = file();
               doctor_.start_checks({"--lab", checked_});
             });
}

void LabPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  list_labs();
}

void LabPage::list_labs(const QString& file) {
  const QString wanted = file.isEmpty() ? this->file() : file;
  {
    const QSignalBlocker quiet(labs_);
    labs_->clear();
    for (const QString& lab : places_.own_labs()) labs_->addItem(QFileInfo(lab).baseName(), lab);
    labs_->setCurrentIndex(std::max(0, labs_->findData(wanted)));
  }
  show_lab();
}

void LabPage::show_lab() {
  join_->clear();
  problem_->show_text({});
  hosts_.show({});
  lab_.clear();
  if (!doctor_.is_running() || checked_ != file()) {
    doctor_.stop_checks();
    found_->show_text(
        labs_->count() == 0
            ? tr("There is no lab yet. A lab is an emulator and two end hosts, each a "
                 "machine of its own, on which `seawind-agent serve` runs.")
            : tr("Not checked yet."));
  }
  update_actions();
  if (labs_->count() == 0) return;
  try {
    const Lab lab = read_lab(to_path(file()));
    lab_ = QString::fromStdString(lab.lab());
    hosts_.show({host_of("emulator", lab.emulator()), host_of("fixed", lab.fixed()),
                 host_of("mobile", lab.mobile())});
  } catch (const Error& error) {
    return problem_->show_text(QString::fromUtf8(error.what()));
  }
  update_actions();
  run(list_, {"lab", "list", "--json", "--lab", lab_}, [this](const QByteArray& out) {
    QList<LabHost> hosts = hosts_.hosts();
    for (const auto& member : QJsonDocument::fromJson(out).array())
      for (LabHost& host : hosts)
        if (host.name == member.toObject()["host"].toString())
          host.until = member.toObject()["until"].toString();
    hosts_.show(hosts);
    table_->resizeColumnsToContents();
    update_actions();
  });
}

void LabPage::update_actions() {
  const int row = table_->selectionModel()->hasSelection()
                      ? table_->selectionModel()->selectedRows().value(0).row()
                      : -1;
  action("add")->setEnabled(!lab_.isEmpty());
  action("check")->setEnabled(!lab_.isEmpty());
  action("revoke")->setEnabled(row >= 0 && !hosts_.at(row).until.isEmpty());
}

void LabPage::show_new_dialog() {
  auto* dialog = new NewLabDialog(places_.own_labs_folder(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    run(change_, {"lab", "init", dialog->name()},
        [this, file = dialog->file(), text = dialog->text()](const QByteArray&) {
          QDir().mkpath(places_.own_labs_folder());
          QSaveFile out(file);
          if (!write_all(out, text.toUtf8()))
            return problem_->show_text(tr("Cannot write %1: %2").arg(file, out.errorString()));
          list_labs(file);
        });
  });
  dialog->open();
}

void LabPage::show_add_dialog() {
  QStringList names;
  for (const LabHost& host : hosts_.hosts()) names << host.name;
  auto* dialog = new AddHostDialog(names, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    const QString host = dialog->host();
    const bool emulator = host == hosts_.at(0).name;
    QStringList arguments{"lab", "add", "--lab", lab_, host, dialog->line()};
    if (emulator) arguments << "--emulator";
    run(change_, arguments, [this, host, emulator](const QByteArray& out) {
      show_lab();
      join_title_->setText(tr("On %1, as root:").arg(host));
      join_->setText(QString("seawind-agent join '%1'%2")
                         .arg(QString::fromUtf8(out.trimmed()), emulator ? " --emulator" : ""));
    });
  });
  dialog->open();
}

void LabPage::show_revoke_dialog() {
  const QString host = hosts_.at(table_->selectionModel()->selectedRows().value(0).row()).name;
  auto* box =
      new QMessageBox(QMessageBox::Question, tr("Revoke a host"),
                      tr("%1 will be no member of the lab %2 any longer. A campaign that uses it "
                         "ends.")
                          .arg(host, lab_),
                      QMessageBox::Yes | QMessageBox::Cancel, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::finished, this, [this, host](int answer) {
    if (answer != QMessageBox::Yes) return;
    run(change_, {"lab", "revoke", "--lab", lab_, host}, [this](const QByteArray&) { show_lab(); });
  });
  box->open();
}

void LabPage::run(Task& task, const QStringList& arguments,
                  const std::function<void(const QByteArray&)>& then) {
  problem_->show_text({});
  task.start([arguments, then](const std::stop_token& stop) {
    const ProgramEnd end = run_seawind(program("seawind"), arguments, stop);
    if (end.code != 0) throw Error(end.errors.toStdString());
    return [then, out = end.output] { then(out); };
  });
}

}  // namespace seawind::gui
