// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/generator_arguments.h"

#include <arpa/inet.h>

#include <algorithm>

#include "workloads/agent/failure.h"
#include "workloads/api/agent.pb.h"

namespace seawind {
namespace {

void require(bool right, const std::string& what) {
  if (!right) throw Failure(FailureKind::kInvalid, what);
}

void require_address(const std::string& field, const std::string& address) {
  in_addr parsed{};
  require(inet_pton(AF_INET, address.c_str(), &parsed) == 1,
          field + ": `" + address + "` is not an IPv4 address");
}

void add_bulk_tcp(const BulkTcp& bulk, std::vector<std::string>& out) {
  require(bulk.size() >= 1, "flow.bulk_tcp.size: must be at least 1B");
  out.insert(out.end(), {"--size", std::to_string(bulk.size())});
  if (bulk.has_write_size()) {
    require(bulk.write_size() >= 1 && bulk.write_size() <= 16'777'216,
            "flow.bulk_tcp.write_size: must be 1B to 16777216B");
    out.insert(out.end(), {"--write-size", std::to_string(bulk.write_size())});
  }
  // Unset is the word "off": the reader of files has already put in the default.
  if (bulk.has_tcp_info_interval()) {
    require(bulk.tcp_info_interval() >= 1'000'000 && bulk.tcp_info_interval() <= 3'600'000'000'000,
            "flow.bulk_tcp.tcp_info_interval: must be 1ms to 1h");
    out.insert(out.end(), {"--tcp-info-interval-ns", std::to_string(bulk.tcp_info_interval())});
  }
}

}  // namespace

std::vector<std::string> generator_names() {
  std::vector<std::string> out;
  const auto* oneof = Flow::descriptor()->FindOneofByName("generator");
  for (int i = 0; i < oneof->field_count(); ++i) out.push_back(oneof->field(i)->name());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> generator_arguments(const PrepareRequest& request) {
  const Flow& flow = request.flow();
  require(!flow.name().empty(), "flow.name: is empty");
  require(request.end() == PrepareRequest::SOURCE || request.end() == PrepareRequest::SINK,
          "end: must be SOURCE or SINK");
  require_address("local_address", request.local_address());
  require_address("peer_address", request.peer_address());
  require(request.port() >= 1 && request.port() <= 65535, "port: must be 1 to 65535");
  require(request.log_file().starts_with('/'),
          "log_file: `" + request.log_file() + "` is not an absolute path");
  // Everything as "--name=value" would be safer against names that begin with a dash; CLI11 takes
  // the value of a separate argument as it stands only if it is no option, so flow uses that form.
  std::vector<std::string> out;
  switch (flow.generator_case()) {
    case Flow::kBulkTcp:
      out.push_back("bulk_tcp");
      add_bulk_tcp(flow.bulk_tcp(), out);
      break;
    case Flow::GENERATOR_NOT_SET:
      throw Failure(FailureKind::kInvalid, "flow `" + flow.name() + "` names no generator");
  }
  out.insert(out.end(), {"--end", request.end() == PrepareRequest::SOURCE ? "source" : "sink",
                         "--flow=" + flow.name(), "--local", request.local_address(), "--peer",
                         request.peer_address(), "--port", std::to_string(request.port()), "--log",
                         request.log_file()});
  return out;
}

}  // namespace seawind
