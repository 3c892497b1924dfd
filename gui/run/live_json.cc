// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/live_json.h"

#include <google/protobuf/util/json_util.h>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <cmath>

namespace seawind::gui {
namespace {

/// A JSON number represents integers up to 2^53 exactly: 104 days in nanoseconds.
QJsonValue number(std::int64_t value) {
  return static_cast<double>(value);
}
// The conversion of a value out of range is undefined behaviour.
std::int64_t whole(const QJsonValue& value) {
  return static_cast<std::int64_t>(std::clamp(value.toDouble(-1), -9e18, 9e18));
}

QJsonObject write(const SlotState& slot) {
  return {{"slot", slot.slot},
          {"case", slot.test_case},
          {"repetition", slot.repetition},
          {"attempt", slot.attempt},
          {"phase", slot.phase},
          {"elapsed_s", slot.elapsed_s},
          {"expected_s", slot.expected_s},
          {"has_link", slot.has_link}};
}

SlotState read_slot(const QJsonObject& from) {
  return {from["slot"].toInt(),
          from["case"].toString(),
          from["repetition"].toInt(),
          from["attempt"].toInt(1),
          from["phase"].toString(),
          from["elapsed_s"].toDouble(),
          from["expected_s"].toDouble(-1),
          from["has_link"].toBool()};
}

QJsonObject write(const CampaignState& state) {
  QJsonArray in_use;
  for (const auto& slot : state.slots_in_use) in_use.append(write(slot));
  return {{"name", state.name},
          {"phase", static_cast<int>(state.phase)},
          {"message", state.message},
          {"done", state.done},
          {"failed", state.failed},
          {"pending", state.pending},
          {"skipped", state.skipped},
          {"invalid_attempts", state.invalid_attempts},
          {"failed_attempts", state.failed_attempts},
          {"allowed", state.allowed},
          {"elapsed_s", state.elapsed_s},
          {"remaining_s", state.remaining_s},
          {"lateness_limit_ns", number(state.lateness_limit_ns)},
          {"worst_lateness_ns", number(state.worst_lateness_ns)},
          {"running_lateness_ns", number(state.running_lateness_ns)},
          {"slots", in_use}};
}

CampaignState read_state(const QJsonObject& from) {
  CampaignState state;
  state.name = from["name"].toString();
  state.phase = static_cast<RunPhase>(
      std::clamp(from["phase"].toInt(), 0, static_cast<int>(RunPhase::kStopping)));
  state.message = from["message"].toString();
  state.done = from["done"].toInt();
  state.failed = from["failed"].toInt();
  state.pending = from["pending"].toInt();
  state.skipped = from["skipped"].toInt();
  state.invalid_attempts = from["invalid_attempts"].toInt();
  state.failed_attempts = from["failed_attempts"].toInt();
  state.allowed = from["allowed"].toInt();
  state.elapsed_s = from["elapsed_s"].toDouble(-1);
  state.remaining_s = from["remaining_s"].toDouble(-1);
  state.lateness_limit_ns = whole(from["lateness_limit_ns"]);
  state.worst_lateness_ns = whole(from["worst_lateness_ns"]);
  state.running_lateness_ns = whole(from["running_lateness_ns"]);
  for (const auto& slot : from["slots"].toArray())
    state.slots_in_use.append(read_slot(slot.toObject()));
  return state;
}

QJsonObject write(const AttemptRow& row) {
  return {{"id", number(row.id)},
          {"case", row.test_case},
          {"repetition", row.repetition},
          {"attempt", row.attempt},
          {"verdict", static_cast<int>(row.verdict)},
          {"p50_ns", number(row.p50_ns)},
          {"p99_ns", number(row.p99_ns)},
          {"p999_ns", number(row.p999_ns)},
          {"max_ns", number(row.max_ns)},
          {"reason", row.reason},
          {"seconds", row.seconds}};
}

AttemptRow read_attempt(const QJsonObject& from) {
  AttemptRow row;
  row.id = whole(from["id"]);
  row.test_case = from["case"].toString();
  row.repetition = from["repetition"].toInt();
  row.attempt = from["attempt"].toInt(1);
  row.verdict = static_cast<AttemptVerdict>(
      std::clamp(from["verdict"].toInt(), 0, static_cast<int>(AttemptVerdict::kFailed)));
  row.p50_ns = whole(from["p50_ns"]);
  row.p99_ns = whole(from["p99_ns"]);
  row.p999_ns = whole(from["p999_ns"]);
  row.max_ns = whole(from["max_ns"]);
  row.reason = from["reason"].toString();
  row.seconds = from["seconds"].toDouble();
  return row;
}

/// Protobuf's JSON. The histogram is most of a report, and the live view does not show it.
QJsonObject write(LinkReport report) {
  report.mutable_fidelity()->clear_histogram();
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string text;
  (void)google::protobuf::util::MessageToJsonString(report, &text, options);
  return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

std::optional<LiveEvent> read_report(const QJsonObject& from) {
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const QByteArray text = QJsonDocument(from).toJson(QJsonDocument::Compact);
  LinkReport report;
  if (!google::protobuf::util::JsonStringToMessage(text.toStdString(), &report, options).ok())
    return std::nullopt;
  return report;
}

/// The report of a `sample`, the format of earlier versions.
QJsonObject report_of(const QJsonObject& sample) {
  const auto direction = [](QJsonObject counters) {
    const QJsonObject packets = counters["drops"].toObject();
    QJsonArray drops;
    for (auto it = packets.begin(); it != packets.end(); ++it)
      drops.append(QJsonObject{{"reason", it.key()}, {"packets", it.value()}});
    counters["drops"] = drops;
    counters["router_classes"] = QJsonArray{QJsonObject{{"marks", counters["marks"]}}};
    return counters;
  };
  QJsonObject fidelity{{"releases", sample["releases"]}};
  for (const QString name : {"p50_ns", "p99_ns", "p999_ns", "max_ns"})
    fidelity["lateness_" + name] = sample[name];
  return {{"link_time_ns", std::round(sample["time_s"].toDouble() * 1e9)},
          {"downlink", direction(sample["downlink"].toObject())},
          {"uplink", direction(sample["uplink"].toObject())},
          {"fidelity", fidelity},
          {"changes", sample["changes"]}};
}

QJsonObject write(const LinkChangeEntry& entry) {
  return {{"time_s", entry.time_s}, {"text", entry.text}, {"error", entry.error}};
}

struct Writer {
  QJsonObject& out;
  void operator()(const CampaignState& state) const { out["state"] = write(state); }
  void operator()(const QList<AttemptRow>& rows) const {
    QJsonArray all;
    for (const auto& row : rows) all.append(write(row));
    out["attempts"] = all;
  }
  void operator()(const LinkBegan& began) const { out["began"] = write(began.slot); }
  void operator()(const LinkReport& report) const { out["report"] = write(report); }
  void operator()(const LinkSilent& silent) const { out["silent"] = silent.why; }
  void operator()(const LinkChangeEntry& entry) const { out["changed"] = write(entry); }
  void operator()(const LinkConfiguration& now) const {
    out["configured"] = QJsonObject{{"link", now.link},
                                    {"downlink_router", now.downlink_router},
                                    {"uplink_router", now.uplink_router}};
  }
  void operator()(const SourceFailed& failed) const { out["failed"] = failed.message; }
};

std::optional<LiveEvent> read_event(const QJsonObject& from) {
  if (from.contains("state")) return read_state(from["state"].toObject());
  if (from.contains("attempts")) {
    QList<AttemptRow> rows;
    for (const auto& row : from["attempts"].toArray()) rows.append(read_attempt(row.toObject()));
    return rows;
  }
  if (from.contains("began")) return LinkBegan{read_slot(from["began"].toObject())};
  if (from.contains("report")) return read_report(from["report"].toObject());
  if (from.contains("sample")) return read_report(report_of(from["sample"].toObject()));
  if (from.contains("silent")) return LinkSilent{from["silent"].toString()};
  if (from.contains("changed")) {
    const QJsonObject entry = from["changed"].toObject();
    return LinkChangeEntry{entry["time_s"].toDouble(-1), entry["text"].toString(),
                           entry["error"].toString()};
  }
  if (from.contains("configured")) {
    const QJsonObject now = from["configured"].toObject();
    return LinkConfiguration{now["link"].toString(), now["downlink_router"].toString(),
                             now["uplink_router"].toString()};
  }
  if (from.contains("failed")) return SourceFailed{from["failed"].toString()};
  return std::nullopt;
}

}  // namespace

QByteArray to_json(const LiveLine& line) {
  QJsonObject out{{"at", line.at_s}};
  std::visit(Writer{out}, line.event);
  return QJsonDocument(out).toJson(QJsonDocument::Compact);
}

std::optional<LiveLine> from_json(const QByteArray& text, QString& error) {
  QJsonParseError wrong;
  const QJsonDocument document = QJsonDocument::fromJson(text, &wrong);
  if (!document.isObject()) {
    error = wrong.error == QJsonParseError::NoError
                ? QCoreApplication::translate("seawind::gui::RecordedSource", "not an object")
                : wrong.errorString();
    return std::nullopt;
  }
  const QJsonObject from = document.object();
  auto event = read_event(from);
  if (!event) {
    error = QCoreApplication::translate("seawind::gui::RecordedSource",
                                        "none of state, attempts, began, report, silent, changed, "
                                        "configured, failed");
    return std::nullopt;
  }
  return LiveLine{from["at"].toDouble(), std::move(*event)};
}

}  // namespace seawind::gui
