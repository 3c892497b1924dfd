// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/queue_meter.h"

namespace seawind {

QueueMeter::Class& QueueMeter::at(std::uint8_t number) {
  while (classes_.size() <= number) {
    classes_.emplace_back();
    if (!begun_) continue;
    classes_.back().length.begin(begun_ns_);
    classes_.back().average.begin(begun_ns_);
  }
  return classes_[number];
}

void QueueMeter::begin(std::int64_t time_ns) {
  begun_ = true;
  begun_ns_ = time_ns;
  for (auto& c : classes_) {
    c.length.begin(time_ns);
    c.average.begin(time_ns);
  }
}

void QueueMeter::end(std::int64_t time_ns) {
  for (auto& c : classes_) {
    c.length.end(time_ns);
    c.average.end(time_ns);
  }
}

void QueueMeter::report(const std::string& flow, std::vector<MetricValue>& out) const {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const Class& c = classes_[i];
    const std::string suffix = i == 0 ? "" : "_class" + std::to_string(i);
    if (i == 0 || c.length.used()) {
      out.push_back({flow, "router_queue_max" + suffix, "B", static_cast<double>(c.length.max())});
      out.push_back({flow, "router_queue_mean" + suffix, "B", c.length.mean()});
    }
    if (c.average.used()) {
      out.push_back(
          {flow, "router_average_max" + suffix, "B", static_cast<double>(c.average.max()) / 256});
      out.push_back({flow, "router_average_mean" + suffix, "B", c.average.mean() / 256});
    }
    if (i > 0 && (c.length.used() || c.marks > 0))
      out.push_back({flow, "ce_marks" + suffix, "packets", static_cast<double>(c.marks)});
  }
}

}  // namespace seawind
