// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/generator_arguments.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "common/config/names.h"
#include "common/config/rules.h"
#include "common/config_reader.h"
#include "common/dscp.h"
#include "common/units.h"
#include "workloads/agent/failure.h"
#include "workloads/agent/generator_logs.h"
#include "workloads/api/agent.pb.h"
#include "workloads/api/flow_ends.h"
#include "workloads/draw.h"

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

/// A distribution as seawind-workload reads it. Rejects values below 0 or beyond the field's range.
std::string law_of(const Distribution& law, const std::string& path, const Param& rules) {
  const auto within = [&](double value) {
    const std::string problem =
        config::range_problem(value, format_quantity(value, rules.unit()), rules, rules.unit());
    require(problem.empty(), path + ": " + problem);
    return value;
  };
  switch (law.kind_case()) {
    case Distribution::kFixed:
      return law_text(Law::fixed(within(law.fixed())));
    case Distribution::kUniform:
      require(law.uniform().min() <= law.uniform().max(), path + ": `min` is above `max`");
      return law_text({Law::Kind::kUniform, 0, within(law.uniform().min()),
                       within(law.uniform().max()), false});
    case Distribution::kExponential: {
      const auto& e = law.exponential();
      require(e.mean() > 0, path + ": `mean` must be above 0");
      require(!e.has_max() || e.min() < e.max(), path + ": `min` must be below `max`");
      return law_text({Law::Kind::kExponential, within(e.mean()), e.has_min() ? within(e.min()) : 0,
                       e.has_max() ? within(e.max()) : 0, e.truncation() == Distribution::CLAMP});
    }
    default:
      break;
  }
  throw Failure(FailureKind::kInvalid,
                path + ": a workload takes a fixed value, `uniform` or `exponential`");
}

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

/// A field of a plain kind as text; its range is checked.
std::string value_of(const Message& message, const FieldDescriptor& field,
                     const std::string& path) {
  const auto* reflection = message.GetReflection();
  const Param& rules = config::rules_of(field);
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection->GetBool(message, &field) ? "true" : "false";
    case FieldDescriptor::CPPTYPE_ENUM: {
      const int number = reflection->GetEnumValue(message, &field);
      const auto* value = field.enum_type()->FindValueByNumber(number);
      require(value != nullptr, fmt::format("{}: {} is none of its values", path, number));
      return config::label_of(*value);
    }
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection->GetString(message, &field);
    case FieldDescriptor::CPPTYPE_INT64: {
      const std::int64_t value = reflection->GetInt64(message, &field);
      const auto number = static_cast<double>(value);
      const std::string problem =
          config::range_problem(number, format_quantity(number, rules.unit()), rules, rules.unit());
      require(problem.empty(), path + ": " + problem);
      return std::to_string(value);
    }
    default:
      throw std::logic_error("no option for " + field.full_name());
  }
}

std::string option_of(const FieldDescriptor& field) {
  std::string out = "--" + field.name();
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

/// Every field that is set becomes --its-name=value, because seawind-workload has an option for
/// each field. A field that is not set has the value "off": the reader of files fills in all
/// defaults. Without the option the program uses the same value.
void add_options(const Message& message, const std::string& path, std::vector<std::string>& out) {
  const auto& type = *message.GetDescriptor();
  const auto* reflection = message.GetReflection();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string here = path + "." + field.name();
    const std::string option = option_of(field) + "=";
    if (field.is_map()) {  // the order of a map on the wire is not fixed
      std::map<std::string, std::string> sorted;
      for (int k = 0; k < reflection->FieldSize(message, &field); ++k) {
        const Message& pair = reflection->GetRepeatedMessage(message, &field, k);
        const auto* inner = pair.GetReflection();
        sorted[inner->GetString(pair, field.message_type()->map_key())] =
            inner->GetString(pair, field.message_type()->map_value());
      }
      for (const auto& [name, value] : sorted) out.push_back(option + name + "=" + value);
    } else if (field.is_repeated()) {
      for (int k = 0; k < reflection->FieldSize(message, &field); ++k) {
        // The second "=" is needed because CLI11 treats an empty word and a word in brackets
        // specially. The program removes it.
        out.push_back(option + "=" + reflection->GetRepeatedString(message, &field, k));
      }
    } else if (config::is_distribution(field)) {
      if (!reflection->HasField(message, &field)) continue;
      out.push_back(option + law_of(dynamic_cast<const Distribution&>(
                                        reflection->GetMessage(message, &field)),
                                    here, config::rules_of(field)));
    } else if (!field.has_presence() || reflection->HasField(message, &field)) {
      out.push_back(option + value_of(message, field, here));
    }
  }
}

void add_command(const PrepareRequest& request, std::vector<std::string>& out) {
  const Command& command = request.flow().command();
  const bool source = request.end() == PrepareRequest::SOURCE;
  if (source ? command.has_source() : command.has_sink()) {
    add_options(source ? command.source() : command.sink(),
                std::string("flow.command.") + (source ? "source" : "sink"), out);
  }
  const bool starts = starting_end(request.flow()) == request.end();
  const bool runs = source ? command.source().argv_size() > 0 : command.sink().argv_size() > 0;
  require(!starts || runs, "flow.command: the end that starts has no program");
  Command rest = command;
  rest.clear_source();
  rest.clear_sink();
  rest.clear_starts();
  for (const char* name : {"duration", "grace", "listen_within"}) {
    const FieldDescriptor& field = *Command::descriptor()->FindFieldByName(name);
    if (field.has_presence() && !rest.GetReflection()->HasField(rest, &field)) continue;
    out.push_back(option_of(field) + "=" +
                  value_of(rest, field, std::string("flow.command.") + name));
  }
  if (!starts) out.push_back("--server");
}

/// Rules between fields.
void require_sense(const Flow& flow) {
  require(!flow.has_bulk_tcp() || flow.bulk_tcp().extent_case() != BulkTcp::EXTENT_NOT_SET,
          "flow.bulk_tcp: needs `size` or `duration`");
  if (flow.has_stream()) {
    const Stream& s = flow.stream();
    require(s.has_packets() || s.has_on(), "flow.stream: needs `packets` or `on`");
    require(!(s.has_packets() && s.has_on()), "flow.stream: `packets` and `on` exclude each other");
    require(s.bursts() <= 1 || s.has_idle(), "flow.stream: more than one burst needs `idle`");
  }
  if (flow.has_aborted_download()) {
    require(flow.aborted_download().has_after_bytes() || flow.aborted_download().has_after_time(),
            "flow.aborted_download: needs `after_bytes` or `after_time`");
  }
  if (flow.has_request_response() && flow.request_response().protocol() == RequestResponse::UDP) {
    constexpr std::int64_t kMax = 65'000;
    require(flow.request_response().request_size() <= kMax &&
                flow.request_response().response_size() <= kMax,
            "flow.request_response: a datagram has at most 65000B");
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

void require_texts(const Message& request) {
  const std::vector<std::string> problems = check_texts(request);
  if (!problems.empty()) throw Failure(FailureKind::kInvalid, problems.front());
}

std::vector<std::string> generator_arguments(const PrepareRequest& request) {
  const Flow& flow = request.flow();
  const std::string wrong = config::name_problem(flow.name(), PLAIN_NAME);
  require(wrong.empty(), "flow.name: " + wrong);
  require(request.end() == PrepareRequest::SOURCE || request.end() == PrepareRequest::SINK,
          "end: must be SOURCE or SINK");
  require_address("local_address", request.local_address());
  require_address("peer_address", request.peer_address());
  require_texts(request);
  require(request.port() >= 1 && request.port() <= 65535, "port: must be 1 to 65535");
  const std::filesystem::path log(request.log_file());
  require(log.has_filename(), "log_file: is missing");
  require(log.is_relative() && std::find(log.begin(), log.end(), "..") == log.end(),
          "log_file: `" + request.log_file() + "` leads out of the log directory");
  // Always "--name=value": a separate value that begins with a dash would be parsed as an option.
  require(flow.generator_case() != Flow::GENERATOR_NOT_SET,
          "flow `" + flow.name() + "` names no generator");
  require_sense(flow);
  const FieldDescriptor& generator = *Flow::descriptor()->FindFieldByNumber(flow.generator_case());
  std::vector<std::string> out{generator.name()};
  if (flow.has_command()) {
    add_command(request, out);
  } else {
    add_options(flow.GetReflection()->GetMessage(flow, &generator), "flow." + generator.name(),
                out);
  }
  out.insert(out.end(), {"--end", request.end() == PrepareRequest::SOURCE ? "source" : "sink",
                         "--flow=" + flow.name(), "--local", request.local_address(), "--peer",
                         request.peer_address(), "--port", std::to_string(request.port()), "--seed",
                         std::to_string(request.seed())});
  for (auto& option : log_arguments(request.log_file(), out)) out.push_back(std::move(option));
  if (flow.has_dscp()) {
    const auto dscp = dscp_of(flow.dscp());
    require(dscp.has_value(), fmt::format("flow.dscp: `{}` is not {}", flow.dscp(), kDscpForms));
    require(!flow.has_command(), "flow.dscp: an external program marks its own packets");
    out.push_back(fmt::format("--dscp={}", *dscp));
  }
  return out;
}

}  // namespace seawind
