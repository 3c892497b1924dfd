// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/nft.h"

#include <arpa/inet.h>
#include <endian.h>
#include <fmt/format.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <netlink/attr.h>
#include <nftables/libnftables.h>
#include <sys/socket.h>

#include <array>

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

std::map<std::string, std::int64_t> nft_counters(const std::string& table) {
  const NlMessage message = netfilter_message(NFNL_SUBSYS_NFTABLES, NFT_MSG_GETOBJ, NLM_F_DUMP);
  if (nla_put_string(message.get(), NFTA_OBJ_TABLE, table.c_str()) != 0 ||
      nla_put_u32(message.get(), NFTA_OBJ_TYPE, htonl(NFT_OBJECT_COUNTER)) != 0)
    throw Error("cannot read counters of nftables: out of memory");
  std::map<std::string, std::int64_t> out;
  const auto add = [&out](nlmsghdr* header) {
    std::array<nlattr*, NFTA_OBJ_MAX + 1> object{};
    std::array<nlattr*, NFTA_COUNTER_MAX + 1> counter{};
    if (nlmsg_parse(header, sizeof(nfgenmsg), object.data(), NFTA_OBJ_MAX, nullptr) == 0 &&
        object[NFTA_OBJ_NAME] != nullptr && object[NFTA_OBJ_DATA] != nullptr &&
        nla_parse_nested(counter.data(), NFTA_COUNTER_MAX, object[NFTA_OBJ_DATA], nullptr) == 0 &&
        counter[NFTA_COUNTER_PACKETS] != nullptr)
      out[nla_get_string(object[NFTA_OBJ_NAME])] =
          static_cast<std::int64_t>(be64toh(nla_get_u64(counter[NFTA_COUNTER_PACKETS])));
  };
  NetlinkSocket(NETLINK_NETFILTER).dump(message.get(), "read counters of nftables", add);
  return out;
}

}  // namespace seawind
