// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/schema_form.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "gui/form/form_context.h"
#include "gui/form/form_scroll.h"
#include "gui/form/group_box.h"
#include "gui/form/values.h"

namespace seawind::gui {
namespace {

constexpr int kAtOnce = 25;  // longest time in ms to create rows before the event loop runs
constexpr int kPathRole = Qt::UserRole + 1;

}  // namespace

SchemaForm::SchemaForm(YamlDocument& document, Checker& checker, const SchemaNode& root,
                       QString path_prefix, QWidget* parent)
    : QWidget(parent),
      document_(document),
      checker_(checker),
      root_(root),
      prefix_(std::move(path_prefix)),
      context_(new FormContext(document, checker, root, prefix_, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  make_bar();
  layout->addLayout(bar_);
  notice_ = new QLabel(this);
  notice_->setWordWrap(true);
  notice_->setTextFormat(Qt::PlainText);
  notice_->setMargin(6);
  notice_->setAccessibleName(tr("Notice of the form"));
  notice_->hide();
  layout->addWidget(notice_);
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

  make_states(true);
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
    if (!columns_wait_) return;
    QTimer::singleShot(0, this, [this] {
      if (columns_wait_) make_columns();
    });
  });
  connect(context_, &FormContext::edit_refused, this, &SchemaForm::edit_refused);
  connect(context_, &FormContext::told, this, &SchemaForm::told);
  connect(&document_, &YamlDocument::tree_changed, this, [this] { follow_document(); });
  connect(&document_, &YamlDocument::text_changed, this, [this] { show_notice(); });
  connect(&document_, &YamlDocument::file_changed, this, [this] { follow_document(); });
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

void SchemaForm::make_bar() {
  bar_ = new QHBoxLayout;
  bar_->setContentsMargins(6, 4, 6, 4);
  search_ = new QLineEdit(this);
  search_->setPlaceholderText(tr("Find a key (Ctrl+F)"));
  search_->setAccessibleName(tr("Find a key by its name or meaning"));
  search_->setClearButtonEnabled(true);
  search_->setMaximumWidth(fontMetrics().horizontalAdvance(QString(40, '0')));
  bar_->addWidget(search_, 2);
  bar_->addStretch(1);
  for (const bool open : {true, false}) {
    auto* button = new QToolButton(this);
    button->setText(open ? tr("Open all") : tr("Fold all"));
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this, open] {
      for (auto* box : groups_) open ? box->open_unbuilt() : box->set_open(false);
      build_some();
    });
    bar_->addWidget(button);
  }
  connect(search_, &QLineEdit::textEdited, this, [this] { fill_search(); });
}

// Fills the search with all keys, at its first use.
void SchemaForm::fill_search() {
  if (search_filled_) return;
  search_filled_ = true;
  auto* model = new QStandardItemModel(this);
  const auto add = [&](const SchemaNode& node, const QString& path, const QString& where) {
    auto* item = new QStandardItem(
        where.isEmpty() ? QStringLiteral("%1 \u2014 %2").arg(node.key, node.doc)
                        : QStringLiteral("%1 (%2) \u2014 %3").arg(node.key, where, node.doc));
    item->setData(path, kPathRole);
    item->setToolTip(node.doc);
    model->appendRow(item);
  };
  // Two levels below each key of a group. Deeper keys are recursive or inside a list.
  const std::function<void(const SchemaNode&, const QString&, int)> walk_in =
      [&](const SchemaNode& node, const QString& path, int levels) {
        if (levels == 0 || node.shape == SchemaNode::Shape::kDrawn) return;
        const auto& inside = node.item != nullptr ? *node.item : node;
        for (const auto* child : inside.children) {
          const QString below = node.item != nullptr ? path : join_path(path, child->key);
          add(*child, below, readable_key(last_part(path)));
          walk_in(*child, below, levels - 1);
        }
      };
  for (const auto* box : groups_) {
    for (const QString& key : box->group().shared) {
      if (const auto* node = schema_at(root_, key)) {
        add(*node, join_path(prefix_, key), {});
        walk_in(*node, join_path(prefix_, key), 2);
      }
    }
    for (const QString& key : box->group().paired) {
      const QString path = join_path(prefix_, "downlink." + key);
      if (const auto* node = schema_at(root_, "downlink." + key)) {
        add(*node, path, {});
        walk_in(*node, path, 2);
      }
    }
  }
  auto* completer = new QCompleter(model, this);
  completer->setFilterMode(Qt::MatchContains);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setMaxVisibleItems(14);
  search_->setCompleter(completer);
  connect(completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
          [this](const QModelIndex& index) {
            const QString path = index.data(kPathRole).toString();
            // After this signal the completer writes its text into the line, so clearing is
            // deferred.
            QTimer::singleShot(0, search_, [this, path] {
              search_->clear();
              reveal(path, true);
            });
          });
  completer->setCompletionPrefix(search_->text());
  completer->complete();
}

QString SchemaForm::relative(const QString& path) const {
  return prefix_.isEmpty() || !path.startsWith(prefix_ + '.') ? path : path.mid(prefix_.size() + 1);
}

void SchemaForm::make_states(bool at_once) {
  if (!has_directions(root_)) return;
  QStringList names;
  const QString states = join_path(prefix_, QStringLiteral("channel.states"));
  const EffectiveValue list = context_->value(nullptr, states);
  if (list.node != nullptr) {
    for (std::size_t i = 0; i < list.node->items.size(); ++i) {
      const auto* name = walk(list.node->items[i], QStringLiteral("name"));
      if (name != nullptr && !name->text.empty()) names << QString::fromStdString(name->text);
    }
  }
  QStringList used;
  for (const QString& direction : {QStringLiteral("downlink"), QStringLiteral("uplink")}) {
    const QString path = join_path(prefix_, direction + ".states");
    for (const QString& key : document_.keys(path) + context_->inherited().keys(path)) {
      if (!used.contains(key)) used << key;
    }
  }
  for (const QString& name : used) {
    if (!names.contains(name)) names << name;
  }
  QStringList shown;
  for (const QString& name : names) {
    const bool wanted =
        chosen_states_.contains(name) || (used.contains(name) && !hidden_states_.contains(name));
    if (wanted) shown << name;
  }
  if (states_bar_ != nullptr && names == states_ && shown == shown_states_) return;
  const bool other_columns = shown != shown_states_ || states_bar_ == nullptr;
  states_ = names;
  shown_states_ = shown;
  if (states_bar_ != nullptr) states_bar_->deleteLater();
  states_bar_ = new QWidget(this);
  auto* line = new QHBoxLayout(states_bar_);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(2);
  if (!names.isEmpty()) line->addWidget(new QLabel(tr("States:"), states_bar_));
  for (const QString& name : names) {
    auto* chip = new QToolButton(states_bar_);
    // A mark, because the colour of a pressed button alone is not distinct enough.
    chip->setText(shown.contains(name) ? QStringLiteral("\u2713 ") + name : name);
    chip->setCheckable(true);
    chip->setChecked(shown.contains(name));
    chip->setToolTip(tr("Shows what differs in the channel state %1, beside the values of each "
                        "direction.")
                         .arg(name));
    chip->setAccessibleName(tr("Show state %1").arg(name));
    connect(chip, &QToolButton::toggled, this, [this, name](bool on) {
      QTimer::singleShot(0, this, [this, name, on] { show_state(name, on); });
    });
    line->addWidget(chip);
  }
  bar_->insertWidget(1, states_bar_);
  if (!other_columns) return;
  // Deferred during typing into a field (the name of a state can be changing): new columns would
  // destroy the field.
  if (!at_once && is_typed_into()) {
    columns_wait_ = true;
  } else {
    make_columns();
  }
}

void SchemaForm::show_state(const QString& state, bool on) {
  chosen_states_.removeAll(state);
  hidden_states_.removeAll(state);
  (on ? chosen_states_ : hidden_states_) << state;
  make_states(true);
}

bool SchemaForm::is_typed_into() const {
  const auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  return line != nullptr && content_->isAncestorOf(line);
}

void SchemaForm::make_columns() {
  columns_wait_ = false;
  std::vector<Column> columns;
  for (const bool down : {true, false}) {
    const QString key = down ? QStringLiteral("downlink") : QStringLiteral("uplink");
    const auto* node = root_.child(key);
    const QString title = down ? tr("Downlink") : tr("Uplink");
    const QString path = join_path(prefix_, key);
    columns.push_back({title, path, node, false});
    const auto* states = node->child(QStringLiteral("states"));
    if (states == nullptr || states->item == nullptr) continue;
    for (const QString& name : shown_states_) {
      columns.push_back({QStringLiteral("%1 in %2").arg(title, name), path + ".states." + name,
                         states->item, true});
    }
  }
  scroll_->set_columns(columns);
  for (auto* box : groups_) box->set_columns(columns);
  show_problems();
}

void SchemaForm::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
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
  make_states(false);
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
  const bool whole = document_.is_whole();
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
  notice_->setText(lines.join('\n'));
  notice_->setVisible(!lines.isEmpty());
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, problem_colour(palette()));
  notice_->setPalette(colours);
}

QString SchemaForm::notice() const {
  return notice_->text();
}

void SchemaForm::show_help(const QString& path) {
  const auto* node = schema_at(root_, relative(path));
  QString text = node == nullptr ? QString() : describe(*node, path);
  const QString more = reference_help(document_.kind(), path);
  if (!more.isEmpty()) text += "<p>" + more + "</p>";
  help_->setHtml(text);
}

bool SchemaForm::reveal(const QString& path, bool focus) {
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

void SchemaForm::set_read_only(bool on) {
  context_->set_read_only(on);
}

void SchemaForm::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Find)) {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
    event->accept();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace seawind::gui
