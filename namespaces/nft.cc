// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/nft.h"

#include <endian.h>
#include <fmt/format.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <netlink/attr.h>
#include <nftables/libnftables.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "common/error.h"
#include "common/netlink/socket.h"

namespace seawind {

void Nft::Free::operator()(nft_ctx* context) const {
  nft_ctx_free(context);
}

Nft::Nft() : context_(nft_ctx_new(NFT_CTX_DEFAULT)) {
  if (!context_) throw Error("cannot use nftables: out of memory");
  nft_ctx_buffer_error(context_.get());
  nft_ctx_buffer_output(context_.get());
}

void Nft::run(const std::string& commands) {
  if (nft_run_cmd_from_buffer(context_.get(), commands.c_str()) != 0)
    throw Error(fmt::format("cannot set nftables: {}", nft_ctx_get_error_buffer(context_.get())));
}

std::string Nft::json(const std::string& command) {
  const unsigned before = nft_ctx_output_get_flags(context_.get());
  nft_ctx_output_set_flags(context_.get(), before | NFT_CTX_OUTPUT_JSON);
  const struct Return {
    nft_ctx* context;
    unsigned flags;
    ~Return() { nft_ctx_output_set_flags(context, flags); }
  } back{context_.get(), before};
  if (nft_run_cmd_from_buffer(context_.get(), command.c_str()) != 0)
    throw Error(fmt::format("cannot read nftables: {}", nft_ctx_get_error_buffer(context_.get())));
  return nft_ctx_get_output_buffer(context_.get());
}

namespace {

/// The comment in what libnftables stores with a rule: a list of type, length and value, which the
/// kernel does not interpret.
std::string comment_in(const nlattr* notes) {
  constexpr std::uint8_t kComment = 0;
  if (notes == nullptr) return {};
  std::string_view left(static_cast<const char*>(nla_data(notes)),
                        static_cast<std::size_t>(nla_len(notes)));
  while (left.size() > 2) {
    const auto length = std::min<std::size_t>(static_cast<std::uint8_t>(left[1]), left.size() - 2);
    const std::string_view value = left.substr(2, length);
    if (left[0] == kComment) return std::string(value.substr(0, value.find('\0')));
    left.remove_prefix(2 + length);
  }
  return {};
}

/// Packets of an element of NFTA_RULE_EXPRESSIONS; nothing: it is no counter.
std::optional<std::int64_t> packets_of(nlattr* element) {
  std::array<nlattr*, NFTA_EXPR_MAX + 1> expression{};
  std::array<nlattr*, NFTA_COUNTER_MAX + 1> counter{};
  if (nla_parse_nested(expression.data(), NFTA_EXPR_MAX, element, nullptr) != 0 ||
      expression[NFTA_EXPR_NAME] == nullptr || expression[NFTA_EXPR_DATA] == nullptr ||
      std::string_view(nla_get_string(expression[NFTA_EXPR_NAME])) != "counter" ||
      nla_parse_nested(counter.data(), NFTA_COUNTER_MAX, expression[NFTA_EXPR_DATA], nullptr) !=
          0 ||
      counter[NFTA_COUNTER_PACKETS] == nullptr)
    return std::nullopt;
  return static_cast<std::int64_t>(be64toh(nla_get_u64(counter[NFTA_COUNTER_PACKETS])));
}

}  // namespace

std::map<std::string, std::int64_t> counters_of_rules(const std::string& table,
                                                      std::int64_t start) {
  const NlMessage message = netfilter_message(NFNL_SUBSYS_NFTABLES, NFT_MSG_GETRULE, NLM_F_DUMP);
  if (nla_put_string(message.get(), NFTA_RULE_TABLE, table.c_str()) != 0)
    throw Error("cannot read counters of nftables: out of memory");
  std::map<std::string, std::int64_t> out;
  bool reset = false;
  const auto add = [&](nlmsghdr* header) {
    std::array<nlattr*, NFTA_RULE_MAX + 1> rule{};
    if (nlmsg_parse(header, sizeof(nfgenmsg), rule.data(), NFTA_RULE_MAX, nullptr) != 0) return;
    const std::string comment = comment_in(rule[NFTA_RULE_USERDATA]);
    if (comment.empty() || rule[NFTA_RULE_EXPRESSIONS] == nullptr) return;
    nlattr* element = nullptr;
    int left = 0;
    nla_for_each_nested(element, rule[NFTA_RULE_EXPRESSIONS], left) {
      const auto packets = packets_of(element);
      if (!packets) continue;
      out[comment] += *packets - start;
      reset |= *packets < start;
    }
  };
  NetlinkSocket(NETLINK_NETFILTER).dump(message.get(), "read counters of nftables", add);
  if (reset) throw Error("others have reset its counters of nftables");
  return out;
}

}  // namespace seawind
