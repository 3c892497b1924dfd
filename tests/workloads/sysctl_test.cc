// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/sysctl.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

TEST(SysctlName, OnlyPlainNames) {
  for (const char* right : {"tcp_sack", "tcp_retries2", "ip_no_pmtu_disc"}) {
    EXPECT_TRUE(valid_sysctl_name(right)) << right;
  }
  for (const char* wrong : {"", "..", "../core/rmem_max", "conf/all/rp_filter", "tcp.sack", "Tcp",
                            "tcp-sack", "tcp_sack ", "tcp_s\nack"}) {
    EXPECT_FALSE(valid_sysctl_name(wrong)) << wrong;
  }
  EXPECT_FALSE(valid_sysctl_name(std::string_view("tcp\0sack", 8)));
}

TEST(SysctlValue, BlanksAreNormalised) {
  EXPECT_EQ(normalise_sysctl("4096\t87380\t174760\n"), "4096 87380 174760");
  EXPECT_EQ(normalise_sysctl("  4096  87380\t 174760 "), "4096 87380 174760");
  EXPECT_EQ(normalise_sysctl("reno"), "reno");
  EXPECT_EQ(normalise_sysctl(" \n"), "");
}

TEST(SysctlTree, ReadsWritesAndMisses) {
  const test::TempTree folder;
  folder.write("tcp_rmem", "4096\t131072\t6291456\n");
  const SysctlTree tree(folder.root());
  EXPECT_EQ(tree.read("tcp_rmem"), "4096 131072 6291456");
  EXPECT_EQ(tree.write("tcp_rmem", "1 2 3"), 0);
  EXPECT_EQ(tree.read("tcp_rmem"), "1 2 3");
  EXPECT_EQ(tree.read("tcp_missing"), std::nullopt);
  EXPECT_EQ(tree.write("tcp_missing", "1"), ENOENT);
  EXPECT_FALSE(std::filesystem::exists(folder.root() / "tcp_missing"));
}

}  // namespace
}  // namespace seawind
