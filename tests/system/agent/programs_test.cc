// SPDX-License-Identifier: GPL-3.0-or-later
// External programs at both ends of a flow.
#include <gmock/gmock.h>

#include "tests/support/eventually.h"
#include "tests/system/agent/agent_fixture.h"
#include "workloads/monotonic.h"

namespace seawind::test {
namespace {

class ProgramsTest : public AgentTest {};

TEST_F(ProgramsTest, CommandsRunAndTheirOutputIsKept) {
  Flow flow = named("cmd");
  auto* command = flow.mutable_command();
  command->set_duration(10'000'000'000);
  command->set_listen_within(10'000'000'000);
  // A server that runs until it is killed, and a client that sends to it.
  const char* server =
      "import socket\ns = socket.create_server(('{local}', {port}))\nprint('up', flush=True)\n"
      "while True:\n  c, _ = s.accept()\n  c.sendall(b'hello ' + c.recv(100))\n  c.close()\n";
  const char* client =
      "import os, socket\nc = socket.create_connection(('{peer}', {port}))\n"
      "c.sendall(os.environ['WORD'].encode())\nprint(c.recv(100).decode(), '{duration}')\n";
  for (auto* program : {command->mutable_source(), command->mutable_sink()}) {
    for (const char* word : {"python3", "script.py"}) program->add_argv(word);
  }
  (*command->mutable_sink()->mutable_files())["script.py"] = server;
  (*command->mutable_source()->mutable_files())["script.py"] = client;
  (*command->mutable_source()->mutable_env())["WORD"] = "{peer}";
  const auto results = run_flow(flow);
  for (const auto& result : results) EXPECT_TRUE(result.ok()) << result.error();
  EXPECT_EQ(file("cmd-source.output.txt"), "hello 10.0.0.2 10\n");
  EXPECT_EQ(file("cmd-sink.output.txt"), "up\n");
}

TEST_F(ProgramsTest, ACommandThatFailsIsNamedWithItsOutput) {
  Flow flow = named("cmd");
  flow.mutable_command()->set_duration(1'000'000'000);
  for (const char* word : {"sh", "-c", "echo bad thing >&2; exit 7"}) {
    flow.mutable_command()->mutable_source()->add_argv(word);
  }
  const auto results = run_flow(flow);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].error(),
            "sh ended with status 7: bad thing; its output is in cmd-source.output.txt");
  EXPECT_TRUE(results[0].program_failed());
  EXPECT_TRUE(results[1].ok()) << "nothing runs there";
  EXPECT_EQ(file("cmd-source.output.txt"), "bad thing\n");
}

TEST_F(ProgramsTest, AProgramThatCannotBeStartedIsItsOwnFailure) {
  Flow flow = named("cmd");
  flow.mutable_command()->set_duration(60'000'000'000);
  flow.mutable_command()->mutable_source()->add_argv("/etc/passwd");
  flow.mutable_command()->mutable_sink()->add_argv("no-such-program");
  const auto refused = prepare_flow(false, PrepareRequest::SINK, flow);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::ABORTED);
  EXPECT_EQ(refused.error_message(),
            "flow `cmd`: cannot start no-such-program: No such file or directory");
  flow.mutable_command()->clear_sink();
  reset();  // waits until the refused end is erased
  const auto results = run_flow(flow);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].error(), "cannot start /etc/passwd: Permission denied");
  EXPECT_TRUE(results[0].program_failed());
}

TEST_F(ProgramsTest, AWaitEndsWithTheFirstFailure) {
  Flow lasting = named("lasting");
  lasting.mutable_command()->set_duration(3'600'000'000'000);
  for (const char* word : {"sleep", "3600"})
    lasting.mutable_command()->mutable_source()->add_argv(word);
  ASSERT_TRUE(prepare_flow(true, PrepareRequest::SOURCE, lasting, 5002).ok());
  Flow failing = named("failing");
  failing.mutable_command()->set_duration(3'600'000'000'000);
  failing.mutable_command()->mutable_source()->add_argv("false");
  ASSERT_TRUE(prepare_flow(true, PrepareRequest::SOURCE, failing).ok());
  StartRequest request;
  for (const char* name : {"lasting", "failing"}) {
    auto* at = request.add_starts();
    at->set_flow(name);
    at->set_monotonic_ns(monotonic_ns() + 200'000'000);
  }
  grpc::ClientContext context;
  StartReply reply;
  ASSERT_TRUE(agent(true).stub().Start(&context, request, &reply).ok());
  const auto results = wait(true);
  ASSERT_EQ(results.size(), 2u);
  for (const auto& result : results) {
    EXPECT_FALSE(result.ok());
    EXPECT_EQ(result.ended(), result.flow() == "failing");
  }
  reset();
}

TEST_F(ProgramsTest, ACommandIsEndedWithItsGroupAtItsLimit) {
  Flow flow = named("cmd");
  flow.mutable_command()->set_duration(100'000'000);
  flow.mutable_command()->set_grace(100'000'000);
  for (const char* word : {"sh", "-c", "sleep 1000.25 & wait"}) {
    flow.mutable_command()->mutable_source()->add_argv(word);
  }
  const auto results = run_flow(flow);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_THAT(results[0].error(), testing::HasSubstr("was still running after 0.2 s"));
  EXPECT_TRUE(eventually([] { return running({"sleep", "1000.25"}) == 0; }));
}

TEST_F(ProgramsTest, TheLogOfAServerThatIgnoresSigtermIsKept) {
  Flow flow = named("cmd");
  flow.mutable_command()->set_duration(1'000'000'000);
  flow.mutable_command()->mutable_source()->add_argv("true");
  for (const char* word :
       {"sh", "-c", "trap '' TERM; echo kept > {log}; echo up; while :; do sleep 1; done"})
    flow.mutable_command()->mutable_sink()->add_argv(word);
  ASSERT_TRUE(prepare_flow(false, PrepareRequest::SINK, flow).ok());
  ASSERT_TRUE(eventually([&] { return file("cmd-sink.output.txt") == "up\n"; }));
  reset();
  EXPECT_EQ(file("cmd-sink.program.log"), "kept\n");
}

TEST_F(ProgramsTest, AServerThatDoesNotListenFailsWhenPreparing) {
  Flow flow = named("cmd");
  flow.mutable_command()->set_duration(1'000'000'000);
  flow.mutable_command()->set_listen_within(50'000'000);
  flow.mutable_command()->mutable_source()->add_argv("true");
  for (const char* word : {"sleep", "1000"}) flow.mutable_command()->mutable_sink()->add_argv(word);
  const auto status = prepare_flow(false, PrepareRequest::SINK, flow);
  EXPECT_THAT(status.error_message(),
              testing::HasSubstr("sleep does not listen on port 5001 within 0.05 s"));
}

}  // namespace
}  // namespace seawind::test
