// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/groups.h"

#include <algorithm>

#include "gui/form/field.h"
#include "gui/form/values.h"

namespace seawind::gui {
namespace {

struct GroupText {
  Q_DECLARE_TR_FUNCTIONS(Groups)
};

/// A group of a profile's form. The keys in it are those whose `element` (in the .proto files) is
/// one of `elements`; keys without an element are in the group with an empty one.
struct Heading {
  QString title;
  QString help;
  QStringList elements;
  QString first = {};  // the key at the top; the others keep the order of the .proto file
};

Heading heading(const char* element, const QString& help, const QString& first = {}) {
  return {element, help, {element}, first};
}

std::vector<Heading> path_of_a_packet() {
  std::vector<Heading> all{
      {GroupText::tr("General"),
       GroupText::tr("What the profile is, and what it builds on."),
       {""}},
      heading("Largest packet", GroupText::tr("Larger packets are rejected.")),
      heading("Base station stages", GroupText::tr("Functions of the base station.")),
      heading("Adapter slots", GroupText::tr("Packets in adapter and driver, in neither buffer.")),
      heading("Input queue",
              GroupText::tr("In front of the send buffer; full: the router queues, or drop.")),
      heading("Send buffer",
              GroupText::tr("In front of the transmitter; the whole packet must fit.")),
      heading("Gates",
              GroupText::tr("Outages, spikes, channel allocation: no transmission starts.")),
      heading("Transmitter",
              GroupText::tr("Frames at the rate of the link; other users in between."),
              "rate_base"),
      heading("Background load", GroupText::tr("Other users on the same channels.")),
      heading("Channel", GroupText::tr("States, errors and retransmissions.")),
      heading("Line", GroupText::tr("Delays after the transmission."), "propagation_delay"),
      heading("Receive buffer", GroupText::tr("In order unless reordering is allowed.")),
      heading("Output dropper", GroupText::tr("Drops at the exit, after the link."))};
  const auto channel = std::ranges::find(all, QStringList("Channel"), &Heading::elements);
  channel->elements << "Retransmissions";
  return all;
}

std::vector<Group> groups_of_profile(const SchemaNode& root) {
  const std::vector<Heading> headings = path_of_a_packet();
  std::vector<Group> groups;
  for (const Heading& one : headings) groups.push_back({one.title, one.help, {}, {}});
  groups.push_back({GroupText::tr("More"), {}, {}, {}});  // keys whose element no heading has
  const auto add = [&](const SchemaNode& node, const QString& path, QStringList Group::*keys) {
    const auto found = std::ranges::find_if(
        headings, [&](const Heading& one) { return one.elements.contains(node.element); });
    QStringList& into = groups[static_cast<std::size_t>(found - headings.begin())].*keys;
    into.insert(found != headings.end() && found->first == path ? 0 : into.size(), path);
  };
  for (const auto* child : root.children) {
    if (child->key == "uplink") continue;
    if (child->key == "downlink") {
      for (const auto* part : child->children)
        if (part->key != "states") add(*part, part->key, &Group::paired);
    } else if (child->key == "channel" && child->shape == SchemaNode::Shape::kSection) {
      for (const auto* part : child->children)
        add(*part, join_path(child->key, part->key), &Group::shared);
    } else {
      add(*child, child->key, &Group::shared);
    }
  }
  std::erase_if(groups, [](const Group& g) { return g.shared.isEmpty() && g.paired.isEmpty(); });
  return groups;
}

}  // namespace

bool has_directions(const SchemaNode& root) {
  const auto* down = root.child(QStringLiteral("downlink"));
  const auto* up = root.child(QStringLiteral("uplink"));
  return down != nullptr && up != nullptr && down->shape == SchemaNode::Shape::kSection &&
         up->shape == SchemaNode::Shape::kSection;
}

std::vector<Group> groups_of(const SchemaNode& root) {
  if (has_directions(root)) return groups_of_profile(root);
  std::vector<Group> groups{{GroupText::tr("General"), {}, {}, {}}};
  for (const auto* child : root.children) {
    if (is_wide(*child)) {
      QString title = readable_key(child->key);
      title[0] = title[0].toUpper();
      groups.push_back({title, child->doc, {child->key}, {}});
    } else {
      groups.front().shared << child->key;
    }
  }
  if (groups.front().shared.isEmpty()) groups.erase(groups.begin());
  return groups;
}

}  // namespace seawind::gui
