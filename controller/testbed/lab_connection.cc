// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/lab_connection.h"

#include <fmt/format.h>
#include <grpcpp/create_channel_posix.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "common/clock_ns.h"
#include "common/disk_space.h"
#include "common/error.h"
#include "common/printable.h"
#include "common/unix_time.h"
#include "controller/testbed/call_limit.h"
#include "lab/enrolment.h"
#include "lab/lab_folder.h"
#include "lab/tls_client.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kConnectTime{10};
/// Includes the start of seawindd or an agent.
constexpr seconds kMakeTime{30};
constexpr seconds kCallTime{15};
/// Of remove_folder(), and of the last call after the user has requested a stop.
constexpr seconds kShortCallTime{2};
/// Largest logs of an attempt at one host: far above those of any link, and less than a disk.
constexpr std::int64_t kLargestLogs = std::int64_t{8} << 30;
constexpr int kMostLogs = 10'000;  // files
/// Longest wait for the next part of a log, of 256 KiB at most.
constexpr seconds kPartTime{60};
/// Interval of a controller's messages; the host's lease is five of them (lab_host_server.h).
constexpr seconds kStillHere{3};
constexpr seconds kTryAgain{1};
/// Readings of the clock; the one with the quickest answer counts.
constexpr int kReadings = 8;

/// One component of printable ASCII. Names with a dot first are the controller's own.
bool is_log_name(const std::string& name) {
  const auto is_printable = [](char c) { return c >= ' ' && c <= '~' && c != '/'; };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, is_printable);
}

}  // namespace

const InterfacePackets& packets_of(
    const google::protobuf::Map<std::string, InterfacePackets>& counts,
    const std::string& interface) {
  const auto found = counts.find(interface);
  if (found == counts.end()) throw Error("the host has not counted the packets of " + interface);
  return found->second;
}

void require_member(const std::filesystem::path& lab, const lab::Identity& host) {
  const lab::LabFolder folder(lab);
  const auto members = folder.hosts();
  if (std::ranges::none_of(
          members, [&host](const lab::LabFolder::Host& member) { return member.identity == host; }))
    throw Error(fmt::format("cannot use {}: the lab {} has no such member; `seawind lab list`",
                            to_string(host), folder.name()));
}

LabConnection::LabConnection(Options options)
    : options_(std::move(options)),
      host_(open(lab::kHostService, &certificate_)),
      stub_(LabHost::NewStub(host_.channel)),
      hold_(stub_->Hold(&context_)) {
  wait_until_ready();
  update();
  events_thread_ = std::thread([this] { listen(); });
  lease_thread_ = std::jthread([this](const std::stop_token& stop) { renew_lease(stop); });
}

LabConnection::~LabConnection() {
  const CallLimit limit(context_, options_.stop.stop_requested() ? kShortCallTime : kCallTime);
  lease_thread_ = {};  // no write is under way any more
  hold_->WritesDone();
  events_thread_.join();  // the host removes what is there, then ends the call
}

LabService LabConnection::open(const std::string& service, lab::Certificate* certificate) const {
  const LabAddress& at = options_.at;
  auto connection = lab::connect({at.address, at.port}, at.identity, service,
                                 *lab::LabFolder(options_.lab).credentials(unix_seconds()),
                                 kConnectTime, options_.stop);
  if (connection.greeting != lab::greeting())
    throw Error(fmt::format("cannot use {}: it runs {}, and this is {}", at.identity.name,
                            connection.greeting, lab::greeting()));
  if (certificate != nullptr) *certificate = std::move(connection.certificate);
  return {std::move(connection.relay),
          grpc::CreateInsecureChannelFromFd(at.identity.name, connection.local.release())};
}

void LabConnection::fail(const char* tried, const grpc::Status& status) const {
  const std::string& words = status.error_message();
  const auto text = fmt::format("{}: cannot {}: {}", options_.at.identity.name, tried,
                                words.empty() ? "the connection has ended" : words);
  switch (status.error_code()) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      throw PartLost(text);
    default:
      throw Error(text);
  }
}

void LabConnection::stay_member() {
  if (unix_seconds() >= lab::renewal_of(certificate_.get())) update();
  const lab::LabFolder folder(options_.lab);
  const auto problem = lab::certificate_problem(
      certificate_.get(), folder.authority(), folder.revoked(unix_seconds()).get(), unix_seconds());
  if (!problem.empty())
    throw Error(fmt::format("the certificate of {}: {}", options_.at.identity.name, problem));
}

void LabConnection::update() {
  lab::LabFolder folder(options_.lab);
  MemberUpdate update;
  update.set_revoked(lab::to_pem(folder.revoked(unix_seconds())));
  if (unix_seconds() >= lab::renewal_of(certificate_.get()))
    update.set_join_line(
        folder.renew(options_.at.identity, lab::public_key_of(certificate_.get()), unix_seconds()));
  call<MemberUpdateReply>("tell who is a member", &LabHost::Stub::Update, update, kCallTime);
  if (!update.join_line().empty())
    certificate_ = lab::membership_in(update.join_line()).certificate;
}

void LabConnection::wait_until_ready() {
  StillHere first;
  first.set_root_programs(options_.root_programs);
  for (const std::string& program : options_.programs) first.add_programs(program);
  const CallLimit limit(context_, kMakeTime);
  HostEvent ready;
  if (hold_->Write(first) && hold_->Read(&ready)) return;
  const grpc::Status status = limit.status_of(hold_->Finish());
  if (status.error_code() == grpc::StatusCode::ABORTED)
    throw HostTaken(fmt::format("{}: cannot take the host: {}", options_.at.identity.name,
                                status.error_message()));
  fail("take the host", status);
}

void LabConnection::listen() {
  HostEvent event;
  while (hold_->Read(&event))
    add_loss({event.slot(), options_.at.identity.name + ": " + event.words()});
  try {
    fail("keep the host", hold_->Finish());
  } catch (const Error& error) {
    add_loss({-1, error.what()});
  }
}

void LabConnection::add_loss(Loss loss) {
  const std::lock_guard lock(mutex_);
  losses_.push_back(std::move(loss));
}

std::vector<Loss> LabConnection::losses() {
  const std::lock_guard lock(mutex_);
  return std::exchange(losses_, {});
}

void LabConnection::renew_lease(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, stop, kStillHere, [] { return false; }) &&
         !stop.stop_requested()) {
    lock.unlock();
    const bool sent = hold_->Write(StillHere());
    lock.lock();
    if (!sent) return;
  }
}

template <typename Reply, typename Request, typename Method>
Reply LabConnection::call(const char* tried, Method method, const Request& request,
                          milliseconds limit) {
  grpc::ClientContext context;
  const CallLimit ends(context, limit);
  const std::stop_callback cancel(options_.stop, [&context] { context.TryCancel(); });
  Reply reply;
  const auto status = ends.status_of((stub_.get()->*method)(&context, request, &reply));
  if (!status.ok()) fail(tried, status);
  return reply;
}

void LabConnection::make_slot(const MakeSlotRequest& request) {
  call<MakeSlotReply>("make a slot", &LabHost::Stub::MakeSlot, request, kMakeTime);
}

void LabConnection::destroy_slot(int slot) {
  DestroySlotRequest request;
  request.set_slot(slot);
  call<DestroySlotReply>("remove a slot", &LabHost::Stub::DestroySlot, request, kMakeTime);
}

SlotPackets LabConnection::count_packets(int slot) {
  CountPacketsRequest request;
  request.set_slot(slot);
  return call<SlotPackets>("count packets", &LabHost::Stub::CountPackets, request, kCallTime);
}

ClockOffset LabConnection::measure_clock() {
  ClockOffset best{0, std::numeric_limits<std::int64_t>::max()};
  for (int i = 0; i < kReadings; ++i) {
    const std::int64_t before = clock_ns(CLOCK_MONOTONIC);
    const auto reading = call<ClockReading>("read its clock", &LabHost::Stub::ReadClock,
                                            ReadClockRequest(), kCallTime);
    const std::int64_t half = (clock_ns(CLOCK_MONOTONIC) - before) / 2;
    if (half < best.uncertainty) best = {reading.monotonic_ns() - (before + half), half};
  }
  return best;
}

void LabConnection::send_probes(int slot, const std::string& interface, int number) {
  ProbesRequest request;
  request.set_slot(slot);
  request.set_interface(interface);
  request.set_number(number);
  call<ProbesReply>("send frames", &LabHost::Stub::SendProbes, request, kCallTime);
}

std::string LabConnection::examine(const std::vector<std::string>& peers,
                                   const std::vector<std::string>& interfaces) {
  ExamineRequest request;
  for (const std::string& peer : peers) request.add_peers(peer);
  for (const std::string& interface : interfaces) request.add_interfaces(interface);
  return call<Examination>("examine the host", &LabHost::Stub::Examine, request, kMakeTime).json();
}

void LabConnection::check_room() {
  require_space(
      options_.at.identity.name,
      call<Room>("read its room", &LabHost::Stub::GetRoom, RoomRequest(), kCallTime).available());
}

void LabConnection::make_folder(const std::string& name) {
  FolderRequest request;
  request.set_name(name);
  call<FolderReply>("make a folder", &LabHost::Stub::MakeFolder, request, kCallTime);
}

void LabConnection::read_folder(LabHost::Stub& host, const std::string& name, const Directory& into,
                                Names& made) const {
  FolderRequest request;
  request.set_name(name);
  grpc::ClientContext context;
  auto limit = std::make_unique<CallLimit>(context, kPartTime);
  const std::stop_callback cancel(options_.stop, [&context] { context.TryCancel(); });
  const auto parts = host.ReadFolder(&context, request);
  Fd file;
  std::string current;
  std::int64_t written = 0;
  std::int64_t all = 0;
  int files = 0;
  FilePart part;
  while (parts->Read(&part)) {
    limit = std::make_unique<CallLimit>(context, kPartTime);
    all += static_cast<std::int64_t>(part.content().size());
    if (all > kLargestLogs || files > kMostLogs)
      throw Error(fmt::format("{}: cannot take the logs: more than 8 GiB or {} files",
                              options_.at.identity.name, kMostLogs));
    if (!part.name().empty()) {
      ++files;
      current = part.name();
      if (!is_log_name(current))
        throw Error(fmt::format("{}: cannot take the log '{}': not the name of a log",
                                options_.at.identity.name, printable(current)));
      if (!made.insert(current).second) into.remove(current);  // of a reading that broke off
      file = into.create(current);
      written = 0;
    }
    if (!write_all(file.get(), part.content()))
      throw system_error("write " + into.path_of(current));
    written += static_cast<std::int64_t>(part.content().size());
    if (part.last() && written != part.size())
      throw Error(fmt::format("{}: cannot take the log {}: {} of {} bytes have arrived",
                              options_.at.identity.name, current, written, part.size()));
  }
  const auto status = limit->status_of(parts->Finish());
  if (!status.ok()) fail("take its logs", status);
}

void LabConnection::take_folder(const std::string& name, const Directory& into) {
  Names made;
  try {
    read_folder(*stub_, name, into, made);
  } catch (const PartLost&) {
    if (options_.stop.stop_requested()) throw;
    return read_again(name, into, made);
  }
  remove_folder(name);
}

void LabConnection::remove_folder(const std::string& name) {
  FolderRequest request;
  request.set_name(name);
  try {
    call<FolderReply>("remove a folder", &LabHost::Stub::RemoveFolder, request, kShortCallTime);
  } catch (const PartLost&) {  // its next run removes it
  }
}

void LabConnection::read_again(const std::string& name, const Directory& into, Names& made) const {
  const auto give_up = std::chrono::steady_clock::now() + lab::kHostReturnLimit;
  const auto waits = [&] {
    return !options_.stop.stop_requested() && std::chrono::steady_clock::now() < give_up;
  };
  for (;;) {
    std::this_thread::sleep_for(kTryAgain);
    require_member(options_.lab, options_.at.identity);
    LabService service;
    try {
      service = open(lab::kHostService);
    } catch (const Error& error) {
      if (!waits()) throw PartLost(error.what());
      continue;
    }
    try {
      return read_folder(*LabHost::NewStub(service.channel), name, into, made);
    } catch (const SystemError&) {  // of this machine
      throw;
    } catch (const PartLost&) {
      if (!waits()) throw;
    } catch (const Error& error) {  // the host has them no longer
      throw PartLost(error.what());
    }
  }
}

}  // namespace seawind
