// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/nft.h"

#include <fmt/format.h>
#include <nftables/libnftables.h>

#include "common/error.h"

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

}  // namespace seawind
