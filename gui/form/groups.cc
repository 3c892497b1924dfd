// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/groups.h"

#include <QCoreApplication>
#include <algorithm>

#include "gui/form/field.h"
#include "gui/form/values.h"

namespace seawind::gui {
namespace {

QString said(const char* text) {
  return QCoreApplication::translate("Groups", text);
}

std::vector<Group> path_of_a_packet() {
  return {
      {said("General"),
       said("What the profile is, and what it builds on."),
       {"name", "description", "extends"},
       {}},
      {said("Largest packet"), said("Larger packets are rejected."), {}, {"max_packet_size"}},
      {said("Stages"), said("Functions of the base station."), {}, {"stages"}},
      {said("Adapter"),
       said("Packets in adapter and driver, in neither buffer."),
       {},
       {"adapter_slots"}},
      {said("Input queue"),
       said("In front of the send buffer; full: the router queues, or drop."),
       {},
       {"queue_max_length", "queue_max_size", "queue_max_delay", "queue_overflow_handling",
        "queue_drop_policy"}},
      {said("Send buffer"),
       said("In front of the serializer; the whole packet must fit."),
       {},
       {"link_send_buffer_size", "frame_in_service_in_buffer", "drop_on_shrink",
        "link_layer_ack_emulation", "ack_release"}},
      {said("Gates"),
       said("Outages, spikes, channel allocation: no transmission starts."),
       {"spikes", "outages"},
       {"allocation_delay", "link_idle_timeout"}},
      {said("Serializer"),
       said("Frames at the rate of the link; other users in between."),
       {},
       {"rate_base", "user_max_rate", "available_rate", "rate_change_interval", "rate_schedule",
        "delivery_trace", "fragmentation", "fragment_size", "byte_stream", "link_overhead",
        "protocol_overhead_per_packet"}},
      {said("Background load"),
       said("Other users on the same channels."),
       {},
       {"background_load", "bgl_load_type", "bgl_average_rate", "bgl_packet_size", "bgl_on",
        "bgl_off", "bgl_pareto_shape", "bgl_max_users_per_channel",
        "bgl_channel_allocation_algorithm", "bgl_user_priority", "bgl_output_handling"}},
      {said("Channel"),
       said("States, errors and retransmissions."),
       {"channel.states", "channel.cycle", "channel.lead_in"},
       {"error_probability", "error_rate_type", "error_handling", "error_delay_function",
        "delay_drop_threshold", "max_retransmissions", "loss_pattern", "persistency_classes",
        "link_reset"}},
      {said("Line"),
       said("Delays after the transmission."),
       {"shared_delay"},
       {"propagation_delay", "delay_redraw_interval", "random_delay_probability",
        "random_delay_length"}},
      {said("Receive buffer"),
       said("In order unless reordering is allowed."),
       {},
       {"link_receive_buffer_size", "reordering", "release_order", "reassembly"}},
      {said("Output"), said("Drops at the exit, after the link."), {}, {"output_dropper"}},
  };
}

// Adds each key that no group names to the first group with a key of the same element of the path.
void sort_by_element(std::vector<Group>& groups, const SchemaNode& direction, QStringList& keys) {
  const auto element_of = [&](const QString& key) { return direction.child(key)->element; };
  for (const QString& key : QStringList(keys)) {
    const QString element = element_of(key);
    if (element.isEmpty()) continue;
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& one) {
      return std::any_of(one.paired.begin(), one.paired.end(),
                         [&](const QString& other) { return element_of(other) == element; });
    });
    if (group == groups.end()) continue;
    group->paired << key;
    keys.removeOne(key);
  }
}

// Removes keys that the schema does not have, and appends a group of the unassigned keys.
std::vector<Group> sorted_in(std::vector<Group> groups, const SchemaNode& root) {
  QStringList shared;
  for (const auto* child : root.children) {
    if (child->key == "downlink" || child->key == "uplink") continue;
    if (child->key == "channel" && child->shape == SchemaNode::Shape::kSection) {
      for (const auto* part : child->children) shared << join_path(child->key, part->key);
    } else {
      shared << child->key;
    }
  }
  QStringList paired;
  for (const auto* child : root.child(QStringLiteral("downlink"))->children) {
    if (child->key != "states") paired << child->key;
  }
  const auto take = [](QStringList& wanted, QStringList& all) {
    QStringList kept;
    for (const QString& key : wanted) {
      if (all.removeOne(key)) kept << key;
    }
    wanted = kept;
  };
  for (auto& group : groups) {
    take(group.shared, shared);
    take(group.paired, paired);
  }
  sort_by_element(groups, *root.child(QStringLiteral("downlink")), paired);
  if (!shared.isEmpty() || !paired.isEmpty()) {
    groups.push_back({said("More"), {}, shared, paired});
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
  if (has_directions(root)) return sorted_in(path_of_a_packet(), root);
  std::vector<Group> groups{{said("General"), {}, {}, {}}};
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
