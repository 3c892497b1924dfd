// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/schema_form.h"

#include "gui/document/open_documents.h"
#include "gui/document/reference_help.h"
#include "gui/form/form_context.h"
#include "gui/form/form_scroll.h"
#include "gui/form/group_box.h"
#include "gui/form/key_search.h"
#include "gui/form/states_bar.h"
#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

constexpr int kAtOnce = 25;  // longest time in ms to create rows before the event loop runs

}  // namespace

SchemaForm::SchemaForm(YamlDocument& document, Checker& checker, const SchemaNode& root,
                       QString path_prefix, QWidget* parent)
    : QWidget(parent),
      document_(document),
      checker_(checker),
      root_(root),
      prefix_(std::move(path_prefix)),
      context_(new FormContext(document, checker, root, prefix_, this)) {
  notice_ = new Note(Note::Look::kProblem, tr("Notice of the form"));
  notice_->setMargin(6);
  QBoxLayout* layout = make_column(this, {make_bar(), notice_});
  layout->setSpacing(0);
  if (states_ != nullptr) {
    part_ = new QTabBar(this);
    part_->setAccessibleName(tr("Shown values"));
    part_->setDrawBase(false);
    part_->setExpanding(false);
    part_->hide();
    connect(part_, &QTabBar::currentChanged, this, [this] { show_part(); });
    layout->addWidget(part_);
  }
  scroll_ = new FormScroll(this);
  content_ = new QWidget;
  auto* rows = new QVBoxLayout(content_);
  rows->setContentsMargins(0, 0, 0, 8);
  rows->setSpacing(0);
  for (auto& group : groups_of(root_)) {
    auto* box = new GroupBox(*context_, root_, prefix_, std::move(group), content_);
    rows->addWidget(box);
    groups_ << box;
  }
  rows->addStretch(1);
  scroll_->setWidget(content_);
  layout->addWidget(scroll_, 1);
  help_ = new QTextBrowser(this);
  help_->setOpenExternalLinks(true);
  help_->setFrameShape(QFrame::NoFrame);
  help_->setFixedHeight(fontMetrics().lineSpacing() * 5 + 12);
  help_->setAccessibleName(tr("Help for the field"));
  help_->setFocusPolicy(Qt::ClickFocus);
  help_->setPlaceholderText(tr("The meaning of the field with the focus."));
  layout->addWidget(help_);

  if (states_ != nullptr) make_columns();
  for (auto* box : groups_) {
    if (box->has_own() || groups_.size() <= 2) box->open_unbuilt();
  }
  for (auto* box : groups_) box->refresh();
  build_timer_.setSingleShot(true);
  connect(&build_timer_, &QTimer::timeout, this, [this] { build_some(); });
  connect(context_, &FormContext::focused, this, [this](const QString& path) {
    show_help(path);
    emit focused(path);
  });
  connect(qApp, &QApplication::focusChanged, this, [this] {
    if (!columns_pending_) return;
    QTimer::singleShot(0, this, [this] {
      if (columns_pending_) make_columns();
    });
  });
  connect(context_, &FormContext::edit_refused, this, &SchemaForm::edit_refused);
  connect(context_, &FormContext::status_message, this, &SchemaForm::status_message);
  connect(&document_, &YamlDocument::tree_changed, this, [this] { follow_document(); });
  connect(&document_, &YamlDocument::text_changed, this, [this] { show_notice(); });
  connect(&document_, &YamlDocument::file_changed, this, [this] { follow_document(); });
  connect(&OpenDocuments::all(), &OpenDocuments::files_changed, this, [this] {
    context_->inherited().refresh(true);
    follow_document();
  });
  connect(&checker_, &Checker::checked, this, [this] {
    show_problems();
    show_notice();
  });
  show_problems();
  show_notice();
}

SchemaForm::~SchemaForm() {
  delete content_;  // the cells unregister from the context, which must still exist
}

QLayout* SchemaForm::make_bar() {
  search_ = new KeySearch(root_, prefix_, this);
  connect(search_, &KeySearch::chosen, this, [this](const QString& path) { reveal(path, true); });
  QBoxLayout* bar = make_row({{search_, 2}});
  bar->setContentsMargins(6, 4, 6, 4);
  if (has_directions(root_)) {
    states_ = new StatesBar(*context_, prefix_, this);
    states_->refresh();
    connect(states_, &StatesBar::shown_changed, this, [this] { make_columns(); });
    bar->addWidget(states_);
  }
  bar->addStretch(1);
  for (const bool open : {true, false}) {
    auto* button = new QToolButton(this);
    button->setText(open ? tr("Open all") : tr("Fold all"));
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this, open] {
      for (auto* box : groups_) open ? box->open_unbuilt() : box->set_open(false);
      build_some();
    });
    bar->addWidget(button);
  }
  return bar;
}

bool SchemaForm::is_typed_into() const {
  const auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  return line != nullptr && content_->isAncestorOf(line);
}

std::vector<std::vector<Column>> SchemaForm::parts() const {
  std::vector<Column> all;
  std::vector<std::vector<Column>> directions;
  std::vector<std::vector<Column>> single;
  for (const bool down : {true, false}) {
    const QString key = down ? QStringLiteral("downlink") : QStringLiteral("uplink");
    const auto* node = root_.child(key);
    const QString title = down ? tr("Downlink") : tr("Uplink");
    const QString path = join_path(prefix_, key);
    std::vector<Column> columns{{title, path, node, false}};
    const auto* states = node->child(QStringLiteral("states"));
    if (states != nullptr && states->item != nullptr) {
      for (const QString& name : states_->shown()) {
        columns.push_back(
            {tr("%1 in %2").arg(title, name), path + ".states." + name, states->item, true});
      }
    }
    for (const Column& column : columns) single.push_back({column});
    all.insert(all.end(), columns.begin(), columns.end());
    directions.push_back(std::move(columns));
  }
  const int room = width() - scroll_->verticalScrollBar()->sizeHint().width();
  const auto fits = [&](const auto& columns) { return GroupBox::width_of(*this, columns) <= room; };
  if (!isVisible() || fits(all)) return {all};
  return std::all_of(directions.begin(), directions.end(), fits) ? directions : single;
}

void SchemaForm::make_columns() {
  columns_pending_ = false;
  const auto at = static_cast<std::size_t>(std::max(0, part_->currentIndex()));
  const QString kept = at < parts_.size() ? parts_[at].front().prefix : QString();
  parts_ = parts();
  int chosen = 0;
  for (int i = 0; i < static_cast<int>(parts_.size()); ++i)
    for (const Column& column : parts_[static_cast<std::size_t>(i)])
      if (column.prefix == kept) chosen = i;
  {
    const QSignalBlocker unchanged(part_);
    while (part_->count() > 0) part_->removeTab(0);
    for (const auto& columns : parts_) part_->addTab(columns.front().title);
    part_->setCurrentIndex(chosen);
  }
  part_->setVisible(parts_.size() > 1);
  show_part();
}

void SchemaForm::show_part() {
  // A field that is destroyed with the focus would commit its edit meanwhile, which can change the
  // columns again.
  if (is_typed_into()) QApplication::focusWidget()->clearFocus();
  const auto columns = parts_[static_cast<std::size_t>(part_->currentIndex())];
  scroll_->set_columns(columns);
  for (auto* box : groups_) box->set_columns(columns);
  show_problems();
}

void SchemaForm::show_part_of(const QString& path) {
  if (parts_.size() < 2) return;
  int found = -1;
  qsizetype longest = 0;
  for (int i = 0; i < static_cast<int>(parts_.size()); ++i)
    for (const Column& column : parts_[static_cast<std::size_t>(i)])
      if (column.prefix.size() > longest && path.startsWith(column.prefix + '.')) {
        found = i;
        longest = column.prefix.size();
      }
  if (found >= 0) part_->setCurrentIndex(found);
}

void SchemaForm::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (part_ == nullptr || !isVisible() || parts().size() == parts_.size()) return;
  columns_pending_ = is_typed_into();
  if (!columns_pending_) make_columns();
}

void SchemaForm::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (part_ != nullptr && parts().size() != parts_.size()) make_columns();
  build_some();
}

void SchemaForm::build_some() {
  QElapsedTimer clock;
  clock.start();
  bool built = false;
  for (auto* box : groups_) {
    if (!box->is_open() || box->is_built()) continue;
    if (clock.elapsed() > kAtOnce) {
      build_timer_.start(0);
      break;
    }
    box->build();
    built = true;
  }
  if (built) show_problems();
}

void SchemaForm::build_all() {
  for (auto* box : groups_) {
    box->set_open(true);
    box->build();
  }
  show_problems();
}

void SchemaForm::follow_document() {
  context_->inherited().refresh();
  // Deferred during typing into a field (the name of a state can be changing): new columns would
  // destroy the field.
  if (states_ != nullptr && states_->refresh()) {
    if (is_typed_into()) {
      columns_pending_ = true;
    } else {
      make_columns();
    }
  }
  for (auto* box : groups_) box->refresh();
  show_notice();
}

void SchemaForm::show_problems() {
  QHash<Cell*, QStringList> texts;
  QHash<GroupBox*, int> counts;
  for (const auto& problem : checker_.problems()) {
    QString text = problem.message;
    if (!problem.hint.isEmpty()) text += '\n' + tr("hint: %1").arg(problem.hint);
    for (auto* box : groups_) {
      if (!problem.path.isEmpty() && box->has_path(problem.path)) {
        ++counts[box];
        break;
      }
    }
    auto* cell = context_->cell_near(problem.path);
    if (cell == nullptr) continue;
    if (cell->path() != problem.path) {
      text.prepend(problem.path.mid(cell->path().size() + 1) + ": ");
    }
    texts[cell] << text;
  }
  for (auto* cell : context_->cells()) cell->show_problems(texts.value(cell));
  for (auto* box : groups_) box->set_problem_count(counts.value(box));
}

void SchemaForm::show_notice() {
  QStringList lines;
  const bool whole = document_.is_valid();
  if (!whole) {
    QString where;
    for (const auto& problem : checker_.problems()) {
      if (problem.position < 0) continue;
      const int line = static_cast<int>(document_.text().left(problem.position).count('\n')) + 1;
      where = tr("Line %1: %2").arg(line).arg(problem.message);
      break;
    }
    lines << tr("The text is not YAML; the form shows the last values that could be read.");
    if (!where.isEmpty()) lines << where;
  } else {
    for (const auto& problem : checker_.problems()) {
      if (context_->cell_near(problem.path) != nullptr) continue;
      const bool elsewhere = std::any_of(groups_.begin(), groups_.end(), [&](const auto* box) {
        return !problem.path.isEmpty() && box->has_path(problem.path);
      });
      if (elsewhere) continue;
      lines << (problem.file.isEmpty() ? problem.message : problem.file + ": " + problem.message);
      if (!problem.hint.isEmpty()) lines.back() += " (" + tr("hint: %1").arg(problem.hint) + ')';
    }
  }
  content_->setEnabled(whole);
  notice_->show_text(lines.join('\n'));
}

void SchemaForm::show_state(const QString& state, bool on) {
  states_->show_state(state, on);
}

QStringList SchemaForm::shown_states() const {
  return states_ == nullptr ? QStringList() : states_->shown();
}

void SchemaForm::show_help(const QString& path) {
  help_->setHtml(reference_help(document_.kind(), path, context_->places()));
}

bool SchemaForm::reveal(const QString& path, bool focus) {
  show_part_of(path);
  for (auto* box : groups_) {
    if (!box->has_path(path)) continue;
    box->set_open(true);
    box->build();
    auto* cell = context_->cell_near(path);
    if (cell == nullptr) continue;
    if (cell->path() != path) cell->field().open(path);
    cell = context_->cell_near(path);
    show_problems();
    if (marked_ != nullptr) marked_->set_marked(false);
    marked_ = cell;
    cell->set_marked(!focus);
    content_->layout()->activate();
    scroll_->ensureWidgetVisible(cell, 40, 60);
    if (focus) {
      cell->field().setFocus(Qt::OtherFocusReason);
    } else {
      show_help(path);
    }
    return true;
  }
  return false;
}

QWidget* SchemaForm::field(const QString& path) const {
  auto* cell = context_->cell_at(path);
  return cell == nullptr ? nullptr : &cell->field();
}

QString SchemaForm::problem_at(const QString& path) const {
  auto* cell = context_->cell_at(path);
  return cell == nullptr ? QString() : cell->problem_text();
}

QWidget* SchemaForm::reset_button(const QString& path) const {
  auto* cell = context_->cell_at(path);
  return cell == nullptr ? nullptr : &cell->reset_button();
}

void SchemaForm::find_key() {
  search_->setFocus(Qt::ShortcutFocusReason);
  search_->selectAll();
}

}  // namespace seawind::gui
