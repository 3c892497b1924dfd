// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/repetition_timeline.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "common/error.h"
#include "controller/store/query.h"
#include "controller/store/read_plan.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

constexpr std::size_t kEventKinds = static_cast<std::size_t>(SequenceEvent::Kind::kDelivered) + 1;

struct Collected {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::uint32_t> packets;
};

/// A damaged log may step back in time.
void put_in_order(Collected& c) {
  if (std::is_sorted(c.x.begin(), c.x.end())) return;
  std::vector<std::size_t> order(c.x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return c.x[a] < c.x[b]; });
  Collected sorted;
  for (const std::size_t i : order) {
    sorted.x.push_back(c.x[i]);
    sorted.y.push_back(c.y[i]);
    sorted.packets.push_back(c.packets[i]);
  }
  c = std::move(sorted);
}

}  // namespace

std::optional<std::uint64_t> TimelineSeries::packet_at(double x, double y) const {
  std::size_t low = 0;
  std::size_t high = points->size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (points->x(middle) < x)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < points->size() && points->x(low) == x; ++low)
    if (points->y(low) == y) return packets[low];
  return {};
}

RepetitionTimelinePtr read_repetition_timeline(
    const QString& campaign, const std::string& case_name, int number, const std::string& flow,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const auto directory = to_path(campaign);
  auto out = std::make_shared<RepetitionTimeline>();
  out->case_name = case_name;
  out->number = number;
  DoneRepetition done = done_repetition(directory, case_name, number);
  if (!done.directory.open())
    throw Error(QCoreApplication::translate(
                    "RepetitionTimeline",
                    "the folder of this repetition is missing: %1. Its figures are still in the "
                    "store; graphs and logs need the folder")
                    .arg(to_text(done.directory.path()))
                    .toStdString());
  out->flows = std::move(done.flows);
  for (std::size_t i = 0; i < out->flows.size(); ++i)
    if (out->flow < 0 && (flow.empty() || out->flows[i].name == flow))
      out->flow = static_cast<int>(i);
  try {
    const Plan plan = read_plan(directory);
    for (const auto& planned : plan.cases())
      if (planned.id() == case_name) out->states = channel_states(planned);
  } catch (const Error&) {  // the page reports the error; the graphs then lack the states' names
  }

  EventLogReader log = done.directory.event_log(progress);
  std::array<Collected, kEventKinds> kinds;
  const auto on_event = [&](const SequenceEvent& e) {
    Collected& c = kinds[static_cast<std::size_t>(e.kind)];
    c.x.push_back(static_cast<double>(e.time_ns) / 1e9);
    c.y.push_back(static_cast<double>(e.begin));
    c.packets.push_back(static_cast<std::uint32_t>(e.packet));
  };
  LogMemory memory;
  std::optional<SequenceTracer> tracer;
  if (out->flow >= 0)
    tracer.emplace(memory, out->flows[static_cast<std::size_t>(out->flow)], on_event);
  Timeline timeline(memory);
  StateSpans channel;
  std::int64_t last = 0;
  while (const auto entry = log.next()) {
    const EventRecord& event = entry->event;
    timeline.add(event);
    channel.add(event);
    if (tracer) tracer->add(event, entry->snap);
    last = std::max(last, event.time_ns);
  }
  out->counts_packets = tracer && tracer->counts_packets();
  out->truncated = log.truncated();
  out->end = static_cast<double>(last) / 1e9;
  out->bins = timeline.bins();
  out->bin_width = static_cast<double>(timeline.bin_width_ns()) / 1e9;
  out->spans = channel.spans(out->end, out->states.size());
  for (std::size_t k = 0; k < kEventKinds; ++k) {
    if (kinds[k].x.empty()) continue;
    progress(1, 1);  // throws when the reading is cancelled
    put_in_order(kinds[k]);
    out->series.push_back(
        {static_cast<SequenceEvent::Kind>(k),
         std::make_shared<MinMaxSeries>(std::move(kinds[k].x), std::move(kinds[k].y)),
         std::move(kinds[k].packets)});
  }
  return out;
}

}  // namespace seawind::gui
