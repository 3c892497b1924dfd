// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/name_server.h"

#include <arpa/inet.h>

#include <cstdint>
#include <sstream>

#include "common/whole_file.h"

namespace seawind {
namespace {

constexpr auto kResolver = "/etc/resolv.conf";
constexpr auto kThisMachine = "127.0.0.1";

}  // namespace

std::string first_name_server(const std::string& resolver) {
  std::istringstream lines(resolver);
  bool any = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    std::string address;
    // As the C library: the word stands at the beginning of the line, and 0.0.0.0 is this machine.
    if (!line.starts_with("nameserver") || !(words >> key >> address) || key != "nameserver")
      continue;
    any = true;
    in_addr parsed{};
    if (inet_pton(AF_INET, address.c_str(), &parsed) == 1)
      return address == "0.0.0.0" ? kThisMachine : address;
  }
  return any ? "" : kThisMachine;
}

std::string reachable_name_server(const std::string& resolver, const std::string& used_by_stub) {
  const std::string first = first_name_server(resolver);
  if (used_by_stub.empty() || (first != "127.0.0.53" && first != "127.0.0.54")) return first;
  return first_name_server(used_by_stub);
}

std::string with_name_server(const std::string& resolver, const std::string& server) {
  std::string out = "nameserver " + server + "\n";
  std::istringstream lines(resolver);
  for (std::string line; std::getline(lines, line);) {
    std::string key;
    if (std::istringstream(line) >> key && key != "nameserver" && key[0] != '#' && key[0] != ';')
      out += line + "\n";
  }
  return out;
}

std::string resolver_with(const std::string& server) {
  return with_name_server(try_read_whole_file(kResolver, SIZE_MAX).text, server);
}

std::string own_name_server() {
  return reachable_name_server(
      try_read_whole_file(kResolver, SIZE_MAX).text,
      try_read_whole_file("/run/systemd/resolve/resolv.conf", SIZE_MAX).text);
}

}  // namespace seawind
