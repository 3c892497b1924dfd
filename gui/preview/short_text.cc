// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/short_text.h"

#include "gui/document/tree_edits.h"

namespace seawind::gui {
namespace {

using config::Node;

struct BriefText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::short_text)
};

QString scalar_of(const Node& map, const char* key) {
  const Node* value = node_at(map, key);
  return value != nullptr ? short_text(*value) : QString();
}

QString pairs(const Node& map, const QStringList& without = {}) {
  QStringList parts;
  for (const config::Entry& entry : map.entries) {
    const QString key = QString::fromStdString(entry.key);
    if (without.contains(key)) continue;
    const QString value = short_text(entry.value);
    parts << (value.isEmpty() ? key : key + ' ' + value);
  }
  return parts.join(", ");
}

/// A distribution in short form: its name, its mean or median, its other parameters, its bounds.
QString distribution_text(const QString& name, const Node& of) {
  if (name == "fixed") return short_text(of);
  if (of.kind != Node::Kind::kMap) return name + ' ' + short_text(of);
  const QString least = scalar_of(of, "min"), most = scalar_of(of, "max");
  QString range = least;
  if (!least.isEmpty() && !most.isEmpty()) {
    range = BriefText::tr("%1 to %2").arg(least, most);
  } else if (!most.isEmpty()) {
    range = BriefText::tr("at most %1").arg(most);
  } else if (!least.isEmpty()) {
    range = BriefText::tr("at least %1").arg(least);
  }
  QString middle;
  QStringList shown{"min", "max"};
  if (scalar_of(of, "truncation") == "redraw") shown << "truncation";  // redraw is the default
  for (const char* key : {"mean", "median"}) {
    if (middle.isEmpty() && node_at(of, key) != nullptr) {
      middle = scalar_of(of, key);
      shown << key;
    }
  }
  const QString rest = pairs(of, shown);
  QString text = name;
  if (!middle.isEmpty()) text += ' ' + middle;
  if (!rest.isEmpty()) text += (middle.isEmpty() ? " " : ", ") + rest;
  if (range.isEmpty()) return text;
  return middle.isEmpty() && rest.isEmpty() ? text + ' ' + range : text + " (" + range + ')';
}

}  // namespace

QString short_text(const Node& value) {
  switch (value.kind) {
    case Node::Kind::kScalar:
      return QString::fromStdString(value.text);
    case Node::Kind::kList: {
      QStringList parts;
      for (const Node& item : value.items) {
        if (parts.size() == 4 && value.items.size() > 5) {
          parts << BriefText::tr("… %n more", nullptr, static_cast<int>(value.items.size()) - 4);
          break;
        }
        parts << short_text(item);
      }
      return parts.join("; ");
    }
    case Node::Kind::kMap:
      if (value.entries.size() == 1)
        return distribution_text(QString::fromStdString(value.entries[0].key),
                                 value.entries[0].value)
            .trimmed();
      return pairs(value);
    default:
      return {};
  }
}

}  // namespace seawind::gui
