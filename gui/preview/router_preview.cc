// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/router_preview.h"

#include "gui/document/tree_edits.h"
#include "gui/layouts.h"

namespace seawind::gui {

RouterPreview::RouterPreview(YamlDocument& document, Places places, QWidget* parent)
    : Preview(document, std::move(places), parent), edits_(document) {
  picture_ = new RouterPicture;
  take_over_ = new QToolButton;
  take_over_->setText(tr("Copy the tree here"));
  take_over_->setToolTip(tr("Writes the tree into this file, so that it can be changed here"));
  QScrollArea* scroll = scrolled(picture_);
  make_column(this, {make_tools(), make_row({{notice_, 1}, take_over_}), {scroll, 1}});
  overlay_ = new DimOverlay(picture_);

  connect(picture_, &RouterPicture::chosen, this, &Preview::path_chosen);
  connect(picture_, &RouterPicture::selection_changed, this, [this, scroll] {
    show_actions();
    const RouterNode* node = picture_->selected();
    if (node == nullptr) return;
    scroll->ensureWidgetVisible(picture_->box_of(node->place), 20, 20);
    if (isVisible() && picture_->box_of(node->place)->hasFocus()) emit path_chosen(node->path);
  });
  connect(picture_, &RouterPicture::renamed, this, [this](const QString& name) {
    edit([&](const RouterNode& node, QString&) { return edits_.rename(node, name); });
  });
  connect(take_over_, &QToolButton::clicked, this, [this] {
    if (inherited_) edits_.take_over(*inherited_);
  });
  follow_document();
}

QAction* RouterPreview::add_action(const QString& text, const QKeySequence& key, const QString& tip,
                                   const std::function<void()>& act) {
  QAction* action = add_shortcut(*picture_, text, {key}, act);
  action->setToolTip(QString("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
  return action;
}

QToolBar* RouterPreview::make_tools() {
  auto* bar = new QToolBar(this);
  bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
  bar->setAccessibleName(tr("Edit the tree"));
  const auto change = [this](auto what) { return [this, what] { edit(what); }; };
  add_ = add_action(tr("Add class"), Qt::Key_Insert,
                    tr("A class after this one, or inside this "
                       "discipline"),
                    change([this](const RouterNode& node, QString& made) {
                      return edits_.add_class(node, made);
                    }));
  add_inside_ =
      add_action(tr("Class inside"), Qt::SHIFT | Qt::Key_Insert, tr("A class inside this class"),
                 change([this](const RouterNode& node, QString& made) {
                   return edits_.add_class_inside(node, made);
                 }));
  rename_ = add_action(tr("Rename"), Qt::Key_F2, tr("Another name for the class"),
                       [this] { picture_->begin_rename(); });
  up_ = add_action(tr("Up"), Qt::ALT | Qt::Key_Up, tr("Before the class above it"),
                   change([this](const RouterNode& node, QString& moved) {
                     return edits_.move(node, -1, moved);
                   }));
  down_ = add_action(tr("Down"), Qt::ALT | Qt::Key_Down, tr("After the class below it"),
                     change([this](const RouterNode& node, QString& moved) {
                       return edits_.move(node, 1, moved);
                     }));
  remove_ =
      add_action(tr("Remove"), QKeySequence::Delete, tr("This class or discipline"),
                 change([this](const RouterNode& node, QString&) { return edits_.remove(node); }));
  disciplines_ = new QMenu(tr("Discipline"), this);
  disciplines_->setToolTipsVisible(true);
  connect(disciplines_, &QMenu::aboutToShow, this, &RouterPreview::fill_disciplines);
  disciplines_button_ = new QToolButton(this);
  disciplines_button_->setText(tr("Discipline"));
  disciplines_button_->setMenu(disciplines_);
  disciplines_button_->setPopupMode(QToolButton::InstantPopup);
  QAction* open = add_action(tr("Choose a discipline"), Qt::CTRL | Qt::Key_D, {},
                             [this] { disciplines_button_->showMenu(); });
  disciplines_button_->setToolTip(
      tr("Another discipline here (%1)").arg(open->shortcut().toString(QKeySequence::NativeText)));
  bar->addAction(add_);
  bar->addAction(add_inside_);
  bar->addWidget(disciplines_button_);
  for (QAction* action : {rename_, up_, down_, remove_}) bar->addAction(action);
  return bar;
}

bool RouterPreview::can_edit() const {
  return !inherited_ && document_.is_editable() && !places_.is_shipped(document_.file());
}

void RouterPreview::fill_disciplines() {
  disciplines_->clear();
  const RouterNode* node = picture_->selected();
  if (node == nullptr) return;
  const SchemaNode* at = node->schema;
  if (node->is_class()) at = at->child(disciplines_of(*at).value(0));
  for (const QString& name : RouterEdits::choices(*node)) {
    QAction* action = disciplines_->addAction(name);
    action->setToolTip(at->child(name)->doc);
    action->setCheckable(true);
    action->setChecked(!node->is_class() && !node->is_default && name == node->title);
    connect(action, &QAction::triggered, this, [this, name] {
      edit([&](const RouterNode& of, QString&) { return edits_.set_discipline(of, name); });
    });
  }
}

void RouterPreview::edit(const std::function<QString(const RouterNode&, QString& select)>& change) {
  const RouterNode* node = picture_->selected();
  if (node == nullptr || !can_edit()) return;
  QString place, problem;
  editing_ = true;
  problem = change(*node, place);
  editing_ = false;
  refresh();
  if (!place.isEmpty()) picture_->select(place);
  if (!problem.isEmpty()) show_problem(problem, false);
}

void RouterPreview::show_problem(const QString& problem, bool faint) {
  notice_->show_text(problem);
  overlay_->cover(faint);
}

void RouterPreview::refresh() {
  if (editing_) return;
  inherited_.reset();
  take_over_->hide();
  QString problem;
  const auto whole = read(problem);
  if (whole) picture_->show_tree(router_tree(*whole, schema(Kind::kRouter, places_), problem));
  if (whole && problem.isEmpty() && document_.has("extends") && !document_.has("root")) {
    inherited_ = *node_at(*whole, "root");
    problem = tr("The tree is that of %1.").arg(document_.scalar("extends").value_or("?"));
    take_over_->setVisible(!places_.is_shipped(document_.file()));
  }
  show_problem(problem, !whole);
  show_actions();
}

void RouterPreview::show_actions() {
  const RouterNode* node = picture_->selected();
  const bool can = node != nullptr && can_edit();
  const auto has_classes = [](const RouterNode& of) {
    const SchemaNode* section = of.is_default ? nullptr : of.schema->child(of.title);
    return section != nullptr && !class_list_of(*section).isEmpty();
  };
  add_->setEnabled(can && (node->is_class() || has_classes(*node)));
  add_inside_->setEnabled(can && node->is_class() && !class_list_of(*node->schema).isEmpty());
  rename_->setEnabled(can && node->is_class());
  const bool first = can && node->index() == 0;
  bool last = true;
  if (can && node->is_class() && node->parent != nullptr) {
    const auto& next = node->parent->children;
    const auto after = static_cast<std::size_t>(node->index()) + 1;
    last = after >= next.size() || !next[after]->is_class();
  }
  up_->setEnabled(can && node->is_class() && !first);
  down_->setEnabled(can && node->is_class() && !last);
  remove_->setEnabled(can && !node->is_default && node->parent != nullptr);
  disciplines_button_->setEnabled(can);
}

}  // namespace seawind::gui
