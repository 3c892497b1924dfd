// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/form_context.h"

#include "gui/form/cell.h"
#include "gui/form/values.h"

namespace seawind::gui {
namespace {

// "downlink.states.bad.rate_base" -> "downlink.rate_base"; empty if the path is not inside a state.
QString outside_states(const QString& path) {
  static const QRegularExpression kPattern(
      QStringLiteral("^((?:.*\\.)?(?:downlink|uplink))\\.states\\.[^.]+\\.(.+)$"));
  const auto match = kPattern.match(path);
  return match.hasMatch() ? match.captured(1) + '.' + match.captured(2) : QString();
}

QString text_of(const config::Node& node) {
  return node.kind == config::Node::Kind::kScalar ? QString::fromStdString(node.text)
                                                  : inline_yaml(node);
}

QStringList ancestors(const QString& path) {  // outermost first
  QStringList all;
  for (QString up = parent_path(path); !up.isEmpty(); up = parent_path(up)) all.prepend(up);
  return all;
}

}  // namespace

FormContext::FormContext(YamlDocument& document, Checker& checker, const SchemaNode& root,
                         QString prefix, QObject* parent)
    : QObject(parent),
      document_(document),
      checker_(checker),
      root_(root),
      prefix_(std::move(prefix)),
      inherited_(document, checker.places()) {}

// The ancestor of the path that hides inherited values: a list or distribution of the document
// replaces the inherited one as a whole, and so does another one of mutually exclusive keys. Empty
// if there is none.
QString FormContext::hiding_ancestor(const QString& path) const {
  for (const QString& up : ancestors(path)) {
    const auto* own = document_.find(up);
    if (own == nullptr) return {};
    if (own->kind != config::Node::Kind::kMap) return up;
    const bool outside = !prefix_.isEmpty() && !up.startsWith(prefix_ + '.');
    if (outside) continue;
    const auto* node = schema_at(root_, prefix_.isEmpty() ? up : up.mid(prefix_.size() + 1));
    if (node == nullptr) continue;
    if (node->shape == SchemaNode::Shape::kDistribution) return up;
    const QStringList kinds = kinds_of(*node);
    for (const QString& other : kinds) {
      const QString below = join_path(up, other);
      const bool on_the_way = path == below || path.startsWith(below + '.');
      if (!on_the_way && document_.has(below)) {
        for (const QString& key : kinds) {
          const QString mine = join_path(up, key);
          if (path == mine || path.startsWith(mine + '.')) return up;
        }
      }
    }
  }
  return {};
}

EffectiveValue FormContext::value(const SchemaNode* node, const QString& path) const {
  if (const auto* own = document_.find(path); own != nullptr) {
    return {EffectiveValue::Origin::kOwn, own, {}, text_of(*own)};
  }
  if (hiding_ancestor(path).isEmpty()) {
    const auto found = inherited_.find(path);
    if (found.node != nullptr) {
      return {EffectiveValue::Origin::kInherited, found.node, found.from, text_of(*found.node)};
    }
    if (const QString outside = outside_states(path); !outside.isEmpty()) {
      EffectiveValue base = value(node, outside);
      if (base.is_own()) base.origin = EffectiveValue::Origin::kOutsideStates;
      return base;
    }
  }
  if (node != nullptr && !node->default_text.isEmpty()) {
    return {EffectiveValue::Origin::kDefault, nullptr, {}, node->default_text};
  }
  return {};
}

QString FormContext::signature(const QString& path) const {
  QString all;
  const auto* own = document_.find(path);
  if (own != nullptr) all += inline_yaml(*own);
  const auto found = inherited_.find(path);
  if (found.node != nullptr) all += '\n' + found.from + ':' + inline_yaml(*found.node);
  if (own == nullptr) all += '\n' + hiding_ancestor(path);
  if (const QString outside = outside_states(path); !outside.isEmpty()) {
    all += '\n' + signature(outside);
  }
  return all;
}

bool FormContext::may_edit() {
  if (read_only_) emit edit_refused();
  return !read_only_ && document_.is_valid();
}

QStringList FormContext::paths_to_copy(const QString& path) const {
  QStringList all = ancestors(path);
  if (!path.isEmpty()) all << path;
  QStringList wanted;
  for (const QString& up : all) {
    if (document_.has(up)) continue;
    const EffectiveValue shown = value(nullptr, up);
    if (shown.node == nullptr) continue;
    const bool outside = !prefix_.isEmpty() && !up.startsWith(prefix_ + '.');
    const auto* node =
        outside ? nullptr : schema_at(root_, prefix_.isEmpty() ? up : up.mid(prefix_.size() + 1));
    const bool whole = shown.node->kind == config::Node::Kind::kList ||
                       (node != nullptr && node->shape == SchemaNode::Shape::kDistribution);
    if (!whole) continue;
    wanted << up;
    break;  // its parts are copied with it
  }
  return wanted;
}

bool FormContext::copy_inherited(const QString& path, const QString& merge_key) {
  for (const QString& up : paths_to_copy(path)) {
    if (!document_.set(up, inline_yaml(*value(nullptr, up).node), merge_key)) return false;
  }
  return true;
}

bool FormContext::write(const QString& path, const QString& yaml, bool typed) {
  if (!may_edit()) return false;
  const QString merge_key = typed ? path + '#' + QString::number(session_) : QString();
  const QString above = parent_path(path);
  bool done = false;
  const auto work = [&] {
    done = copy_inherited(above, merge_key) && document_.set(path, yaml, merge_key);
  };
  if (!typed && needs_copy(above)) {
    as_one_step(tr("Change %1").arg(last_part(path)), work);
  } else {
    work();
  }
  if (!done) {
    emit status_message(
        tr("%1 cannot be changed in the form: it stands in a part of the text that is used in "
           "several places. Change it in the text.")
            .arg(path));
  }
  return done;
}

bool FormContext::remove(const QString& path) {
  return may_edit() && document_.remove(path);
}

void FormContext::enter(Cell* cell) {
  cells_.insert(cell->path(), cell);
}

void FormContext::leave(Cell* cell) {
  if (cells_.value(cell->path()) == cell) cells_.remove(cell->path());
}

Cell* FormContext::cell_at(const QString& path) const {
  return cells_.value(path);
}

Cell* FormContext::cell_near(const QString& path) const {
  for (QString up = path; !up.isEmpty(); up = parent_path(up)) {
    if (auto* cell = cells_.value(up)) return cell;
  }
  return nullptr;
}

QList<Cell*> FormContext::cells() const {
  return cells_.values();
}

void FormContext::watch(QWidget* widget) {
  widget->installEventFilter(this);
  if (widget->focusPolicy() == Qt::WheelFocus) widget->setFocusPolicy(Qt::StrongFocus);
  if (auto* combo = qobject_cast<QComboBox*>(widget); combo && combo->isEditable()) {
    combo->lineEdit()->installEventFilter(this);
  }
}

bool FormContext::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::FocusIn:
      ++session_;
      for (auto* up = qobject_cast<QWidget*>(watched); up != nullptr; up = up->parentWidget()) {
        if (auto* cell = qobject_cast<Cell*>(up)) {
          emit focused(cell->path());
          break;
        }
      }
      break;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
      auto* key = static_cast<QKeyEvent*>(event);
      const bool undo = key->matches(QKeySequence::Undo);
      if (!undo && !key->matches(QKeySequence::Redo)) break;
      event->accept();
      if (event->type() == QEvent::ShortcutOverride) return true;
      ++session_;
      if (undo) {
        document_.undo_stack().undo();
      } else {
        document_.undo_stack().redo();
      }
      return true;
    }
    case QEvent::Wheel:
      if (qobject_cast<QComboBox*>(watched) == nullptr) break;
      event->ignore();
      return true;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace seawind::gui
