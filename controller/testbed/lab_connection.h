// SPDX-License-Identifier: GPL-3.0-or-later
// A host of the lab that this controller holds. Errors throw Error; PartLost when the host does not
// answer.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "common/directory.h"
#include "controller/testbed/testbed.h"
#include "lab/certificate.h"
#include "lab/endpoint.h"
#include "lab/host/lab_host.grpc.pb.h"
#include "lab/services.h"
#include "lab/tls_relay.h"

namespace seawind {

/// Where a host of the lab is.
struct LabAddress {
  lab::Identity identity;
  std::string address;     // of its service and of its end of the tunnels: IPv4
  std::uint16_t port = 0;  // of its service
};

/// A connection to one service of the host. It ends with this object.
struct LabService {
  std::unique_ptr<lab::TlsRelay> relay;
  std::shared_ptr<grpc::Channel> channel;
};

/// Throws Error if the lab in this folder has no such member, or no longer.
void require_member(const std::filesystem::path& lab, const lab::Identity& host);

/// Another run of a controller holds the host.
class HostTaken : public Error {
 public:
  using Error::Error;
};

/// Throws Error if the host has not counted the packets of an interface.
const InterfacePackets& packets_of(
    const google::protobuf::Map<std::string, InterfacePackets>& counts,
    const std::string& interface);

class LabConnection {
 public:
  struct Options {
    LabAddress at;
    std::filesystem::path lab;   // the controller's folder (lab_folder.h), read for each use
    bool root_programs = false;  // whether `command` flows may have `user: root`
    std::vector<std::string> programs{};  // that `command` flows will run there
    std::stop_token stop;
  };
  /// Takes the host, which removes what its last controller has made. Throws HostTaken.
  explicit LabConnection(Options options);
  /// Releases the host.
  ~LabConnection();
  LabConnection(const LabConnection&) = delete;
  LabConnection& operator=(const LabConnection&) = delete;

  lab::UnixSeconds certificate_end() const { return lab::end_of(certificate_.get()); }
  /// Renews the host's certificate when that is due. Throws Error if it has been revoked, or has
  /// expired. Must not be called by two threads at the same time.
  void stay_member();
  /// Connects to another service of the host.
  LabService open(const std::string& service) const { return open(service, nullptr); }
  void make_slot(const MakeSlotRequest& request);
  void destroy_slot(int slot);
  /// From any thread.
  SlotPackets count_packets(int slot);
  /// Sends `number` broadcast frames out of an interface of the slot.
  void send_probes(int slot, const std::string& interface, int number);
  ClockOffset measure_clock();
  /// What `seawind doctor` finds on the host: JSON of another machine. `peers`: addresses of the
  /// machines to which its tunnels will go. `interfaces`: those that will carry a link.
  std::string examine(const std::vector<std::string>& peers,
                      const std::vector<std::string>& interfaces);
  /// Throws SystemError with ENOSPC when the host has no room for logs (common/disk_space.h).
  void check_room();
  void make_folder(const std::string& name);
  /// Copies the folder's files into `into`, which must have none of these names, then removes the
  /// folder at the host. If the connection breaks, waits for another one for lab::kHostReturnLimit;
  /// the host then removes the folder by itself. From any thread.
  void take_folder(const std::string& name, const Directory& into);
  /// From any thread; waits 2 s at most. No effect when the host does not answer.
  void remove_folder(const std::string& name);
  /// The losses since the last call. Does not block.
  std::vector<Loss> losses();

 private:
  LabService open(const std::string& service, lab::Certificate* certificate) const;
  using Names = std::set<std::string>;
  /// `made`: names of the files that earlier calls have made; they are replaced.
  void read_folder(LabHost::Stub& host, const std::string& name, const Directory& into,
                   Names& made) const;
  /// Waits for the host, then reads. Throws PartLost if it does not return, or without the logs.
  void read_again(const std::string& name, const Directory& into, Names& made) const;
  /// Sends the host a newer certificate when that is due, and the list of those revoked.
  void update();
  void wait_until_ready();
  void listen();
  void renew_lease(const std::stop_token& stop);
  void add_loss(Loss loss);
  template <typename Reply, typename Request, typename Method>
  Reply call(const char* tried, Method method, const Request& request,
             std::chrono::milliseconds limit);
  /// Throws PartLost when the host does not answer, otherwise Error.
  [[noreturn]] void fail(const char* tried, const grpc::Status& status) const;

  const Options options_;
  lab::Certificate certificate_;  // of the host
  LabService host_;
  std::unique_ptr<LabHost::Stub> stub_;
  grpc::ClientContext context_;  // of the call below
  std::unique_ptr<grpc::ClientReaderWriter<StillHere, HostEvent>> hold_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::vector<Loss> losses_;
  std::jthread lease_thread_;  // renews the lease
  std::thread events_thread_;  // receives losses
};

}  // namespace seawind
