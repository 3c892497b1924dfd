// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/test_set_editor.h"

#include "gui/document/schema.h"
#include "gui/form/schema_form.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

constexpr int kQuietTime = 300;  // ms without further changes on the disk before the file is read

}  // namespace

TestSetEditor::TestSetEditor(YamlDocument* document, const Places& places, QWidget* parent)
    : DocumentEditor(document, places, parent),
      matrix_(*document_),
      planner_(*document_, *checker_, places_),
      tabs_(new QTabWidget(this)),
      cases_(new CasesView(matrix_, planner_, this)),
      repetitions_(new RepetitionsView(*document_, *checker_, planner_,
                                       schema(Kind::kTestSet, places_), this)),
      timeline_(new TimelineView(*document_, *checker_, schema(Kind::kTestSet, places_), this)),
      estimate_(new EstimateBar(matrix_, planner_, places_, this)) {
  tabs_->setDocumentMode(true);
  tabs_->addTab(make_matrix(), tr("Cases"));
  tabs_->addTab(repetitions_, tr("Repetitions and limits"));
  tabs_->addTab(timeline_, tr("Timeline"));
  editor_->setAccessibleName(tr("Text of the test set"));
  problems_->setAccessibleName(tr("Problems"));
  auto* across = make_splitter(Qt::Horizontal, {{tabs_, 3}, {editor_, 2}}, {800, 420});
  across->setCollapsible(0, false);
  auto* down = make_splitter(Qt::Vertical, {{across, 1}, problems_}, {600, 90});
  down->setCollapsible(0, false);
  make_column(this, {notice_, {down, 1}, estimate_})->setSpacing(0);

  refresh_.setSingleShot(true);
  refresh_.setInterval(kQuietTime);
  connect(&folders_, &QFileSystemWatcher::directoryChanged, &refresh_, qOverload<>(&QTimer::start));
  connect(&refresh_, &QTimer::timeout, this, [this] {
    for (auto* axis : axes_) axis->model().refresh();
    checker_->recheck();
  });
  connect(problems_, &ProblemList::chosen, this, [this](int position, int length) {
    if (position < 0) return;
    show_text(true);
    editor_->go_to(position, length);
    editor_->setFocus();
  });
  connect(checker_, &Checker::checked, this, [this] {
    problems_->setVisible(!checker_->problems().empty() || !checker_->warnings().empty());
  });
  connect(repetitions_, &RepetitionsView::workload_requested, this, [this](const QString& name) {
    for (const QString& reference : matrix_.references(3))
      if (id_of(reference) == name)
        emit file_requested(
            resolve_reference(reference, Kind::kWorkload, document_->file(), places_));
  });
  problems_->setVisible(false);
  keep({across, down, matrix_split_});
}

QWidget* TestSetEditor::make_matrix() {
  auto* columns = new QWidget;
  QBoxLayout* row = make_row(columns, {});
  row->setContentsMargins(6, 6, 6, 0);
  for (int axis = 0; axis < kAxes; ++axis) {
    auto* view = new AxisView(matrix_, axis, places_, columns);
    axes_[static_cast<std::size_t>(axis)] = view;
    connect(view, &AxisView::open_requested, this, &TestSetEditor::file_requested);
    row->addWidget(view, 1);
  }
  auto* below = column_widget({cases_});
  below->layout()->setContentsMargins(6, 6, 6, 3);
  matrix_split_ = make_splitter(Qt::Vertical, {{columns, 2}, {below, 3}});
  matrix_split_->setChildrenCollapsible(false);
  return matrix_split_;
}

void TestSetEditor::follow_file() {
  watch_folders();
  notice_->show_notice(is_shipped()
                           ? tr("This test set comes with Seawind. Run it as it is, or change "
                                "it and save it in your own library.")
                           : QString());
}

void TestSetEditor::watch_folders() {
  if (!folders_.directories().isEmpty()) folders_.removePaths(folders_.directories());
  for (const QString& root : search_roots(document_->file(), places_))
    for (int axis = 0; axis < kAxes; ++axis) {
      const QString folder = root + '/' + folder_of(axis_kind(axis));
      if (QFileInfo(folder).isDir()) folders_.addPath(folder);
    }
}

QString TestSetEditor::name() const {
  if (document_->file().isEmpty()) return tr("new test set");
  const QString name = QFileInfo(document_->file()).completeBaseName();
  return is_shipped() ? tr("%1 (shipped)").arg(name) : name;
}

void TestSetEditor::show_text(bool on) {
  editor_->setVisible(on);
}

bool TestSetEditor::add_file(const QString& file) {
  const QString folder = QFileInfo(file).absoluteDir().dirName();
  for (auto* axis : axes_)
    if (folder == folder_of(axis_kind(axis->model().axis()))) {
      axis->model().add_files({file});
      tabs_->setCurrentIndex(kCases);
      return true;
    }
  return false;
}

void TestSetEditor::find_key() {
  if (auto* form = tabs_->currentWidget()->findChild<SchemaForm*>())
    form->find_key();
  else
    axes_[0]->filter().setFocus(Qt::ShortcutFocusReason);
}

void TestSetEditor::next_problem(bool backwards) {
  show_text(true);
  editor_->next_problem(backwards);
  editor_->setFocus();
}

}  // namespace seawind::gui
