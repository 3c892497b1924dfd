// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/agent/agent_fixture.h"

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <sstream>

#include "common/error.h"
#include "common/whole_file.h"
#include "workloads/api/flow_ends.h"
#include "workloads/monotonic.h"

namespace seawind::test {
namespace {

constexpr std::size_t kProcFile = 1 << 20;
constexpr auto kDeadline = std::chrono::seconds(30);

std::unique_ptr<grpc::ClientContext> context() {
  auto out = std::make_unique<grpc::ClientContext>();
  out->set_deadline(std::chrono::system_clock::now() + kDeadline);
  return out;
}

Flow bulk_flow(const std::string& name, std::int64_t size) {
  Flow flow;
  flow.set_name(name);
  auto& bulk = *flow.mutable_bulk_tcp();
  bulk.set_size(size);
  bulk.set_write_size(4288);
  bulk.set_tcp_info_interval(1'000'000);
  return flow;
}

}  // namespace

AgentProcess::AgentProcess(const Host& host, const std::string& socket,
                           const std::vector<std::string>& more) {
  const std::string folder = std::filesystem::path(socket).parent_path();
  std::vector<std::string> arguments{program_path("seawind-agent"),
                                     "--socket",
                                     socket,
                                     "--log-dir",
                                     folder,
                                     "--log-level",
                                     "warning"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  pid_ = spawn_in(host, arguments);
  grpc::ChannelArguments channel_arguments;
  // The socket may not exist at the first try, and a connection to an earlier agent must not be
  // reused.
  channel_arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  channel_arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 20);
  channel_arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 50);
  channel_arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  auto channel = grpc::CreateCustomChannel("unix:" + socket, grpc::InsecureChannelCredentials(),
                                           channel_arguments);
  if (!channel->WaitForConnected(std::chrono::system_clock::now() + kDeadline)) {
    end(SIGKILL);
    throw Error("cannot reach the agent on " + socket);
  }
  stub_ = Agent::NewStub(channel);
}

AgentProcess::~AgentProcess() {
  end(SIGKILL);
}

int AgentProcess::end(int signal) {
  if (pid_ < 0) return 0;
  kill(pid_, signal);
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return status;
}

std::vector<pid_t> AgentProcess::generators() const {
  std::vector<pid_t> out;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string stat = try_read_whole_file(entry.path() / "stat", kProcFile).text;
    const std::size_t after_name = stat.rfind(')');
    if (after_name == std::string::npos) continue;  // the process has ended meanwhile
    std::istringstream rest(stat.substr(after_name + 1));
    char state = 0;
    pid_t parent = 0;
    rest >> state >> parent;
    if (parent == pid_ && state != 'Z') out.push_back(std::stoi(name));
  }
  return out;
}

int running(const std::vector<std::string>& words) {
  std::string wanted;
  for (const std::string& word : words) wanted += word + '\0';
  int out = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    out += try_read_whole_file(entry.path() / "cmdline", kProcFile).text == wanted;
  }
  return out;
}

AgentTest::AgentTest() {
  fixed_ = std::make_unique<AgentProcess>(hosts_.fixed(), path("fixed.sock"));
  mobile_ = std::make_unique<AgentProcess>(hosts_.mobile(), path("mobile.sock"));
}

std::string AgentTest::new_log(const std::string& name) const {
  const std::string stem = name.substr(0, name.rfind('.'));
  for (const auto& old : {name, stem + ".output.txt", stem + ".program.log"})
    std::filesystem::remove(path(old));
  return name;
}

grpc::Status AgentTest::apply(bool fixed, const TcpVariant& variant, ApplyTcpVariantReply* reply) {
  ApplyTcpVariantRequest request;
  *request.mutable_variant() = variant;
  request.set_peer_address(host(!fixed).address);
  request.set_interface(host(fixed).interface);
  return agent(fixed).stub().ApplyTcpVariant(context().get(), request, reply);
}

grpc::Status AgentTest::clear_metrics(bool fixed, std::uint32_t* cleared) {
  ClearTcpMetricsReply reply;
  const auto status = agent(fixed).stub().ClearTcpMetrics(context().get(), {}, &reply);
  *cleared = reply.cleared();
  return status;
}

grpc::Status AgentTest::prepare_flow(bool fixed, PrepareRequest::End end, const Flow& flow,
                                     unsigned port) {
  PrepareRequest request;
  *request.mutable_flow() = flow;
  request.set_end(end);
  request.set_local_address(host(fixed).address);
  request.set_peer_address(host(!fixed).address);
  request.set_port(port);
  request.set_seed(42);
  request.set_log_file(
      new_log(flow.name() + (end == PrepareRequest::SOURCE ? "-source.jsonl" : "-sink.jsonl")));
  PrepareReply reply;
  return agent(fixed).stub().Prepare(context().get(), request, &reply);
}

grpc::Status AgentTest::prepare(bool fixed, PrepareRequest::End end, std::int64_t size,
                                const std::string& flow, unsigned port) {
  return prepare_flow(fixed, end, bulk_flow(flow, size), port);
}

std::vector<GeneratorResult> AgentTest::run_flow(const Flow& flow, bool from_fixed) {
  const auto is_fixed = [&](PrepareRequest::End end) {
    return (end == PrepareRequest::SOURCE) == from_fixed;
  };
  for (const auto end : {PrepareRequest::SINK, PrepareRequest::SOURCE}) {
    const auto status = prepare_flow(is_fixed(end), end, flow);
    EXPECT_TRUE(status.ok()) << status.error_message();
    if (!status.ok()) return {};
  }
  const std::int64_t at = monotonic_ns() + kSoon;
  for (const auto end : {PrepareRequest::SINK, PrepareRequest::SOURCE}) {
    if (!expects_start(flow, end)) continue;
    const auto status = start(is_fixed(end), at, flow.name());
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
  for (const bool fixed : {true, false}) wait(fixed);
  std::vector<GeneratorResult> out;
  for (const auto end : {PrepareRequest::SOURCE, PrepareRequest::SINK}) {
    FinishReply finished;
    EXPECT_TRUE(agent(is_fixed(end)).stub().Finish(context().get(), {}, &finished).ok());
    for (auto& result : wait(is_fixed(end))) out.push_back(result);
  }
  EXPECT_EQ(out.size(), 2u);
  for (const auto& result : out) EXPECT_TRUE(result.ended()) << result.end();
  return out;
}

grpc::Status AgentTest::notify(bool fixed, const std::string& flow, const std::string& text) {
  NotifyRequest request;
  request.set_flow(flow);
  request.set_text(text);
  NotifyReply reply;
  return agent(fixed).stub().Notify(context().get(), request, &reply);
}

grpc::Status AgentTest::start(bool fixed, std::int64_t at, const std::string& flow) {
  StartRequest request;
  auto* one = request.add_starts();
  one->set_flow(flow);
  one->set_monotonic_ns(at);
  StartReply reply;
  return agent(fixed).stub().Start(context().get(), request, &reply);
}

std::vector<GeneratorResult> AgentTest::wait(bool fixed) {
  WaitRequest request;
  request.set_timeout_ns(20'000'000'000);
  WaitReply reply;
  const auto status = agent(fixed).stub().Wait(context().get(), request, &reply);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return {reply.results().begin(), reply.results().end()};
}

void AgentTest::reset() {
  for (const bool fixed : {true, false}) {
    ResetReply reply;
    const auto status = agent(fixed).stub().Reset(context().get(), {}, &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
}

void AgentTest::transfer(bool from_fixed, std::int64_t size) {
  const auto results = run_flow(bulk_flow("bulk1", size), from_fixed);
  ASSERT_EQ(results.size(), 2u);
  for (const auto& result : results) {
    EXPECT_TRUE(result.ok()) << result.error();
    EXPECT_EQ(result.error(), "");
    EXPECT_EQ(result.bytes(), size);
  }
  EXPECT_EQ(results[0].end(), PrepareRequest::SOURCE);
  EXPECT_EQ(results[1].end(), PrepareRequest::SINK);
  reset();
}

std::string AgentTest::sysctl(bool fixed, const std::string& name) const {
  std::istringstream words(run_in(host(fixed), {"cat", "/proc/sys/net/ipv4/" + name}));
  std::string out;
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

}  // namespace seawind::test
