// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/page_process.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/unicast.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "common/allowed_calls.h"
#include "common/error.h"
#include "common/print_error.h"
#include "controller/bridge/page_answer.h"

namespace seawind {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

constexpr std::uint16_t kPort = 80;
constexpr int kMostConnections = 256;
constexpr int kMostOfAddress = 6;             // as many as a browser opens to one server
constexpr std::chrono::seconds kTimeout{10};  // for a request, and for its answer

constexpr const char* kAllowed[] = {
    "accept",
    "accept4",
    "brk",
    "clock_gettime",
    "close",
    "epoll_ctl",
    "epoll_pwait",
    "epoll_wait",
    "exit",
    "exit_group",
    "fcntl",
    "futex",
    "getpeername",
    "getrandom",
    "getsockname",
    "getsockopt",
    "ioctl",
    "madvise",
    "mmap",
    "mprotect",
    "mremap",
    "munmap",
    "poll",
    "ppoll",
    "read",
    "readv",
    "recvfrom",
    "recvmsg",
    "restart_syscall",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sendmsg",
    "sendto",
    "setsockopt",
    "shutdown",
    "timerfd_settime",
    "write",
    "writev",
};

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  if (setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0)
    throw system_error("limit the page's process");
}

class Listener {
 public:
  Listener(asio::io_context& context, PagePlace place)
      : place_(std::move(place)), acceptor_(context) {
    acceptor_.open(tcp::v4());
    acceptor_.set_option(tcp::acceptor::reuse_address(true));
    acceptor_.set_option(asio::ip::unicast::hops(1));  // no router carries an answer further
    acceptor_.bind({asio::ip::make_address_v4(place_.address), kPort});
    acceptor_.listen();
  }

  void accept() {
    acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
      if (!error) serve(std::move(socket));
      accept();
    });
  }

 private:
  /// One request and its answer.
  struct Connection {
    Connection(Listener& of, tcp::socket socket, std::uint32_t address)
        : listener(of), peer(address), stream(std::move(socket)) {
      limit_request(parser);
    }
    ~Connection() {
      --listener.connections_;
      if (--listener.of_address_[peer] == 0) listener.of_address_.erase(peer);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    Listener& listener;
    std::uint32_t peer;
    beast::tcp_stream stream;
    beast::flat_buffer buffer{kLargestRequestHead + kLargestRequestBody};
    PageParser parser{};
    PageResponse response{};
  };

  void serve(tcp::socket socket) {
    beast::error_code error;
    const auto peer = socket.remote_endpoint(error).address();
    if (error || connections_ >= kMostConnections) return;
    const std::uint32_t address = peer.to_v4().to_uint();
    const auto found = of_address_.find(address);
    if (found != of_address_.end() && found->second >= kMostOfAddress) return;
    ++connections_;
    ++of_address_[address];
    const auto one = std::make_shared<Connection>(*this, std::move(socket), address);
    one->stream.expires_after(kTimeout);
    http::async_read(one->stream, one->buffer, one->parser,
                     [this, one](beast::error_code problem, std::size_t) {
                       if (!problem) answer(one);
                     });
  }

  void answer(const std::shared_ptr<Connection>& one) {
    one->response = page_response(one->parser.get(), place_, one->peer, query_bridge);
    one->stream.expires_after(kTimeout);
    http::async_write(one->stream, one->response, [one](beast::error_code, std::size_t) {
      beast::error_code ignored;
      one->stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  static PageState query_bridge(const PageQuery& query) {
    PageState state;
    if (send(STDIN_FILENO, &query, sizeof query, MSG_NOSIGNAL) != sizeof query ||
        recv(STDIN_FILENO, &state, sizeof state, 0) != sizeof state)
      throw Error("the link has ended");
    return state;
  }

  PagePlace place_;
  tcp::acceptor acceptor_;
  int connections_ = 0;
  std::map<std::uint32_t, int> of_address_;
};

}  // namespace

int run_page(int argc, char** argv) {
  try {
    constexpr rlim_t kFiles = 32;  // besides connections
    constexpr int kNiceness = 10;  // added: what devices make it do does not delay the link
    if (argc < 3) return 1;
    if (setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNiceness) != 0)
      throw system_error("lower the priority");
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, kMostConnections + kFiles);
#if !defined(SEAWIND_SANITIZED)
    constexpr rlim_t kMemory = rlim_t{64} << 20U;
    limit(RLIMIT_DATA, kMemory);
#endif
    asio::io_context context(1);
    Listener listener(context, {.address = argv[2], .profiles = {argv + 3, argv + argc}});
    listener.accept();
    if (const std::string problem = allow_calls(kAllowed, false, Violation::kKill);
        !problem.empty())
      throw Error("cannot limit the system calls: " + problem);
    print_error("{}\n", kPageReady);
    context.run();
    return 0;
  } catch (const std::exception& error) {
    print_error("{}\n", error.what());
    return 1;
  }
}

}  // namespace seawind
