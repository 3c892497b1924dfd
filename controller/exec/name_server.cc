// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/name_server.h"

#include <arpa/inet.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace seawind {
namespace {

std::string text_of(const char* file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::string first_name_server(const std::string& resolver) {
  std::istringstream lines(resolver);
  bool any = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    std::string address;
    if (!(words >> key >> address) || key != "nameserver") continue;
    any = true;
    in_addr parsed{};
    if (inet_pton(AF_INET, address.c_str(), &parsed) == 1) return address;
  }
  return any ? "" : "127.0.0.1";
}

std::string own_name_server() {
  const std::string own = first_name_server(text_of("/etc/resolv.conf"));
  if (own != "127.0.0.53" && own != "127.0.0.54") return own;
  const std::string used = text_of("/run/systemd/resolve/resolv.conf");
  const std::string server = used.empty() ? "" : first_name_server(used);
  return server.empty() ? own : server;
}

}  // namespace seawind
