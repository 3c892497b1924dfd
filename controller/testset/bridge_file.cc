// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/bridge_file.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <charconv>
#include <cstdint>
#include <string>
#include <utility>

#include "common/error.h"
#include "controller/testset/read_document.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// A file's path instead of one from `folder`; a name stays as it is.
std::string from_here(const std::string& reference, const fs::path& folder) {
  if (reference.find('/') == std::string::npos && !reference.ends_with(".yaml")) return reference;
  return (folder / reference).string();
}

}  // namespace

std::string host_address_problem(const std::string& text) {
  constexpr int kAddressBits = 32;
  const auto slash = text.find('/');
  in_addr parsed{};
  int prefix = -1;
  const char* const end = text.data() + text.size();
  if (slash == std::string::npos ||
      inet_pton(AF_INET, text.substr(0, slash).c_str(), &parsed) != 1 ||
      std::from_chars(text.data() + slash + 1, end, prefix).ptr != end || prefix < 1 ||
      prefix > kAddressBits)
    return fmt::format(
        "`{}` is not an IPv4 address with the length of its network's prefix: write "
        "192.0.2.1/24",
        text);
  const std::uint32_t first = ntohl(parsed.s_addr) >> 24U;
  constexpr std::uint32_t kMulticast = 224;
  if (first == 0 || first == IN_LOOPBACKNET || first >= kMulticast)
    return fmt::format("`{}` is no address of a host on a link", text);
  return {};
}

void check_bridged_link(const Document<BridgedLink>& link, Diagnostics& problems) {
  const BridgedLink& one = link.message;
  if (one.mobile() == "nat")
    problems.add(link.at("mobile"), "`nat` is possible as the fixed end only");
  if (one.fixed() == one.mobile())
    problems.add(link.at("mobile"), fmt::format("both ends are {}", one.fixed()));
  for (const auto& [key, address] : {std::pair{"fixed_address", &one.fixed_address()},
                                     std::pair{"mobile_address", &one.mobile_address()}})
    if (!address->empty())
      if (std::string problem = host_address_problem(*address); !problem.empty())
        problems.add(link.at(key), std::move(problem));
}

BridgedLink read_bridged_link(const fs::path& file) {
  Diagnostics problems;
  auto link = read_document<BridgedLink>(file, {}, problems);
  if (link.ok) check_bridged_link(link, problems);
  if (!problems.empty()) throw UsageError(problems.render());
  BridgedLink& one = link.message;
  if (one.name().empty()) one.set_name(file.stem().string());
  resolve_references(one, file.parent_path());
  return std::move(one);
}

void resolve_references(BridgedLink& link, const fs::path& folder) {
  link.set_link(from_here(link.link(), folder));
  if (!link.router().empty()) link.set_router(from_here(link.router(), folder));
}

}  // namespace seawind
