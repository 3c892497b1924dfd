// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/generator_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "common/config/rules.h"
#include "common/units.h"
#include "workloads/agent/failure.h"
#include "workloads/api/agent.pb.h"
#include "workloads/command_line.h"
#include "workloads/draw.h"

namespace seawind {
namespace {

PrepareRequest request() {
  PrepareRequest out;
  out.mutable_flow()->set_name("odd.name");
  auto* bulk = out.mutable_flow()->mutable_bulk_tcp();
  bulk->set_size(343'040);
  bulk->set_write_size(4288);
  bulk->set_tcp_info_interval(100'000'000);
  out.set_end(PrepareRequest::SINK);
  out.set_local_address("10.0.0.2");
  out.set_peer_address("10.0.0.1");
  out.set_port(5001);
  out.set_log_file("x.tmp/log.jsonl");
  return out;
}

/// Sets every field of a message to something in its range.
void fill(google::protobuf::Message& message) {
  const auto* reflection = message.GetReflection();
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
    const auto& field = *message.GetDescriptor()->field(i);
    const Param& rules = config::rules_of(field);
    const auto number = [&](const std::string& text) {
      return static_cast<std::int64_t>(*parse_quantity(text, rules.unit()).value);
    };
    if (field.is_map()) continue;
    if (field.is_repeated()) {
      reflection->AddString(&message, &field, "-x={peer} y");
      reflection->AddString(&message, &field, "[a,b]");
    } else if (config::is_distribution(field)) {
      auto& law = dynamic_cast<Distribution&>(*reflection->MutableMessage(&message, &field));
      law.mutable_uniform()->set_min(static_cast<double>(number(rules.min())));
      law.mutable_uniform()->set_max(static_cast<double>(number(rules.max())));
    } else if (field.cpp_type() == field.CPPTYPE_INT64) {
      reflection->SetInt64(&message, &field, number(rules.max()));
    } else if (field.cpp_type() == field.CPPTYPE_BOOL) {
      reflection->SetBool(&message, &field, true);
    } else if (field.cpp_type() == field.CPPTYPE_ENUM) {
      reflection->SetEnumValue(&message, &field, field.enum_type()->value_count() - 1);
    } else if (field.cpp_type() == field.CPPTYPE_MESSAGE) {
      fill(*reflection->MutableMessage(&message, &field));
    }
  }
}

void expect_understood(const PrepareRequest& r) {
  std::vector<std::string> arguments = generator_arguments(r);
  std::vector<const char*> argv{"seawind-workload"};
  for (const auto& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out, err;
  const CommandLine command =
      parse_command_line(static_cast<int>(argv.size()), argv.data(), out, err);
  EXPECT_NE(command.generator, nullptr) << arguments.front() << ": " << err.str();
}

class EveryGenerator : public testing::TestWithParam<std::string> {};

TEST_P(EveryGenerator, TheWorkloadProgramUnderstandsAllItsKeysAndNone) {
  PrepareRequest r = request();
  auto* flow = r.mutable_flow();
  const auto& field = *Flow::descriptor()->FindFieldByName(GetParam());
  auto& generator = *flow->GetReflection()->MutableMessage(flow, &field);
  fill(generator);
  if (flow->has_stream()) flow->mutable_stream()->clear_on();
  if (flow->has_request_response()) {
    flow->mutable_request_response()->set_request_size(65'000);
    flow->mutable_request_response()->set_response_size(65'000);
  }
  for (const auto end : {PrepareRequest::SOURCE, PrepareRequest::SINK}) {
    r.set_end(end);
    expect_understood(r);
  }
  // Without its optional keys: all of the defaults are the program's own.
  for (int i = 0; i < generator.GetDescriptor()->field_count(); ++i) {
    const auto& key = *generator.GetDescriptor()->field(i);
    const bool needed = config::rules_of(key).required() ||
                        key.real_containing_oneof() != nullptr || key.name() == "packets" ||
                        key.name() == "after_bytes" || key.name() == "source";
    if (!needed) generator.GetReflection()->ClearField(&generator, &key);
  }
  for (const auto end : {PrepareRequest::SOURCE, PrepareRequest::SINK}) {
    r.set_end(end);
    expect_understood(r);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryGenerator, testing::ValuesIn(generator_names()));

TEST(GeneratorArguments, ADistributionKeepsItsNumbers) {
  PrepareRequest r = request();
  auto* stream = r.mutable_flow()->mutable_stream();
  stream->set_packets(10);
  stream->set_bursts(2);
  stream->mutable_packet_size()->set_fixed(48);
  stream->mutable_idle()->mutable_uniform()->set_min(5e9);
  stream->mutable_idle()->mutable_uniform()->set_max(15e9);
  auto* interval = stream->mutable_interval()->mutable_exponential();
  interval->set_mean(2e7);
  interval->set_max(1e8);
  interval->set_truncation(Distribution::CLAMP);
  r.set_seed(18'446'744'073'709'551'615U);
  const auto arguments = generator_arguments(r);
  EXPECT_THAT(arguments,
              testing::IsSupersetOf({std::string("--packet-size=fixed:48"), std::string("--seed"),
                                     std::string("18446744073709551615")}));
  const auto law = [&](const std::string& option) {
    for (const auto& argument : arguments) {
      if (argument.starts_with(option + "=")) return parse_law(argument.substr(option.size() + 1));
    }
    throw std::runtime_error("no " + option);
  };
  EXPECT_EQ(law("--idle"), (Law{Law::Kind::kUniform, 0, 5e9, 15e9, false}));
  EXPECT_EQ(law("--interval"), (Law{Law::Kind::kExponential, 2e7, 0, 1e8, true}));
}

TEST(GeneratorArguments, ACommandGetsItsOwnEndsProgram) {
  PrepareRequest r = request();
  auto* command = r.mutable_flow()->mutable_command();
  command->set_duration(2'500'000'000);
  command->mutable_source()->add_argv("iperf3");
  command->mutable_source()->add_argv("-c");
  (*command->mutable_source()->mutable_env())["B"] = "2";
  (*command->mutable_source()->mutable_env())["A"] = "1=1";
  command->mutable_sink()->add_argv("sleep");
  r.set_end(PrepareRequest::SOURCE);
  const auto source = generator_arguments(r);
  EXPECT_EQ(std::vector(source.begin(), source.begin() + 6),
            (std::vector<std::string>{"command", "--argv==iperf3", "--argv==-c", "--env=A=1=1",
                                      "--env=B=2", "--duration=2500000000"}));
  EXPECT_THAT(source, testing::Not(testing::Contains("--server")));
  r.set_end(PrepareRequest::SINK);
  EXPECT_THAT(generator_arguments(r),
              testing::IsSupersetOf({std::string("--argv==sleep"), std::string("--server")}));
  command->set_starts(Command::SINK);
  EXPECT_THAT(generator_arguments(r), testing::Not(testing::Contains("--server")));
}

TEST(GeneratorArguments, BothSidesKnowTheSameGenerators) {
  std::vector<std::string> names;
  for (const GeneratorEntry& entry : generators()) names.push_back(entry.name);
  EXPECT_EQ(generator_names(), names);
}

TEST(GeneratorArguments, SamplingIsOffWhenUnset) {
  PrepareRequest r = request();
  r.mutable_flow()->mutable_bulk_tcp()->clear_tcp_info_interval();
  EXPECT_THAT(generator_arguments(r),
              testing::Not(testing::Contains(testing::HasSubstr("tcp-info"))));
  EXPECT_THAT(generator_arguments(request()), testing::Contains("--tcp-info-interval=100000000"));
}

TEST(GeneratorArguments, ACodePointGoesByItsNumber) {
  PrepareRequest r = request();
  EXPECT_THAT(generator_arguments(r), testing::Not(testing::Contains(testing::HasSubstr("dscp"))));
  r.mutable_flow()->set_dscp("AF21");
  EXPECT_THAT(generator_arguments(r), testing::Contains("--dscp=18"));
  expect_understood(r);
}

struct Mistake {
  std::function<void(PrepareRequest&)> make;
  std::string text;
};

class RequestMistake : public testing::TestWithParam<Mistake> {};

TEST_P(RequestMistake, HasItsText) {
  PrepareRequest r = request();
  GetParam().make(r);
  try {
    generator_arguments(r);
    FAIL() << "accepted";
  } catch (const Failure& e) {
    EXPECT_EQ(e.what(), GetParam().text);
    EXPECT_EQ(e.kind(), FailureKind::kInvalid);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RequestMistake,
    testing::Values(
        Mistake{
            [](auto& r) { r.mutable_flow()->set_name("--odd name"); },
            "flow.name: `--odd name` is not a name: use 1 to 64 letters (A-Z), digits, `.`, `_`, "
            "`-`; not `.` or `-` first"},
        Mistake{[](auto& r) { r.set_peer_address(std::string("10.0.0.2\0", 9)); },
                "peer_address: `10.0.0.2\\x00` holds a control character"},
        Mistake{[](auto& r) { r.set_log_file("a\x1b[2J"); },
                "log_file: `a\\x1b[2J` holds a control character"},
        Mistake{
            [](auto& r) { r.mutable_flow()->mutable_command()->mutable_sink()->add_argv("x\x07"); },
            "flow.command.sink.argv[0]: `x\\x07` holds a control character"},
        Mistake{[](auto& r) { r.mutable_flow()->clear_generator(); },
                "flow `odd.name` names no generator"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_bulk_tcp()->set_size(0); },
                "flow.bulk_tcp.size: 0B is below 1B"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_bulk_tcp()->clear_extent(); },
                "flow.bulk_tcp: needs `size` or `duration`"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_bulk_tcp()->set_write_size(0); },
                "flow.bulk_tcp.write_size: 0B is below 1B"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_bulk_tcp()->set_tcp_info_interval(1); },
                "flow.bulk_tcp.tcp_info_interval: 1ns is below 1ms"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_stream(); },
                "flow.stream: needs `packets` or `on`"},
        Mistake{[](auto& r) {
                  r.mutable_flow()->mutable_stream()->set_packets(1);
                  r.mutable_flow()->mutable_stream()->mutable_on()->set_fixed(1000);
                },
                "flow.stream: `packets` and `on` exclude each other"},
        Mistake{[](auto& r) {
                  r.mutable_flow()->mutable_stream()->set_packets(1);
                  r.mutable_flow()->mutable_stream()->set_bursts(2);
                },
                "flow.stream: more than one burst needs `idle`"},
        Mistake{[](auto& r) {
                  r.mutable_flow()->mutable_stream()->set_packets(1);
                  r.mutable_flow()->mutable_stream()->mutable_packet_size()->set_fixed(15);
                },
                "flow.stream.packet_size: 15B is below 16B"},
        Mistake{[](auto& r) { r.mutable_flow()->set_dscp("AF5"); },
                "flow.dscp: `AF5` is not a code point: 0 to 63, EF, AF11 to AF43, CS0 to CS7, VA, "
                "LE, BE"},
        Mistake{[](auto& r) {
                  r.mutable_flow()->mutable_command()->set_duration(1'000'000'000);
                  r.mutable_flow()->mutable_command()->mutable_sink()->add_argv("sleep");
                  r.mutable_flow()->mutable_command()->set_starts(Command::SINK);
                  r.mutable_flow()->set_dscp("EF");
                },
                "flow.dscp: an external program marks its own packets"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_aborted_download()->set_size(1); },
                "flow.aborted_download: needs `after_bytes` or `after_time`"},
        Mistake{[](auto& r) {
                  r.mutable_flow()->mutable_command()->set_duration(1'000'000);
                  r.mutable_flow()->mutable_command()->set_starts(Command::SINK);
                },
                "flow.command: the end that starts has no program"},
        Mistake{[](auto& r) { r.set_local_address("host"); },
                "local_address: `host` is not an IPv4 address"},
        Mistake{[](auto& r) { r.set_peer_address(""); }, "peer_address: `` is not an IPv4 address"},
        Mistake{[](auto& r) { r.set_port(0); }, "port: must be 1 to 65535"},
        Mistake{[](auto& r) { r.set_port(65'536); }, "port: must be 1 to 65535"},
        Mistake{[](auto& r) { r.set_log_file("/tmp/log.jsonl"); },
                "log_file: `/tmp/log.jsonl` leads out of the log directory"},
        Mistake{[](auto& r) { r.set_log_file("a/../../log.jsonl"); },
                "log_file: `a/../../log.jsonl` leads out of the log directory"},
        Mistake{[](auto& r) { r.clear_log_file(); }, "log_file: is missing"}));

}  // namespace
}  // namespace seawind
