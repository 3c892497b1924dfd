// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace seawind {
namespace {

struct Parsed {
  CommandLine command;
  std::string out;
  std::string err;
};

Parsed parse(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"seawind-workload"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out, err;
  CommandLine command = parse_command_line(static_cast<int>(argv.size()), argv.data(), out, err);
  return {std::move(command), out.str(), err.str()};
}

/// A right command line with some options changed ("" removes one).
std::vector<std::string> bulk(const std::map<std::string, std::string>& changes = {}) {
  std::map<std::string, std::string> options{
      {"--end", "sink"},  {"--flow", "bulk1"},  {"--local", "10.0.0.2"}, {"--peer", "10.0.0.1"},
      {"--port", "5001"}, {"--size", "343040"}, {"--log", "/tmp/x"}};
  for (const auto& [name, value] : changes) options[name] = value;
  std::vector<std::string> out{"bulk_tcp"};
  for (const auto& [name, value] : options) {
    if (value.empty()) continue;
    out.push_back(name);
    out.push_back(value);
  }
  return out;
}

TEST(Generators, AllAreRegistered) {
  std::vector<std::string> names;
  for (const GeneratorEntry& entry : generators()) names.push_back(entry.name);
  EXPECT_THAT(names, testing::ElementsAre("aborted_download", "bulk_tcp", "command", "http", "ping",
                                          "request_response", "stream", "tfrc"));
}

TEST(CommandLine, ListAndVersion) {
  EXPECT_EQ(parse({"--list"}).out,
            "aborted_download\nbulk_tcp\ncommand\nhttp\nping\nrequest_response\nstream\ntfrc\n");
  const Parsed version = parse({"--version"});
  EXPECT_EQ(version.out, "seawind-workload " SEAWIND_VERSION "\n");
  EXPECT_EQ(version.command.exit_code, 0);
}

TEST(CommandLine, ARightOneGivesAGenerator) {
  const Parsed parsed = parse(bulk());
  EXPECT_NE(parsed.command.generator, nullptr) << parsed.err;
  EXPECT_EQ(parsed.err, "");
}

struct Mistake {
  std::vector<std::string> arguments;
  std::string text;
};

class CommandLineMistake : public testing::TestWithParam<Mistake> {};

TEST_P(CommandLineMistake, HasItsText) {
  const Parsed parsed = parse(GetParam().arguments);
  EXPECT_EQ(parsed.err, "seawind-workload: " + GetParam().text + "\n");
  EXPECT_EQ(parsed.command.exit_code, 2);
  EXPECT_EQ(parsed.command.generator, nullptr);
}

INSTANTIATE_TEST_SUITE_P(
    All, CommandLineMistake,
    testing::Values(
        Mistake{{}, "no generator named; --list prints their names"},
        Mistake{{"bulk"}, "The following argument was not expected: bulk"},
        Mistake{bulk({{"--size", ""}}), "Exactly 1 option from [--size,--duration] is required"},
        Mistake{bulk({{"--duration", "1"}}),
                "Exactly 1 option from [--size,--duration] is required and 2 were given"},
        Mistake{bulk({{"--end", "middle"}}), "--end: middle not in {source,sink}"},
        Mistake{bulk({{"--size", "0"}}), "--size: Value 0 not in range 1 to 1000000000000"},
        Mistake{bulk({{"--port", "65536"}}), "--port: Value 65536 not in range 1 to 65535"},
        Mistake{bulk({{"--write-size", "0"}}),
                "--write-size: Value 0 not in range 1 to 16777216"}));

}  // namespace
}  // namespace seawind
