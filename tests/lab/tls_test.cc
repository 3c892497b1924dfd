// SPDX-License-Identifier: GPL-3.0-or-later
// Who reaches a program behind the listener of a lab, and who does not.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <openssl/err.h>
#include <sys/socket.h>

#include <atomic>
#include <csignal>
#include <deque>
#include <mutex>

#include "lab/endpoint.h"
#include "lab/tls_client.h"
#include "lab/tls_listener.h"
#include "tests/lab/lab_fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/net_sandbox.h"

namespace seawind::lab {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const Identity kBox{Role::kAgent, "host-1"};
const Identity kMe{Role::kController, "me"};
constexpr auto kService = "echo";

void send_all(const Fd& socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    ASSERT_EQ(errno, EAGAIN);
    pollfd ready{socket.get(), POLLOUT, 0};
    ASSERT_EQ(poll(&ready, 1, 20'000), 1);
  }
}

/// Up to `size` bytes; fewer if the other end closes, or after 20 s.
std::string receive(const Fd& socket, std::size_t size) {
  std::string out;
  std::vector<char> buffer(65536);
  while (out.size() < size) {
    pollfd ready{socket.get(), POLLIN, 0};
    if (poll(&ready, 1, 20'000) != 1) break;
    const ssize_t got = recv(socket.get(), buffer.data(), buffer.size(), 0);
    if (got <= 0) break;
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return out;
}

class TlsTest : public testing::Test {
 protected:
  /// All traffic stays inside this namespace.
  static void SetUpTestSuite() {
    std::signal(SIGPIPE, SIG_IGN);
    network_ = new test::NetNamespace;
  }
  static void TearDownTestSuite() { delete network_; }

  TlsTest() : own_(lab_.member(kBox)) {
    listener_ = network_->run([this] {
      return std::make_unique<TlsListener>(
          TlsListener::Options{.at = Endpoint("127.0.0.1", 0),
                               .admitted = {Role::kController},
                               .greeting = "seawind 9",
                               .reach =
                                   [this](const Identity& who, const std::string& service) {
                                     if (service != kService)
                                       throw Error("no such service: " + service);
                                     auto [ours, carried] = local_pair();
                                     const std::lock_guard lock(mutex_);
                                     members_.push_back(to_string(who));
                                     plain_.push_back(std::move(ours));
                                     return std::move(carried);
                                   },
                               .refused =
                                   [this](const std::string& line) {
                                     const std::lock_guard lock(mutex_);
                                     refused_.push_back(line);
                                   }},
          own_);
    });
  }

  Endpoint to() const { return {"127.0.0.1", listener_->port()}; }
  Connection call(const Credentials& credentials, const Identity& expected = kBox) {
    return network_->run([&] { return connect(to(), expected, kService, credentials, 20s); });
  }
  std::string refusal_of(const Credentials& credentials, const Identity& expected = kBox) {
    try {
      call(credentials, expected);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  std::vector<std::string> members() {
    const std::lock_guard lock(mutex_);
    return members_;
  }
  const Fd& plain(std::size_t number) {
    const std::lock_guard lock(mutex_);
    return plain_.at(number);
  }
  std::vector<std::string> refused() {
    const std::lock_guard lock(mutex_);
    return refused_;
  }
  /// The listener's one line about who was turned away.
  std::string refusal() {
    EXPECT_TRUE(test::eventually([this] { return !refused().empty(); }));
    const auto lines = refused();
    EXPECT_EQ(lines.size(), 1U);
    EXPECT_THAT(members(), ElementsAre());
    return lines.empty() ? "" : lines.front();
  }
  Fd connected(const std::string& from = "127.0.0.1") {
    return network_->run([&] {
      const Endpoint at = to();
      const Endpoint source(from, 0);
      Fd out(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
      EXPECT_EQ(bind(out.get(), source.get(), source.size()), 0);
      EXPECT_EQ(::connect(out.get(), at.get(), at.size()), 0);
      return out;
    });
  }
  /// What OpenSSL says to a handshake with these settings, up to the first byte received.
  std::string handshake(SSL_CTX* context) {
    const Fd socket = connected();
    const std::unique_ptr<SSL, FreedBy<SSL_free>> tls(SSL_new(context));
    SSL_set_fd(tls.get(), socket.get());
    char byte = 0;
    if (SSL_connect(tls.get()) == 1 && SSL_read(tls.get(), &byte, 1) == 1) return "";
    return crypto_error("connect").what();
  }

  static test::NetNamespace* network_;
  Lab lab_;
  std::shared_ptr<Credentials> own_;
  std::mutex mutex_;
  std::vector<std::string> members_;
  std::vector<std::string> refused_;
  std::deque<Fd> plain_;  // references stay valid
  std::unique_ptr<TlsListener> listener_;
};
test::NetNamespace* TlsTest::network_ = nullptr;

TEST_F(TlsTest, CarriesBytesBothWays) {
  Connection mine = call(*lab_.member(kMe));
  EXPECT_EQ(mine.greeting, "seawind 9");
  EXPECT_THAT(members(), ElementsAre("controller me"));
  const Fd& here = mine.local;
  std::string large(3 << 20, '\0');
  for (std::size_t i = 0; i < large.size(); ++i)
    large[i] = static_cast<char>(i * 2654435761U >> 24U);
  std::thread sender([&] { send_all(here, large); });
  EXPECT_EQ(receive(plain(0), large.size()), large);
  sender.join();
  std::thread answer([&] { send_all(plain(0), large); });
  EXPECT_EQ(receive(here, large.size()), large);
  answer.join();
  // The end of one end is that of the other.
  mine.relay.reset();
  EXPECT_EQ(receive(plain(0), 1), "");
  EXPECT_THAT(refused(), ElementsAre());
}

TEST_F(TlsTest, AnEndOfTheListenerEndsItsMembers) {
  Connection mine = call(*lab_.member(kMe));
  const Fd& here = mine.local;
  listener_.reset();
  EXPECT_EQ(receive(here, 1), "");
}

TEST_F(TlsTest, AskingForNoServiceOfThisHost) {
  EXPECT_THAT(
      [&] { network_->run([&] { connect(to(), kBox, "slot-9-fixed", *lab_.member(kMe), 20s); }); },
      ThrowsMessage<Error>(HasSubstr("it has closed the connection")));
  EXPECT_EQ(refusal(), "rejected a connection from 127.0.0.1: no such service: slot-9-fixed");
}

TEST_F(TlsTest, NoCertificate) {
  const std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>> context(SSL_CTX_new(TLS_client_method()));
  EXPECT_THAT(handshake(context.get()), HasSubstr("certificate required"));
  EXPECT_EQ(refusal(),
            "rejected a connection from 127.0.0.1: cannot agree on a TLS connection: peer did not "
            "return a certificate");
}

TEST_F(TlsTest, Tls12) {
  const auto me = lab_.member(kMe);
  const TlsSettings settings(TlsSide::kClient, *me);
  SSL_CTX_set_min_proto_version(settings.get(), TLS1_2_VERSION);
  SSL_CTX_set_max_proto_version(settings.get(), TLS1_2_VERSION);
  EXPECT_THAT(handshake(settings.get()), HasSubstr("protocol version"));
  EXPECT_THAT(refusal(), HasSubstr("unsupported protocol"));
}

TEST_F(TlsTest, Expired) {
  EXPECT_THAT(refusal_of(*lab_.member(kMe, unix_seconds() - 91 * kDay)), HasSubstr("expired"));
  EXPECT_THAT(refusal(), HasSubstr("the other end's certificate: certificate has expired"));
}

TEST_F(TlsTest, NotYetValid) {
  EXPECT_NE(refusal_of(*lab_.member(kMe, unix_seconds() + 2 * kDay)), "");
  EXPECT_THAT(refusal(), HasSubstr("the other end's certificate: certificate is not yet valid"));
}

TEST_F(TlsTest, OfAnotherLab) {
  auto stranger = Lab("office").member(kMe);  // a lab of the same name
  stranger->authority = same(lab_.authority.certificate);
  stranger->revoked = list_revoked(lab_.authority, {}, unix_seconds());
  EXPECT_NE(refusal_of(*stranger), "");
  EXPECT_THAT(refusal(), HasSubstr("the other end's certificate: "));
}

TEST_F(TlsTest, OfAWrongRole) {
  EXPECT_THAT(
      refusal_of(*lab_.member({Role::kAgent, "host-2"})),
      "cannot connect to agent host-1 at " + to().text() + ": it has closed the connection");
  EXPECT_EQ(refusal(), "rejected a connection from 127.0.0.1: agent host-2 may not connect here");
}

TEST_F(TlsTest, Revoked) {
  const auto me = lab_.member(kMe);
  lab_.revoked = {serial_of(me->certificate.get())};
  auto later = std::make_shared<Credentials>();
  later->key = key_from_pem(to_pem(own_->key));
  later->certificate = same(own_->certificate);
  later->authority = same(own_->authority);
  later->revoked = list_revoked(lab_.authority, lab_.revoked, unix_seconds());
  listener_->use(later);
  EXPECT_NE(refusal_of(*me), "");
  EXPECT_THAT(refusal(), HasSubstr("the other end's certificate: certificate revoked"));
}

TEST_F(TlsTest, AConnectionEndsWhenItsMemberIsRevoked) {
  const auto me = lab_.member(kMe);
  const auto other = lab_.member({Role::kController, "other"});
  Connection mine = call(*me);
  Connection others = call(*other);
  const Fd& here = mine.local;
  const Fd& there = others.local;
  lab_.revoked = {serial_of(me->certificate.get())};
  auto later = std::make_shared<Credentials>();
  later->key = key_from_pem(to_pem(own_->key));
  later->certificate = same(own_->certificate);
  later->authority = same(own_->authority);
  later->revoked = list_revoked(lab_.authority, lab_.revoked, unix_seconds());
  listener_->use(later);
  EXPECT_EQ(receive(here, 1), "");
  send_all(there, "still here");
  EXPECT_EQ(receive(plain(1), 10), "still here");
}

TEST_F(TlsTest, AClientTurnsAwayWhoIsNotWhomItCalls) {
  EXPECT_THAT(refusal_of(*lab_.member(kMe), {Role::kAgent, "host-2"}),
              HasSubstr("agent host-1 answers there"));
  EXPECT_THAT(refusal_of(*lab_.member(kMe), {Role::kEmulator, "host-1"}),
              HasSubstr("agent host-1 answers there"));
  EXPECT_THAT(refusal_of(*Lab("office").member(kMe)), HasSubstr("the other end's certificate: "));
  auto revoked = lab_.member(kMe);
  revoked->revoked =
      list_revoked(lab_.authority, {serial_of(own_->certificate.get())}, unix_seconds());
  EXPECT_THAT(refusal_of(*revoked), HasSubstr("the other end's certificate: certificate revoked"));
}

TEST_F(TlsTest, SilenceEndsAndNobodyAnswers) {
  const Fd silent = connected();
  EXPECT_EQ(receive(silent, 1), "");
  EXPECT_EQ(refusal(), "rejected a connection from 127.0.0.1: it did not identify itself in time");
  const auto me = lab_.member(kMe);
  const std::uint16_t port = listener_->port();
  listener_.reset();
  EXPECT_THAT(
      [&] {
        network_->run([&] { connect(Endpoint("127.0.0.1", port), kBox, kService, *me, 1s); });
      },
      ThrowsMessage<Error>(HasSubstr("Connection refused")));
  std::stop_source stop;
  stop.request_stop();
  const Fd deaf = network_->run([] {
    Fd out = Endpoint("127.0.0.1", 0).socket();
    EXPECT_EQ(listen(out.get(), 1), 0);
    return out;
  });
  EXPECT_THAT(
      [&] {
        network_->run([&] {
          connect(Endpoint("127.0.0.1", local_port(deaf)), kBox, kService, *me, 20s,
                  stop.get_token());
        });
      },
      ThrowsMessage<Error>(HasSubstr(": stopped")));
}

TEST_F(TlsTest, NoiseIsTurnedAway) {
  const Fd noise = connected();
  send_all(noise, "GET / HTTP/1.1\r\n\r\n");
  EXPECT_THAT(refusal(), HasSubstr("cannot agree on a TLS connection: "));
  const Fd large = connected();
  const std::string garbage = std::string("\x16\x03\x01\xff\xff", 5) + std::string(100'000, '\0');
  (void)!send(large.get(), garbage.data(), garbage.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  EXPECT_TRUE(test::eventually([this] { return refused().size() == 2; }));
  EXPECT_THAT(members(), ElementsAre());
}

// 10 000 connections that send nothing, half of them from one address: members get in meanwhile,
// and one that was in does not notice. Their lines are few.
TEST_F(TlsTest, AFloodOfHalfOpenConnectionsKeepsNoMemberOut) {
  Connection before = call(*lab_.member(kMe));
  const Fd& mine = before.local;
  std::atomic<int> opened = 0;
  std::jthread flood([&](const std::stop_token& stop) {
    std::deque<Fd> open;
    while (!stop.stop_requested() && opened < 10'000) {
      open.push_back(connected(fmt::format("127.0.0.{}", opened < 5000 ? 2 : 2 + opened % 250)));
      if (open.size() > 1000) open.pop_front();
      ++opened;
    }
  });
  ASSERT_TRUE(test::eventually([&] { return opened > 500; }));
  // How many of the calls get in depends on how long this machine takes for a handshake.
  std::size_t calls = 1;
  const auto during = lab_.member({Role::kController, "during"});
  while (opened < 9'500) {
    const std::string refusal = refusal_of(*during);
    if (opened < 5'000) EXPECT_EQ(refusal, "") << "one address has 32 places of 256";
    calls += refusal.empty() ? 1 : 0;
  }
  send_all(mine, "still here");
  EXPECT_EQ(receive(plain(0), 10), "still here");
  EXPECT_TRUE(test::eventually([&] { return opened == 10'000; }, 60s));
  flood.join();
  EXPECT_GE(calls, 20U);
  EXPECT_EQ(members().size(), calls);
  EXPECT_LT(refused().size(), 100U);
  EXPECT_EQ(call(*lab_.member(kMe)).greeting, "seawind 9");
}

}  // namespace
}  // namespace seawind::lab
