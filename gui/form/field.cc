// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/field.h"

#include "gui/form/distribution_field.h"
#include "gui/form/list_field.h"
#include "gui/form/map_field.h"
#include "gui/form/scalar_fields.h"
#include "gui/form/section_field.h"
#include "gui/form/values.h"

namespace seawind::gui {

Field::Field(FormContext& form, const SchemaNode& node, QString path, QWidget* parent)
    : QWidget(parent), form_(form), node_(node), path_(std::move(path)) {}

void Field::add_control(QWidget* control, const QString& what) {
  control->setAccessibleName(what.isEmpty() ? path_ : path_ + ' ' + what);
  control->setAccessibleDescription(node_.doc);
  form_.watch(control);
}

void Field::grey(QWidget* control, bool on) {
  QPalette palette;
  if (on) {
    const QColor soft = palette.color(QPalette::PlaceholderText);
    for (const auto role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText}) {
      palette.setColor(QPalette::Active, role, soft);
      palette.setColor(QPalette::Inactive, role, soft);
    }
    control->setPalette(palette);
  } else if (control->testAttribute(Qt::WA_SetPalette)) {
    control->setPalette(palette);
    control->setAttribute(Qt::WA_SetPalette, false);
  }
}

Field* make_field(FormContext& form, const SchemaNode& node, const QString& path,
                  const QString& title, QWidget* parent) {
  switch (node.shape) {
    case SchemaNode::Shape::kSection:
      return new SectionField(form, node, path, title, parent);
    case SchemaNode::Shape::kMap:
      return new MapField(form, node, path, title, parent);
    case SchemaNode::Shape::kList:
      if (is_wide(node)) return new ListField(form, node, path, title, parent);
      return new ItemsField(form, node, path, parent);
    case SchemaNode::Shape::kText:
      if (node.allows_list) return new ItemsField(form, node, path, parent);
      // A key of `files` is the name of a file, which can have dots.
      if (path.contains(QStringLiteral(".files.")) || form.value(&node, path).text.contains('\n')) {
        return new LongTextField(form, node, path, parent);
      }
      return new TextField(form, node, path, parent);
    case SchemaNode::Shape::kReference:
      return new ReferenceField(form, node, path, parent);
    case SchemaNode::Shape::kInteger:
    case SchemaNode::Shape::kQuantity:
    case SchemaNode::Shape::kLimit:
      if (node.allows_list) return new ItemsField(form, node, path, parent);
      return new QuantityField(form, node, path, parent);
    case SchemaNode::Shape::kChoice:
      if (node.allows_list) return new ItemsField(form, node, path, parent);
      return new ChoiceField(form, node, path, parent);
    case SchemaNode::Shape::kSwitch:
      return new SwitchField(form, node, path, parent);
    case SchemaNode::Shape::kDistribution:
      return new DistributionField(form, node, path, parent);
  }
  return new TextField(form, node, path, parent);
}

bool is_wide(const SchemaNode& node) {
  switch (node.shape) {
    case SchemaNode::Shape::kSection:
    case SchemaNode::Shape::kMap:
      return true;
    case SchemaNode::Shape::kList:
      return node.item != nullptr && (node.item->shape == SchemaNode::Shape::kSection ||
                                      node.item->shape == SchemaNode::Shape::kMap ||
                                      node.item->shape == SchemaNode::Shape::kList);
    default:
      return false;
  }
}

}  // namespace seawind::gui
