// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/flow_log.h"

#include <fcntl.h>

#include <cerrno>

#include "common/error.h"

namespace seawind {
namespace {

void append_line(std::string& out, std::int64_t t, const std::string& name,
                 const nlohmann::ordered_json& fields) {
  nlohmann::ordered_json line{{"t", t}, {"event", name}};
  line.update(fields);
  out += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  out += '\n';
}

}  // namespace

FlowLog::FlowLog(const std::string& path, std::size_t max_samples)
    : path_(path),
      file_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)),
      max_samples_(max_samples) {
  if (!file_) throw system_error("create the log " + path);
  events_.reserve(16);
  samples_.reserve(std::min<std::size_t>(max_samples, 2048));
}

void FlowLog::event(std::int64_t t_ns, const std::string& name,
                    const nlohmann::ordered_json& fields) {
  events_.push_back({t_ns, name, fields});
}

void FlowLog::sample(std::int64_t t_ns, std::int64_t bytes, const TcpInfoSample& info) {
  if (samples_.size() >= max_samples_) {
    ++dropped_samples_;
    return;
  }
  samples_.push_back({t_ns, bytes, info});
}

void FlowLog::write() {
  std::string text;
  const auto flush = [&] {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t n = ::write(file_.get(), text.data() + done, text.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw system_error("write the log " + path_);
      done += static_cast<std::size_t>(n);
    }
    text.clear();
  };
  auto event = events_.begin();
  for (const Sample& sample : samples_) {
    for (; event != events_.end() && event->t <= sample.t; ++event) {
      append_line(text, event->t, event->name, event->fields);
    }
    nlohmann::ordered_json fields{{"bytes", sample.bytes}};
    fields.update(tcp_info_fields(sample.info));
    append_line(text, sample.t, "tcp_info", fields);
    if (text.size() > 1'000'000) flush();
  }
  for (; event != events_.end(); ++event) append_line(text, event->t, event->name, event->fields);
  if (dropped_samples_ > 0) {
    append_line(text, events_.empty() ? 0 : events_.back().t, "samples_dropped",
                {{"count", dropped_samples_}});
  }
  flush();
  // close() too can report a full disk.
  if (::close(file_.release()) != 0) throw system_error("write the log " + path_);
}

}  // namespace seawind
