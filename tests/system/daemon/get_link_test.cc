// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration of a running link as the control interface reports it: changes from outside and
// the link's own ones.
#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>

#include "tests/system/daemon/daemon_fixture.h"

namespace seawind::test {
namespace {

using google::protobuf::util::MessageDifferencer;
using grpc::StatusCode;

HopSpec hop_at(std::int64_t rate) {
  return plain_hop(rate, Duration());
}

class GetLink : public DaemonTest {
 protected:
  grpc::Status get(LinkConfiguration& out, const std::string& name = "link") {
    grpc::ClientContext context;
    LinkRequest request;
    request.set_name(name);
    return daemon_.control().GetLink(&context, request, &out);
  }
  LinkConfiguration configuration() {
    LinkConfiguration out;
    const grpc::Status status = get(out);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return out;
  }
  grpc::Status change(const ChangeLinkRequest& request, LinkChanged& out) {
    grpc::ClientContext context;
    return daemon_.control().ChangeLink(&context, request, &out);
  }
};

TEST_F(GetLink, ReturnsTheInitialAndTheChangedConfiguration) {
  EXPECT_EQ(get(*std::make_unique<LinkConfiguration>()).error_code(), StatusCode::NOT_FOUND);
  const HopSpec first = hop_at(1'000'000);
  ASSERT_TRUE(create(create_request(first)).ok());
  const LinkConfiguration made = configuration();
  EXPECT_TRUE(MessageDifferencer::Equals(made.hop(), first));
  EXPECT_EQ(made.version(), 0U);
  EXPECT_GT(made.link_time_ns(), 0);

  const HopSpec second = hop_at(2'000'000);
  ASSERT_TRUE(DaemonTest::change(second).ok());
  HopSpec bad = second;
  bad.set_seed(9);
  ASSERT_FALSE(DaemonTest::change(bad).ok());
  const LinkConfiguration changed = configuration();
  EXPECT_TRUE(MessageDifferencer::Equals(changed.hop(), second));
  EXPECT_EQ(changed.version(), 1U);
  EXPECT_GT(changed.link_time_ns(), made.link_time_ns());
  EXPECT_EQ(report().changes(), 1U);
}

TEST_F(GetLink, FollowsTheChangesTheLinkMakesByItself) {
  CreateLinkRequest request = create_request(hop_at(1'000'000));
  constexpr std::int64_t kSoon = 300'000'000;
  constexpr std::int64_t kNever = 3'600'000'000'000;
  for (const std::int64_t at : {kSoon, kNever}) {
    TimedChangeSpec& change = *request.add_changes();
    change.set_at_ns(at);
    *change.mutable_hop() = hop_at(at == kSoon ? 2'000'000 : 3'000'000);
  }
  ASSERT_TRUE(create(request).ok());
  ASSERT_TRUE(DaemonTest::change(hop_at(5'000'000)).ok());
  // A change by hand applies until the next change of the link's own timeline, which then applies.
  LinkConfiguration now;
  while ((now = configuration()).link_time_ns() < kSoon) {
    EXPECT_EQ(now.hop().link().downlink().rate_base().fixed(), 5'000'000);
    EXPECT_EQ(now.version(), 1U);
    EXPECT_EQ(now.changes_size(), 2);
  }
  EXPECT_EQ(now.hop().link().downlink().rate_base().fixed(), 2'000'000);
  EXPECT_EQ(now.version(), 2U);
  ASSERT_EQ(now.changes_size(), 1);
  EXPECT_EQ(now.changes(0).at_ns(), kNever);
}

TEST_F(GetLink, AChangeOfWhatHasChangedMeanwhileIsRefused) {
  ASSERT_TRUE(create(create_request(hop_at(1'000'000))).ok());
  ASSERT_TRUE(DaemonTest::change(hop_at(2'000'000)).ok());
  ChangeLinkRequest request;
  request.set_name("link");
  *request.mutable_hop() = hop_at(3'000'000);
  request.set_only_if_version(0);
  LinkChanged done;
  const grpc::Status status = change(request, done);
  EXPECT_EQ(status.error_code(), StatusCode::ABORTED);
  EXPECT_EQ(status.error_message(), "the link has been changed meanwhile: its version is 1, not 0");
  EXPECT_EQ(configuration().hop().link().downlink().rate_base().fixed(), 2'000'000);
  request.set_only_if_version(1);
  EXPECT_TRUE(change(request, done).ok());
  EXPECT_EQ(configuration().hop().link().downlink().rate_base().fixed(), 3'000'000);
}

TEST_F(GetLink, AnOutageNowHoldsPacketsAndIsPartOfTheLink) {
  ASSERT_TRUE(create(create_request(hop_at(80'000'000))).ok());
  ChangeLinkRequest request;
  request.set_name("link");
  *request.mutable_hop() = hop_at(80'000'000);
  request.add_outages_now()->mutable_length()->set_fixed(200e6);
  LinkChanged done;
  ASSERT_TRUE(change(request, done).ok());
  const LinkConfiguration now = configuration();
  ASSERT_EQ(now.hop().link().outages_size(), 1);
  EXPECT_EQ(now.hop().link().outages(0).at(), done.link_time_ns());
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  fixed.send(2, 1000);
  EXPECT_TRUE(mobile.receive());
  EXPECT_GE(report().link_time_ns(), done.link_time_ns() + 200'000'000);
  EXPECT_GT(report().downlink().delay_sum_ns(), 0);
}

}  // namespace
}  // namespace seawind::test
