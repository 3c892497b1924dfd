// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/flow_log.h"

#include <cerrno>

#include "common/error.h"
#include "common/json_text.h"
#include "workloads/output_file.h"

namespace seawind {

FlowLog::FlowLog(const LogFile& file)
    : name_(file.name), file_(open_output(file.name, file.descriptor)) {
  buffer_.reserve(kBuffer + 4096);
}

FlowLog::~FlowLog() {
  if (file_) flush();
}

void FlowLog::append(std::int64_t t_ns, const std::string& name,
                     const nlohmann::ordered_json& fields) {
  nlohmann::ordered_json line{{"t", t_ns}, {"event", name}};
  if (!fields.is_null()) line.update(fields);
  buffer_ += json_text(line);
  buffer_ += '\n';
}

void FlowLog::event(std::int64_t t_ns, const std::string& name,
                    const nlohmann::ordered_json& fields) {
  append(t_ns, name, fields);
  flushed_at_ = t_ns;
  flush();
}

void FlowLog::sample(std::int64_t t_ns, std::int64_t bytes, const TcpInfoSample& info) {
  nlohmann::ordered_json fields{{"bytes", bytes}};
  fields.update(tcp_info_fields(info));
  append(t_ns, "tcp_info", fields);
  flush_if_due(t_ns);
}

void FlowLog::flush_if_due(std::int64_t now) {
  if (buffer_.size() < kBuffer && now - flushed_at_ < kFlushInterval) return;
  flushed_at_ = now;
  flush();
}

void FlowLog::flush() {
  if (failed_ == 0 && !write_all(file_.get(), buffer_)) failed_ = errno;
  buffer_.clear();
}

void FlowLog::close() {
  flush();
  // close() too can report a full disk.
  if (::close(file_.release()) != 0 && failed_ == 0) failed_ = errno;
  if (failed_ != 0) throw system_error("write the log " + name_, failed_);
}

}  // namespace seawind
