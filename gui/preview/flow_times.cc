// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/flow_times.h"

#include <QCoreApplication>
#include <cmath>

#include "common/units.h"
#include "gui/document/tree_edits.h"
#include "gui/preview/short_text.h"

namespace seawind::gui {
namespace {

using config::Node;

struct FlowText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::FlowTime)
};

/// A number in the base unit, or the mean of a distribution.
struct Value {
  std::optional<double> number;
  bool is_mean = false;
};

std::optional<double> plain(const Node* node, Unit unit) {
  if (node == nullptr || node->kind != Node::Kind::kScalar) return {};
  return parse_quantity(node->text, unit).value;
}

Value mean_of(const Node& law, Unit unit) {
  if (law.kind == Node::Kind::kScalar) return {plain(&law, unit), false};
  if (law.kind != Node::Kind::kMap || law.entries.size() != 1) return {};
  const std::string& name = law.entries[0].key;
  const Node& of = law.entries[0].value;
  if (name == "fixed") return {plain(&of, unit), false};
  if (name == "uniform") {
    const auto least = plain(node_at(of, "min"), unit), most = plain(node_at(of, "max"), unit);
    if (least && most) return {(*least + *most) / 2, true};
  }
  // Bounds change the mean of the distribution; it is then unknown.
  if (node_at(of, "min") != nullptr || node_at(of, "max") != nullptr) return {};
  return {plain(node_at(of, "mean"), unit), true};
}

class Generator {
 public:
  Generator(const Node& of, const SchemaNode& schema) : of_(of), schema_(schema) {}

  QString text(const QString& key) const {
    if (const Node* node = node_at(of_, key)) return short_text(*node);
    const SchemaNode* child = schema_.child(key);
    return child != nullptr ? child->default_text : QString();
  }
  bool is_off(const QString& key) const { return text(key).isEmpty() || text(key) == "off"; }
  Value value(const QString& key, Unit unit) const {
    if (const Node* node = node_at(of_, key)) return mean_of(*node, unit);
    return {parse_quantity(text(key).toStdString(), unit).value, false};
  }
  std::optional<double> seconds(const QString& key) const {
    const Value ns = value(key, DURATION);
    return ns.number ? std::optional(*ns.number / 1e9) : std::nullopt;
  }

 private:
  const Node& of_;
  const SchemaNode& schema_;
};

void read_stream(const Generator& g, FlowTime& flow) {
  flow.what = g.is_off("packets")
                  ? FlowText::tr("%1 every %2, on for %3")
                        .arg(g.text("packet_size"), g.text("interval"), g.text("on"))
                  : FlowText::tr("%1 packets of %2 every %3")
                        .arg(g.text("packets"), g.text("packet_size"), g.text("interval"));
  const Value bursts = g.value("bursts", NONE);
  Value burst;
  if (g.is_off("packets")) {
    burst = g.value("on", DURATION);
  } else {
    const Value packets = g.value("packets", NONE), interval = g.value("interval", DURATION);
    burst = interval;
    if (burst.number && packets.number) *burst.number *= *packets.number;
  }
  if (!burst.number || !bursts.number) return;
  double ns = *burst.number * *bursts.number;
  flow.is_mean = burst.is_mean;
  if (*bursts.number > 1) {
    const Value idle = g.is_off("idle") ? Value{0, false} : g.value("idle", DURATION);
    if (!idle.number) return;
    ns += *idle.number * (*bursts.number - 1);
    flow.is_mean = flow.is_mean || idle.is_mean;
    flow.what += FlowText::tr(", %1 bursts").arg(g.text("bursts"));
  }
  flow.length = ns / 1e9;
}

void read_generator(const Generator& g, FlowTime& flow) {
  const QString& name = flow.generator;
  if (name == "stream") {
    read_stream(g, flow);
  } else if (name == "bulk_tcp") {
    if (g.text("duration").isEmpty()) {
      flow.what = g.text("size");
    } else {
      flow.length = g.seconds("duration");
      flow.what = FlowText::tr("for %1").arg(g.text("duration"));
    }
  } else if (name == "http") {
    flow.what = FlowText::tr("page of %1 and %2 objects of %3")
                    .arg(g.text("body_size"), g.text("objects"), g.text("object_size"));
  } else if (name == "tfrc" || name == "command") {
    flow.length = g.seconds("duration");
    flow.what = FlowText::tr("for %1").arg(g.text("duration"));
  } else if (name == "ping") {
    const auto count = g.value("count", NONE).number, every = g.value("interval", DURATION).number;
    if (count && every) flow.length = *count * *every / 1e9;
    flow.what = FlowText::tr("%1 echoes every %2").arg(g.text("count"), g.text("interval"));
  } else if (name == "request_response") {
    flow.what = FlowText::tr("%1 requests of %2, responses of %3")
                    .arg(g.text("count"), g.text("request_size"), g.text("response_size"));
  } else if (name == "aborted_download") {
    if (!g.is_off("after_time")) flow.length = g.seconds("after_time");
    flow.what = FlowText::tr("%1, reset after %2")
                    .arg(g.text("size"),
                         g.is_off("after_time") ? g.text("after_bytes") : g.text("after_time"));
  }
}

FlowTime read_flow(const Node& node, const SchemaNode& schema, std::size_t place) {
  FlowTime flow;
  flow.path = QStringLiteral("flows[%1]").arg(place);
  const Generator keys(node, schema);
  flow.name = keys.text("name");
  flow.role = keys.text("role");
  flow.is_up = keys.text("direction") == "up";
  flow.earliest = flow.latest = keys.seconds("start").value_or(0);
  const SchemaNode* spread_schema = schema.child("start_spread");
  if (const Node* spread = node_at(node, "start_spread"); spread != nullptr && spread_schema) {
    const Generator window(*spread, *spread_schema);
    flow.earliest = window.seconds("from").value_or(0);
    flow.latest = std::max(flow.earliest, window.seconds("to").value_or(flow.earliest));
    flow.rule = window.text("rule");
  }
  for (const config::Entry& entry : node.entries) {
    const QString key = QString::fromStdString(entry.key);
    const SchemaNode* section = schema.child(key);
    // The generators are the mutually exclusive sections of a flow.
    if (section == nullptr || section->choice.isEmpty()) continue;
    flow.generator = key;
    read_generator(Generator(entry.value, *section), flow);
    break;
  }
  return flow;
}

}  // namespace

std::vector<FlowTime> flow_times(const Node& workload, const SchemaNode& schema) {
  std::vector<FlowTime> flows;
  const Node* list = node_at(workload, "flows");
  const SchemaNode* of = schema.child("flows");
  if (list == nullptr || of == nullptr || of->item == nullptr) return flows;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    flows.push_back(read_flow(list->items[i], *of->item, i));
  return flows;
}

}  // namespace seawind::gui
