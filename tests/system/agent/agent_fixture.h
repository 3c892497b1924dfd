// SPDX-License-Identifier: GPL-3.0-or-later
// Two hosts with one agent each, called over gRPC.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/host_pair.h"
#include "tests/support/temp_tree.h"
#include "workloads/api/agent.grpc.pb.h"

namespace seawind::test {

/// A program of the build.
inline std::string program_path(const std::string& name) {
  return std::string(SEAWIND_BINARY_DIR) + "/bin/" + name;
}

/// A running seawind-agent; killed and reaped when the test ends.
class AgentProcess {
 public:
  AgentProcess(const Host& host, const std::string& socket,
               const std::vector<std::string>& more = {});
  ~AgentProcess();
  AgentProcess(const AgentProcess&) = delete;
  AgentProcess& operator=(const AgentProcess&) = delete;

  Agent::Stub& stub() { return *stub_; }
  pid_t pid() const { return pid_; }
  /// Sends a signal, waits for the end, returns the wait status.
  int end(int signal);
  /// Its generator processes.
  std::vector<pid_t> generators() const;

 private:
  pid_t pid_ = -1;
  std::unique_ptr<Agent::Stub> stub_;
};

/// How many processes of this machine have exactly this command line.
int running(const std::vector<std::string>& words);

/// How far ahead tests set a start (ns): farther than a shared machine pauses by itself.
inline constexpr std::int64_t kSoon = 400'000'000;

class AgentTest : public testing::Test {
 protected:
  AgentTest();

  Host const& host(bool fixed) const { return fixed ? hosts_.fixed() : hosts_.mobile(); }
  AgentProcess& agent(bool fixed) { return fixed ? *fixed_ : *mobile_; }
  std::string path(const std::string& name) const { return tree_.root() / name; }
  std::string file(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static Flow named(const std::string& name) {
    Flow flow;
    flow.set_name(name);
    return flow;
  }

  /// The name, beneath the agents' log directory; removes what an earlier flow wrote there.
  std::string new_log(const std::string& name) const;

  grpc::Status apply(bool fixed, const TcpVariant& variant, ApplyTcpVariantReply* reply);
  grpc::Status clear_metrics(bool fixed, std::uint32_t* cleared);
  /// One end of a flow, the log in path(NAME-source.jsonl) or path(NAME-sink.jsonl).
  grpc::Status prepare_flow(bool fixed, PrepareRequest::End end, const Flow& flow,
                            unsigned port = 5001);
  /// The same of a transfer of that size.
  grpc::Status prepare(bool fixed, PrepareRequest::End end, std::int64_t size,
                       const std::string& flow = "bulk1", unsigned port = 5001);
  /// A whole flow; the results of source and sink, in this order.
  std::vector<GeneratorResult> run_flow(const Flow& flow, bool from_fixed = true);
  grpc::Status notify(bool fixed, const std::string& flow, const std::string& text);
  grpc::Status start(bool fixed, std::int64_t at, const std::string& flow = "bulk1");
  std::vector<GeneratorResult> wait(bool fixed);
  /// Both agents remove their generators.
  void reset();
  /// A whole transfer from one host to the other; expects every step to succeed.
  void transfer(bool from_fixed, std::int64_t size);

  /// A setting as read by another program, with normalised blanks.
  std::string sysctl(bool fixed, const std::string& name) const;
  std::string routes(bool fixed) const { return run_in(host(fixed), {"ip", "route", "show"}); }

  HostPair hosts_;
  const TempTree tree_;  // removed when the agents have ended
  std::unique_ptr<AgentProcess> fixed_;
  std::unique_ptr<AgentProcess> mobile_;
};

}  // namespace seawind::test
