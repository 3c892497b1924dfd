// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/generator_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "workloads/agent/failure.h"
#include "workloads/api/agent.pb.h"
#include "workloads/command_line.h"

namespace seawind {
namespace {

PrepareRequest request() {
  PrepareRequest out;
  out.mutable_flow()->set_name("--odd name");
  auto* bulk = out.mutable_flow()->mutable_bulk_tcp();
  bulk->set_size(343'040);
  bulk->set_write_size(4288);
  bulk->set_tcp_info_interval(100'000'000);
  out.set_end(PrepareRequest::SINK);
  out.set_local_address("10.0.0.2");
  out.set_peer_address("10.0.0.1");
  out.set_port(5001);
  out.set_log_file("/tmp/log.jsonl");
  return out;
}

TEST(GeneratorArguments, TheWorkloadProgramUnderstandsThem) {
  for (const auto end : {PrepareRequest::SOURCE, PrepareRequest::SINK}) {
    PrepareRequest r = request();
    r.set_end(end);
    std::vector<std::string> arguments = generator_arguments(r);
    std::vector<const char*> argv{"seawind-workload"};
    for (const auto& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out, err;
    const CommandLine command =
        parse_command_line(static_cast<int>(argv.size()), argv.data(), out, err);
    EXPECT_NE(command.generator, nullptr) << err.str();
  }
}

TEST(GeneratorArguments, BothSidesKnowTheSameGenerators) {
  std::vector<std::string> names;
  for (const GeneratorEntry& entry : generators()) names.push_back(entry.name);
  EXPECT_EQ(generator_names(), names);
}

TEST(GeneratorArguments, SamplingIsOffWhenUnset) {
  PrepareRequest r = request();
  r.mutable_flow()->mutable_bulk_tcp()->clear_tcp_info_interval();
  EXPECT_THAT(generator_arguments(r), testing::Not(testing::Contains("--tcp-info-interval-ns")));
  EXPECT_THAT(generator_arguments(request()), testing::Contains("--tcp-info-interval-ns"));
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
        Mistake{[](auto& r) { r.mutable_flow()->clear_name(); }, "flow.name: is empty"},
        Mistake{[](auto& r) { r.mutable_flow()->clear_generator(); },
                "flow `--odd name` names no generator"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_bulk_tcp()->set_size(0); },
                "flow.bulk_tcp.size: must be at least 1B"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_bulk_tcp()->set_write_size(0); },
                "flow.bulk_tcp.write_size: must be 1B to 16777216B"},
        Mistake{[](auto& r) { r.mutable_flow()->mutable_bulk_tcp()->set_tcp_info_interval(1); },
                "flow.bulk_tcp.tcp_info_interval: must be 1ms to 1h"},
        Mistake{[](auto& r) { r.set_local_address("host"); },
                "local_address: `host` is not an IPv4 address"},
        Mistake{[](auto& r) { r.set_peer_address(""); }, "peer_address: `` is not an IPv4 address"},
        Mistake{[](auto& r) { r.set_port(0); }, "port: must be 1 to 65535"},
        Mistake{[](auto& r) { r.set_port(65'536); }, "port: must be 1 to 65535"},
        Mistake{[](auto& r) { r.set_log_file("log.jsonl"); },
                "log_file: `log.jsonl` is not an absolute path"}));

}  // namespace
}  // namespace seawind
