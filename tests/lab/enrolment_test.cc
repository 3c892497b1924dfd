// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/enrolment.h"

#include <gmock/gmock.h>

#include "tests/lab/lab_fixture.h"

namespace seawind::lab {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

struct Enrolment : testing::Test {
  Authority lab = make_authority("office", kNow);
  Key key = make_key();

  Membership member(const Authority& of, UnixSeconds now) const {
    return {issue(of, requested_key(request_in(host_line(make_request(key)))), kPhone, now),
            same(of.certificate)};
  }
  std::string problem(const Membership& offered, const Membership* present = nullptr,
                      Role role = Role::kAgent) const {
    return join_problem(offered, key, role, present, kNow);
  }
};

TEST_F(Enrolment, TakesOneLineEachWay) {
  const std::string line = host_line(make_request(key));
  EXPECT_THAT(line, testing::StartsWith("seawind-host-1:"));
  EXPECT_LT(line.size(), 400U);
  const Membership made = member(lab, kNow);
  const std::string answer = join_line(made);
  EXPECT_LT(answer.size(), 2000U);
  const Membership got = membership_in("  " + answer + "\r\n");
  EXPECT_EQ(X509_cmp(got.certificate.get(), made.certificate.get()), 0);
  EXPECT_EQ(X509_cmp(got.authority.get(), lab.certificate.get()), 0);
  EXPECT_EQ(problem(got), "");
}

TEST_F(Enrolment, ALineThatWasChangedOrCutIsRejected) {
  const std::string line = join_line(member(lab, kNow));
  for (std::size_t cut : {std::size_t{0}, std::size_t{5}, line.size() / 2, line.size() - 1})
    EXPECT_THROW(membership_in(line.substr(0, cut)), Error) << cut;
  EXPECT_THAT([&] { membership_in(host_line(make_request(key))); },
              ThrowsMessage<Error>("cannot read the line: it does not begin with "
                                   "`seawind-join-1:`, as one that `seawind lab add` prints does"));
  EXPECT_THAT([&] { request_in(line); }, ThrowsMessage<Error>(HasSubstr("`seawind-agent key`")));
  EXPECT_THAT([&] { request_in("seawind-host-1:AB=="); },  // bits behind the last byte
              ThrowsMessage<Error>(HasSubstr("has been changed")));
  EXPECT_THAT([] { request_in("seawind-host-1:" + std::string(9000, 'A')); },
              ThrowsMessage<Error>(HasSubstr("longer than 8192 characters")));
  // Any change of a character is noticed: in the text, or by the signature.
  int accepted = 0;
  for (std::size_t i = 15; i < line.size(); i += 7) {
    std::string changed = line;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    try {
      accepted += problem(membership_in(changed)).empty() ? 1 : 0;
    } catch (const Error&) {
    }
  }
  EXPECT_EQ(accepted, 0);
}

TEST_F(Enrolment, AHostTakesOnlyItsOwnLineAndOnlyOnce) {
  const Membership first = member(lab, kNow - 100);
  const Membership second = member(lab, kNow);
  EXPECT_EQ(problem(second, &first), "") << "a renewal";
  EXPECT_EQ(problem(first, &first), "this host has that certificate or a newer one already");
  EXPECT_EQ(problem(first, &second), "this host has that certificate or a newer one already");
  const Authority other = make_authority("home", kNow);
  EXPECT_EQ(problem(member(other, kNow), &first),
            "this host is a member of the lab office already; `leave` it first");
  EXPECT_EQ(problem(first, nullptr, Role::kEmulator),
            "it makes this host the agent phone-1, but this program is of role emulator");
  Membership mixed = member(lab, kNow);
  mixed.authority = same(other.certificate);
  EXPECT_EQ(problem(mixed), "it is not of this lab");
  const Membership expired = member(lab, kNow - 92 * kDay);
  EXPECT_EQ(problem(expired), "it expired 2 days ago");
  key = make_key();
  EXPECT_THAT(problem(first), HasSubstr("it is for another host"));
}

}  // namespace
}  // namespace seawind::lab
