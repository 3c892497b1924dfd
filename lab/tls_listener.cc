// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/tls_listener.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "common/error.h"
#include "common/unix_time.h"

namespace seawind::lab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBacklog = 1024;
constexpr int kAcceptedAtOnce = 16;  // before handshakes go on
/// Without descriptors or memory, connections wait this long to be accepted.
constexpr int kPause = 50;  // ms

}  // namespace

TlsListener::TlsListener(Options options, std::shared_ptr<const Credentials> credentials)
    : options_(std::move(options)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_) throw system_error("open an event descriptor");
  use(std::move(credentials));
  const Endpoint& at = options_.at;
  listener_ = at.socket();
  const int on = 1;
  ::setsockopt(listener_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(listener_.get(), at.get(), at.size()) != 0 || ::listen(listener_.get(), kBacklog) != 0)
    throw system_error("listen at " + at.text());
  port_ = local_port(listener_);
  thread_ = std::thread([this] { serve(); });
}

TlsListener::~TlsListener() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = ::write(wake_.get(), &one, sizeof one);
  thread_.join();
}

void TlsListener::use(std::shared_ptr<const Credentials> credentials) {
  auto settings = std::make_shared<const TlsSettings>(TlsSide::kServer, *credentials);
  const std::lock_guard lock(mutex_);
  credentials_ = std::move(credentials);
  settings_ = std::move(settings);
  for (Member& member : members_)
    if (!certificate_problem(member.certificate.get(), credentials_->authority.get(),
                             credentials_->revoked.get(), unix_seconds())
             .empty())
      member.relay.stop();
}

void TlsListener::serve() {
  std::vector<pollfd> ready;
  for (;;) {
    ready = {{wake_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
    for (const Handshake& handshake : handshakes_)
      ready.push_back(
          {handshake.stream.fd(),
           static_cast<short>(handshake.needs == TlsStream::Step::kNeedsOutput ? POLLOUT : POLLIN),
           0});
    // At least once in this time, ended members are removed and silent peers rejected.
    constexpr std::chrono::milliseconds kPollInterval{1000};
    if (::poll(ready.data(), ready.size(), static_cast<int>(kPollInterval.count())) < 0) continue;
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
    }
    remove_ended();
    std::deque<Handshake> waiting;
    for (std::size_t i = 0; i < handshakes_.size(); ++i) {
      const bool may_go_on = ready[i + 2].revents != 0;
      if (!may_go_on || proceed(handshakes_[i])) waiting.push_back(std::move(handshakes_[i]));
    }
    handshakes_ = std::move(waiting);
    while (!handshakes_.empty() && handshakes_.front().until <= Clock::now()) {
      refuse(handshakes_.front().address, "it did not identify itself in time");
      handshakes_.pop_front();
    }
    if (ready[1].revents == 0) continue;
    try {
      accept_some();
    } catch (const std::exception& error) {  // out of memory or descriptors
      refuse("a peer", error.what());
    }
  }
}

void TlsListener::accept_some() {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    Peer peer = accept_from(listener_);
    if (!peer.socket) {
      if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) ::poll(nullptr, 0, kPause);
      return;
    }
    make_room_for(peer.address);
    std::shared_ptr<const TlsSettings> settings;
    {
      const std::lock_guard lock(mutex_);
      settings = settings_;
    }
    handshakes_.push_back({TlsStream(*settings, std::move(peer.socket)), std::move(peer.address),
                           Clock::now() + kHandshakeTime});
  }
}

void TlsListener::make_room_for(const std::string& address) {
  const auto of_it = [&](const Handshake& handshake) { return handshake.address == address; };
  const auto number =
      static_cast<std::size_t>(std::count_if(handshakes_.begin(), handshakes_.end(), of_it));
  const bool too_many_of_it = number >= kMaxUnknownOfOne;
  if (!too_many_of_it && handshakes_.size() < kMaxUnknown) return;
  std::size_t skip = std::uniform_int_distribution<std::size_t>(
      0, (too_many_of_it ? number : handshakes_.size()) - 1)(random_);
  const auto victim =
      std::find_if(handshakes_.begin(), handshakes_.end(), [&](const Handshake& handshake) {
        return (!too_many_of_it || of_it(handshake)) && skip-- == 0;
      });
  refuse(victim->address, "too many others connected before it identified itself");
  handshakes_.erase(victim);
}

bool TlsListener::proceed(Handshake& handshake) {
  try {
    handshake.needs = handshake.stream.handshake();
    if (handshake.needs != TlsStream::Step::kDone) return true;
    admit(handshake);
  } catch (const std::exception& error) {
    refuse(handshake.address, error.what());
    handshake.stream.close();
  }
  return false;
}

void TlsListener::admit(Handshake& handshake) {
  const X509* const certificate = handshake.stream.peer_certificate();
  const Identity identity = identity_of(certificate);
  if (std::find(options_.admitted.begin(), options_.admitted.end(), identity.role) ==
      options_.admitted.end())
    throw Error(fmt::format("{} may not connect here", to_string(identity)));
  Certificate copy(X509_dup(certificate));
  if (!copy) throw crypto_error("keep a certificate");
  const std::lock_guard lock(mutex_);
  // It may have been revoked during its handshake.
  if (const auto problem = certificate_problem(certificate, credentials_->authority.get(),
                                               credentials_->revoked.get(), unix_seconds());
      !problem.empty())
    throw Error("the other end's certificate: " + problem);
  if (members_.size() >= kMaxMembers)
    throw Error(fmt::format("{} connections are open, the maximum", kMaxMembers));
  Fd local = options_.reach(identity, handshake.stream.requested());
  Member& member =
      members_.emplace_back(std::move(copy), std::move(handshake.stream), std::move(local));
  try {
    member.relay.start(options_.greeting + "\n");
  } catch (const std::exception&) {  // no thread
    members_.pop_back();
    throw;
  }
}

void TlsListener::remove_ended() {
  const std::lock_guard lock(mutex_);
  members_.remove_if([](const Member& member) { return member.relay.ended(); });
}

void TlsListener::refuse(const std::string& address, const std::string& reason) {
  if (const auto line = refusals_.line(Clock::now(), "from " + address, reason))
    options_.refused(*line);
}

}  // namespace seawind::lab
