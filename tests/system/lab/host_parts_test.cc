// SPDX-License-Identifier: GPL-3.0-or-later
// What a controller makes on a host, and what is left where that fails. The test's own network
// namespace is the machine; its program is the holder, too.
#include "lab/host/host_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "common/error.h"
#include "lab/host/examination.h"
#include "namespaces/holder.h"
#include "namespaces/interface.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"
#include "tests/support/temp_tree.h"

namespace seawind::lab {
namespace {

/// In the test's namespace.
void make_interfaces(const std::string& one, const std::string& other) {
  const Fd here = current_network_namespace();
  make_veth_pair({.network_namespace = here.get(), .name = one, .offloads = true},
                 {.network_namespace = here.get(), .name = other, .offloads = true});
}

class HostPartsTest : public testing::Test {
 protected:
  HostPartsTest() {
    find_programs_in(SEAWIND_BINARY_DIR "/bin");
    tree_.write("work/logs/attempt/flow.jsonl", "{}\n");
    tree_.write("sockets/readme", "");
  }
  static void find_programs_in(const std::string& folder) {
    setenv("PATH", (folder + ":/usr/sbin:/usr/bin:/sbin:/bin").c_str(), 1);
  }
  Directory work() const { return Directory(tree_.root() / "work"); }
  bool has_former_logs() const {
    return std::filesystem::exists(tree_.root() / "work/logs/attempt/flow.jsonl");
  }

  test::TempTree tree_;
};

TEST_F(HostPartsTest, AFailedStartLeavesTheLogsOfTheFormerRun) {
  find_programs_in(tree_.root());
  EXPECT_THROW(HostParts({.role = Role::kEmulator}, work(), tree_.root() / "sockets"), Error);
  EXPECT_TRUE(has_former_logs());
  find_programs_in(SEAWIND_BINARY_DIR "/bin");
  const HostParts parts({.role = Role::kEmulator}, work(), tree_.root() / "sockets");
  EXPECT_FALSE(has_former_logs());
}

TEST_F(HostPartsTest, AnEndHostHasOneWire) {
  make_interfaces("wire0", "far0");
  make_interfaces("wire1", "far1");
  HostParts parts({.interfaces = {"wire0", "wire1"}}, work(), tree_.root() / "sockets");
  MakeSlotRequest request;
  LinkEnd& end = *request.add_ends();
  end.set_interface(kFixedInterface);
  end.set_mtu(1500);
  end.set_offloads(true);
  end.set_address("10.0.0.1/24");
  end.set_wire("wire0");
  parts.make_slot(request);
  MakeSlotRequest second = request;
  second.set_slot(1);
  second.mutable_ends(0)->set_wire("wire1");
  try {
    parts.make_slot(second);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "cannot make slot 1: slot 0 has the wire of this host, which can have one");
  }
  EXPECT_EQ(parts.count_packets(0).interfaces_size(), 1);
  parts.make_slot(request);  // anew
  parts.destroy_slot(0);
  parts.make_slot(second);
}

TEST_F(HostPartsTest, AnExaminationEndsWithItsProgramNotWithTheChildrenOfThat) {
  const auto program = tree_.write("bin/seawind", "#!/bin/sh\nsleep 60 &\necho $!\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  find_programs_in(program.parent_path());
  const std::string child = examine(tree_.root(), {}, {});
  EXPECT_EQ(kill(std::stoi(child), SIGKILL), 0);
}

TEST_F(HostPartsTest, AnExaminationThatPrintsNothingSaysWhy) {
  const auto program = tree_.write("bin/seawind", "#!/bin/sh\necho no memory >&2\nexit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  find_programs_in(program.parent_path());
  try {
    examine(tree_.root(), {}, {});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("`seawind doctor`: it prints nothing: no memory"));
  }
}

}  // namespace
}  // namespace seawind::lab

int main(int argc, char** argv) {
  using namespace seawind;
  if (argc == 3 && std::strcmp(argv[1], kHolderCommand) == 0) return run_holder(std::atoi(argv[2]));
  testing::InitGoogleMock(&argc, argv);
  if (geteuid() != 0) {
    enter_user_namespace(CLONE_NEWNET);
  } else if (unshare(CLONE_NEWNET) != 0) {
    throw system_error("make a network namespace");
  }
  for (const char* which : {"all", "default"}) disable_ipv6(which);
  return RUN_ALL_TESTS();
}
