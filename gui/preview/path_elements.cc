// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/path_elements.h"

#include "gui/document/tree_edits.h"
#include "gui/preview/short_text.h"

namespace seawind::gui {
namespace {

using config::Node;

struct PathText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::PathElement)
};

bool is_off(const QString& value) {
  return value.isEmpty() || value == "off" || value == "false";
}

/// Access to the values of one direction.
class DirectionValues {
 public:
  DirectionValues(const Node& profile, const SchemaNode& schema, QString direction)
      : profile_(profile), schema_(schema), name_(std::move(direction)) {}

  const Node* set(const QString& key) const { return node_at(profile_, name_ + '.' + key); }

  QString default_of(const QString& key) const {
    const SchemaNode* node = schema_at(schema_, name_ + '.' + key);
    return node != nullptr ? node->default_text : QString();
  }

  /// The value that is set, else the default.
  QString value(const QString& key) const {
    const Node* node = set(key);
    return node != nullptr ? short_text(*node) : default_of(key);
  }

  /// The values that states set, each with the name of its state: "bad: 60%".
  QStringList by_state(const QString& key) const {
    QStringList out;
    const Node* states = set("states");
    if (states == nullptr) return out;
    for (const config::Entry& state : states->entries) {
      if (const Node* own = node_at(state.value, key))
        out << PathText::tr("%1: %2").arg(QString::fromStdString(state.key), short_text(*own));
    }
    return out;
  }

  bool differs(const QString& key) const {
    return value(key) != default_of(key) || !by_state(key).isEmpty();
  }

  /// The value and those of the states: "error_probability 0; bad: 60%".
  QString line(const QString& key, const QString& word) const {
    QStringList parts;
    const QString base = value(key);
    if (!base.isEmpty()) parts << (word.isEmpty() ? base : word + ' ' + base);
    const QStringList states = by_state(key);
    if (parts.isEmpty() && !states.isEmpty() && !word.isEmpty()) parts << word;
    return (parts + states).join("; ");
  }

  QString path(const QString& key) const {
    if (set(key) != nullptr) return name_ + '.' + key;
    if (const Node* states = set("states")) {
      for (const config::Entry& state : states->entries) {
        if (node_at(state.value, key) != nullptr)
          return name_ + ".states." + QString::fromStdString(state.key) + '.' + key;
      }
    }
    return name_ + '.' + key;
  }

  const std::vector<const SchemaNode*>& parameters() const {
    static const std::vector<const SchemaNode*> kNone;
    const SchemaNode* node = schema_.child(name_);
    return node != nullptr ? node->children : kNone;
  }
  const Node& profile() const { return profile_; }
  const QString& name() const { return name_; }

 private:
  const Node& profile_;
  const SchemaNode& schema_;
  QString name_;
};

/// Adds a line for each parameter of the element that has a word (Param.element and Param.word in
/// the .proto files), unless its value is the default.
void add_words(const DirectionValues& way, PathElement& element) {
  for (const SchemaNode* one : way.parameters()) {
    if (!element.elements.contains(one->element) || one->word.isEmpty() || !way.differs(one->key))
      continue;
    const QString word = PathText::tr(one->word.toUtf8().constData());
    const bool is_switch = way.value(one->key) == "true" && way.by_state(one->key).isEmpty();
    if (element.lines.isEmpty()) element.path = way.path(one->key);
    element.lines << (is_switch ? word : way.line(one->key, word));
    element.is_on = true;
  }
}

PathElement element_of(const DirectionValues& way, const char* name, const QString& key) {
  PathElement element;
  element.elements = {name};
  element.title = PathText::tr(name);
  element.path = way.path(key);
  return element;
}

PathElement largest_packet(const DirectionValues& way) {
  PathElement element = element_of(way, "Largest packet", "max_packet_size");
  element.lines << way.value("max_packet_size");
  return element;
}

PathElement stages(const DirectionValues& way) {
  PathElement element = element_of(way, "Base station stages", "stages");
  if (const Node* list = way.set("stages")) {
    for (const Node& stage : list->items) element.lines << short_text(stage);
  }
  element.is_on = !element.lines.isEmpty();
  return element;
}

PathElement router_in_front(const QString& name) {
  PathElement element;
  element.title = PathText::tr("Last-hop router");
  element.is_on = !name.isEmpty();
  if (element.is_on) element.lines << PathText::tr("%1 (a test set chooses)").arg(name);
  return element;
}

PathElement slots_of(const DirectionValues& way) {
  PathElement element = element_of(way, "Adapter slots", "adapter_slots");
  element.is_on = way.value("adapter_slots") != way.default_of("adapter_slots");
  if (element.is_on) element.lines << way.value("adapter_slots");
  return element;
}

PathElement input_queue(const DirectionValues& way) {
  PathElement element = element_of(way, "Input queue", "queue_max_length");
  if (way.value("queue_max_length") == "0pkt") {
    element.is_on = false;
    element.elements.clear();
    return element;
  }
  for (const char* key : {"queue_max_length", "queue_max_size", "queue_max_delay"}) {
    if (is_off(way.value(key))) continue;
    if (element.lines.isEmpty()) element.path = way.path(key);
    element.lines << PathText::tr("at most %1").arg(way.value(key));
  }
  if (element.lines.isEmpty()) {
    element.lines << PathText::tr("unlimited");
    element.is_on = false;
    element.elements.clear();
    return element;
  }
  element.lines << (way.value("queue_overflow_handling") == "DROP"
                        ? PathText::tr("full: drops")
                        : PathText::tr("full: the router queues"));
  return element;
}

PathElement send_buffer(const DirectionValues& way) {
  PathElement element = element_of(way, "Send buffer", "link_send_buffer_size");
  element.lines << way.value("link_send_buffer_size");
  if (way.value("link_layer_ack_emulation") == "true") {
    element.lines << PathText::tr("freed by link-layer acks (%1)").arg(way.value("ack_release"));
  }
  return element;
}

/// Adds a line for each spike or outage that blocks this direction.
void add_blocks(const DirectionValues& way, const QString& key, const QString& word,
                PathElement& element) {
  const Node* list = node_at(way.profile(), key);
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const Node& item = list->items[i];
    const Node* affects = node_at(item, "affects");
    const QString whom = affects != nullptr ? short_text(*affects) : "both";
    if (whom != "both" && whom != way.name()) continue;
    QStringList said;
    if (const Node* length = node_at(item, "length"))
      said << PathText::tr("of %1").arg(short_text(*length));
    if (const Node* at = node_at(item, "at")) said << PathText::tr("at %1").arg(short_text(*at));
    if (const Node* every = node_at(item, "interval"))
      said << PathText::tr("every %1").arg(short_text(*every));
    for (const char* more : {"persistency", "queue_loss"}) {
      if (const Node* value = node_at(item, more))
        said << QString(more).replace('_', ' ') + ' ' + short_text(*value);
    }
    if (const Node* discard = node_at(item, "discard"); discard && short_text(*discard) == "true")
      said << PathText::tr("discards");
    if (element.lines.isEmpty()) element.path = QStringLiteral("%1[%2]").arg(key).arg(i);
    element.lines << word + ' ' + said.join(", ");
  }
}

// Whether the hop's key, which both directions share, is true.
bool is_true(const DirectionValues& way, const char* key) {
  const Node* value = node_at(way.profile(), key);
  return value != nullptr && short_text(*value) == "true";
}

PathElement gates(const DirectionValues& way) {
  PathElement element = element_of(way, "Gates", "allocation_delay");
  add_blocks(way, "spikes", PathText::tr("spike"), element);
  add_blocks(way, "outages", PathText::tr("outage"), element);
  if (is_true(way, "shared_allocation"))
    element.lines << PathText::tr("one channel for both directions");
  element.is_on = !element.lines.isEmpty();
  return element;
}

PathElement transmitter(const DirectionValues& way) {
  QString key = "rate_base";
  for (const char* other : {"rate_schedule", "delivery_trace"}) {
    if (way.set(other) != nullptr && !is_off(way.value(other))) key = other;
  }
  PathElement element = element_of(way, "Transmitter", key);
  element.elements << "Background load";
  if (key == "rate_base") {
    element.lines << way.line(key, {});
  } else if (key == "rate_schedule") {
    element.lines << PathText::tr("schedule: %1").arg(way.value(key));
  } else {
    element.lines << PathText::tr("trace: %1").arg(way.value(key));
  }
  if (way.value("fragmentation") == "true")
    element.lines << PathText::tr("frames of %1").arg(way.value("fragment_size"));
  return element;
}

PathElement channel(const DirectionValues& way) {
  PathElement element = element_of(way, "Channel", "error_probability");
  const bool errors = way.differs("error_probability");
  const bool pattern = !is_off(way.value("loss_pattern"));
  element.is_on = errors || pattern;
  if (errors) {
    element.lines << way.line("error_probability", PathText::tr("errors"));
  } else if (pattern) {
    element.path = way.path("loss_pattern");
  } else {
    element.lines << PathText::tr("no errors");
    element.elements.clear();
  }
  if (pattern) element.lines << PathText::tr("loss %1").arg(way.value("loss_pattern"));
  return element;
}

PathElement arq(const DirectionValues& way) {
  PathElement element = element_of(way, "Retransmissions", "error_handling");
  const bool all = way.value("error_handling") != "DROP";
  element.is_on = all || !way.by_state("error_handling").isEmpty();
  if (!element.is_on) {
    element.lines << PathText::tr("none: what is corrupted is lost");
    element.elements.clear();
    return element;
  }
  element.lines << way.line("error_handling", {});
  return element;
}

PathElement line(const DirectionValues& way) {
  PathElement element = element_of(way, "Line", "propagation_delay");
  element.lines << way.line("propagation_delay", {});
  element.is_on = way.differs("propagation_delay");
  if (is_true(way, "shared_delay")) element.lines << PathText::tr("the same in both directions");
  return element;
}

PathElement receive_buffer(const DirectionValues& way) {
  PathElement element = element_of(way, "Receive buffer", "link_receive_buffer_size");
  const QString size = way.value("link_receive_buffer_size");
  element.lines << (is_off(size) ? PathText::tr("unlimited") : size);
  const bool reorders = way.value("reordering") == "true";
  element.lines << (reorders ? PathText::tr("delivers as packets arrive")
                             : PathText::tr("delivers in order"));
  element.is_on = !is_off(size) || !reorders;
  if (way.value("reassembly") == "false") element.lines << PathText::tr("without reassembly");
  return element;
}

PathElement output_dropper(const DirectionValues& way) {
  PathElement element = element_of(way, "Output dropper", "output_dropper");
  element.is_on = !is_off(way.value("output_dropper"));
  if (element.is_on) element.lines << way.value("output_dropper");
  return element;
}

}  // namespace

std::vector<PathElement> path_elements(const Node& profile, const SchemaNode& schema,
                                       const QString& direction, const QString& router) {
  const DirectionValues way(profile, schema, direction);
  std::vector<PathElement> all{largest_packet(way),
                               stages(way),
                               router_in_front(router),
                               slots_of(way),
                               input_queue(way),
                               send_buffer(way),
                               gates(way),
                               transmitter(way),
                               channel(way),
                               arq(way),
                               line(way),
                               receive_buffer(way),
                               output_dropper(way)};
  for (PathElement& element : all) add_words(way, element);
  return all;
}

PathElement channel_element(const Node& profile) {
  PathElement element;
  element.title = PathText::tr("Channel states");
  element.path = "channel";
  const Node* states = node_at(profile, "channel.states");
  element.is_on = states != nullptr && !states->items.empty();
  if (!element.is_on) {
    element.lines << PathText::tr("one state that never changes");
    return element;
  }
  for (const Node& state : states->items) {
    const Node* name = node_at(state, "name");
    const Node* dwell = node_at(state, "dwell");
    QString text = PathText::tr("%1 for %2")
                       .arg(name ? short_text(*name) : QString("?"),
                            dwell ? short_text(*dwell) : QString("?"));
    if (const Node* next = node_at(state, "transitions")) {
      QStringList targets;
      for (const config::Entry& to : next->entries)
        targets << QString::fromStdString(to.key) + ' ' + short_text(to.value);
      text += PathText::tr(", then %1").arg(targets.join(", "));
    }
    element.lines << text;
  }
  if (const Node* cycle = node_at(profile, "channel.cycle"))
    element.lines << PathText::tr("in the order %1").arg(short_text(*cycle).replace("; ", ", "));
  if (const Node* lead = node_at(profile, "channel.lead_in"))
    element.lines << PathText::tr("already running for %1").arg(short_text(*lead));
  return element;
}

}  // namespace seawind::gui
