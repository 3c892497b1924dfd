// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/flow_times.h"

#include <algorithm>

#include "common/config/fill.h"
#include "controller/estimate/traffic.h"
#include "gui/document/tree_edits.h"
#include "gui/preview/short_text.h"

namespace seawind::gui {
namespace {

using config::Node;

struct FlowText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::FlowTime)
};

/// The largest IP packet, in bytes, for fluid_of(). The results used here do not depend on it.
constexpr double kMtu = 1500;

class Generator {
 public:
  Generator(const Node& of, const SchemaNode& schema) : of_(of), schema_(schema) {}

  QString text(const QString& key) const {
    if (const Node* node = node_at(of_, key)) return short_text(*node);
    const SchemaNode* child = schema_.child(key);
    return child != nullptr ? child->default_text : QString();
  }
  bool is_off(const QString& key) const { return text(key).isEmpty() || text(key) == "off"; }

 private:
  const Node& of_;
  const SchemaNode& schema_;
};

QString stream_words(const Generator& g) {
  QString words = g.is_off("packets")
                      ? FlowText::tr("%1 every %2, on for %3")
                            .arg(g.text("packet_size"), g.text("interval"), g.text("on"))
                      : FlowText::tr("%1 packets of %2 every %3")
                            .arg(g.text("packets"), g.text("packet_size"), g.text("interval"));
  if (g.text("bursts") != "1") words += FlowText::tr(", %1 bursts").arg(g.text("bursts"));
  return words;
}

/// The traffic in words.
QString words_of(const QString& generator, const Generator& g) {
  if (generator == "stream") return stream_words(g);
  if (generator == "bulk_tcp" && g.text("duration").isEmpty()) return g.text("size");
  if (generator == "bulk_tcp" || generator == "tfrc" || generator == "command")
    return FlowText::tr("for %1").arg(g.text("duration"));
  if (generator == "http")
    return FlowText::tr("page of %1 and %2 objects of %3")
        .arg(g.text("body_size"), g.text("objects"), g.text("object_size"));
  if (generator == "ping")
    return FlowText::tr("%1 echoes every %2").arg(g.text("count"), g.text("interval"));
  if (generator == "request_response")
    return FlowText::tr("%1 requests of %2, responses of %3")
        .arg(g.text("count"), g.text("request_size"), g.text("response_size"));
  if (generator == "aborted_download")
    return FlowText::tr("%1, reset after %2")
        .arg(g.text("size"), g.is_off("after_time") ? g.text("after_bytes") : g.text("after_time"));
  return {};
}

bool is_drawn(const Stream& stream) {
  for (const Distribution* distribution : {&stream.interval(), &stream.on(), &stream.idle()})
    if (distribution->kind_case() != Distribution::KIND_NOT_SET && !distribution->has_fixed())
      return true;
  return false;
}

FlowTime read_flow(const Node& node, const SchemaNode& schema, std::size_t place) {
  Flow read;
  Diagnostics ignored;  // the checker reports them
  config::MessageBuilder(ignored, true, nullptr).fill(node, read, {});
  FlowTime flow;
  flow.path = QStringLiteral("flows[%1]").arg(place);
  const Generator keys(node, schema);
  flow.name = keys.text("name");
  flow.role = keys.text("role");
  flow.earliest = flow.latest = in_seconds(read.start());
  if (read.has_start_spread()) {
    flow.earliest = in_seconds(read.start_spread().from());
    flow.latest = std::max(flow.earliest, in_seconds(read.start_spread().to()));
    if (const SchemaNode* spread = schema.child("start_spread"))
      flow.rule = Generator(*node_at(node, "start_spread"), *spread).text("rule");
  }
  const Fluid fluid = fluid_of(read, flow.earliest, 0, kMtu);
  flow.is_up = !fluid.downlink;
  // The length of a flow with bytes to deliver depends on the link.
  if (fluid.bytes == 0 && fluid.lasts > 0) flow.length = fluid.lasts;
  flow.is_mean = is_drawn(read.stream());
  for (const config::Entry& entry : node.entries) {
    const QString key = QString::fromStdString(entry.key);
    const SchemaNode* section = schema.child(key);
    // The generators are the mutually exclusive sections of a flow.
    if (section == nullptr || section->choice.isEmpty()) continue;
    flow.generator = key;
    flow.what = words_of(key, Generator(entry.value, *section));
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
