// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/certificate.h"

#include <gmock/gmock.h>

#include "tests/lab/lab_fixture.h"

namespace seawind::lab {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::string problem(const Certificate& certificate, const Authority& authority, UnixSeconds now,
                    const RevocationList& list = nullptr) {
  return certificate_problem(certificate.get(), authority.certificate.get(), list.get(), now);
}

TEST(Certificates, NameTheirHolderAndEnd) {
  const Authority lab = make_authority("office", kNow);
  EXPECT_EQ(lab_of(lab.certificate.get()), "office");
  const Key key = make_key();
  for (const Role role : {Role::kController, Role::kAgent, Role::kEmulator}) {
    const Certificate made = issue(lab, key, {role, "x_Y-9"}, kNow);
    EXPECT_EQ(identity_of(made.get()), (Identity{role, "x_Y-9"}));
    EXPECT_EQ(begin_of(made.get()), kNow - kDay);
    EXPECT_EQ(end_of(made.get()), kNow + 90 * kDay);
    EXPECT_EQ(renewal_of(made.get()), kNow - kDay + (91 * kDay) / 3 * 2);
    EXPECT_TRUE(has_key(made.get(), key));
    EXPECT_FALSE(has_key(made.get(), make_key()));
    EXPECT_EQ(problem(made, lab, kNow), "");
  }
  EXPECT_EQ(to_string(kPhone), "agent phone-1");
}

TEST(Certificates, OfAHostWithTheNameOfTheLab) {
  const Authority lab = make_authority("office", kNow);
  const Certificate made = issue(lab, make_key(), {Role::kAgent, "office"}, kNow);
  EXPECT_EQ(problem(made, lab, kNow), "");
}

TEST(Certificates, AreReadBackTheSame) {
  const Authority lab = make_authority("office", kNow);
  const Key key = make_key();
  const Certificate made = issue(lab, key, kPhone, kNow);
  EXPECT_EQ(X509_cmp(certificate_from_der(to_der(made)).get(), made.get()), 0);
  EXPECT_EQ(X509_cmp(certificate_from_pem(to_pem(made)).get(), made.get()), 0);
  EXPECT_EQ(to_pem(key_from_pem(to_pem(key))), to_pem(key));
  EXPECT_THAT([&] { certificate_from_der(to_der(made) + "x"); },
              ThrowsMessage<Error>("cannot read a certificate: more bytes follow"));
  EXPECT_THAT([] { certificate_from_der("x"); },
              ThrowsMessage<Error>(HasSubstr("cannot read a certificate: ")));
  EXPECT_THAT([] { key_from_pem("x"); }, ThrowsMessage<Error>(HasSubstr("cannot read a key")));
}

TEST(Certificates, ThatDoNotCountHaveAReason) {
  const Authority lab = make_authority("office", kNow);
  const Authority other = make_authority("office", kNow);  // a lab of the same name
  const Certificate made = issue(lab, make_key(), kPhone, kNow);
  const UnixSeconds end = kNow + 90 * kDay;
  EXPECT_EQ(problem(made, lab, end - 1), "");
  EXPECT_EQ(problem(made, lab, end + 3599), "it expired less than an hour ago");
  EXPECT_EQ(problem(made, lab, end + 3600), "it expired 1 hour ago");
  EXPECT_EQ(problem(made, lab, end + kDay - 1), "it expired 23 hours ago");
  EXPECT_EQ(problem(made, lab, end + kDay), "it expired 1 day ago");
  EXPECT_EQ(problem(made, lab, end + 3 * kDay), "it expired 3 days ago");
  EXPECT_EQ(problem(made, lab, kNow - kDay - 1), "it is not valid yet; is the clock right?");
  EXPECT_EQ(problem(made, other, kNow), "it is not of this lab");
  EXPECT_EQ(problem(other.certificate, lab, kNow), "it is not of this lab");
}

TEST(Certificates, DoNotOutliveThatOfTheLab) {
  const Authority lab = make_authority("office", kNow);
  const UnixSeconds end = kNow + kAuthorityLife;
  const Certificate made = issue(lab, make_key(), kPhone, end - kDay);
  EXPECT_EQ(problem(made, lab, end - 1), "");
  EXPECT_EQ(problem(made, lab, end + 2 * kDay), "the certificate of its lab expired 2 days ago");
}

TEST(Certificates, CountOnAHostWhoseClockIsAnHourOff) {
  const Authority lab = make_authority("office", kNow);
  const Certificate made = issue(lab, make_key(), kPhone, kNow);
  const RevocationList list = list_revoked(lab, {}, kNow);
  for (const UnixSeconds off : {-3700, 3700, -14 * 3600})
    EXPECT_EQ(problem(made, lab, kNow + off, list), "") << off;
  const RevocationList of_tomorrow = list_revoked(lab, {}, kNow + kDay + 1);
  EXPECT_EQ(problem(made, lab, kNow, of_tomorrow), "it is not valid yet; is the clock right?");
}

TEST(Certificates, AreRevokedBySerialNumber) {
  const Authority lab = make_authority("office", kNow);
  const Key key = make_key();
  const Certificate made = issue(lab, key, kPhone, kNow);
  const Certificate next = issue(lab, key, kPhone, kNow);
  EXPECT_NE(serial_of(made.get()), serial_of(next.get()));
  const RevocationList none = list_revoked(lab, {}, kNow);
  const RevocationList list = revocation_list_from_pem(to_pem(list_revoked(
      lab, {serial_of(make_authority("x", kNow).certificate.get()), serial_of(made.get())}, kNow)));
  EXPECT_EQ(problem(made, lab, kNow, none), "");
  EXPECT_EQ(problem(made, lab, kNow, list), "it has been revoked");
  EXPECT_EQ(problem(next, lab, kNow, list), "");
  // A list that another lab has signed revokes nothing and admits nobody.
  const RevocationList forged = list_revoked(make_authority("office", kNow), {}, kNow);
  EXPECT_NE(problem(made, lab, kNow, forged), "");
  EXPECT_THAT([&] { list_revoked(lab, {"12 34"}, kNow); },
              ThrowsMessage<Error>(HasSubstr("no serial number")));
}

TEST(Certificates, OfAMemberSignNobody) {
  const Authority lab = make_authority("office", kNow);
  Authority member;
  member.key = make_key();
  member.certificate = issue(lab, member.key, kPhone, kNow);
  const Certificate made = issue(member, make_key(), {Role::kController, "me"}, kNow);
  EXPECT_NE(problem(made, lab, kNow), "");
  EXPECT_NE(problem(made, member, kNow), "");
}

TEST(Requests, ProveTheKey) {
  const Key key = make_key();
  const std::string request = make_request(key);
  EXPECT_EQ(EVP_PKEY_eq(requested_key(request).get(), key.get()), 1);
  std::string changed = request;
  changed.back() = static_cast<char>(changed.back() ^ 1);
  EXPECT_THAT([&] { requested_key(changed); },
              ThrowsMessage<Error>("cannot read a request: its signature is wrong"));
  EXPECT_THAT([&] { requested_key(request.substr(1)); },
              ThrowsMessage<Error>(HasSubstr("cannot read a request: ")));
}

TEST(Names, AreThoseOfHosts) {
  for (const char* name : {"a", "phone-1", "A_b", "0"}) EXPECT_EQ(name_problem(name), "") << name;
  for (const std::string name : {"", "-a", "a b", "a/b", "a.b", "\xc3\xa4", "a\n"})
    EXPECT_NE(name_problem(name), "") << name;
  EXPECT_EQ(name_problem(std::string(63, 'x')), "");
  EXPECT_NE(name_problem(std::string(64, 'x')), "");
  const Authority lab = make_authority("office", kNow);
  EXPECT_THAT(
      [&] {
        issue(lab, make_key(), {Role::kAgent, "a,URI:x"}, kNow);
      },
      ThrowsMessage<Error>(HasSubstr("cannot name a host `a,URI:x`")));
  EXPECT_THAT([] { make_authority("a b", kNow); },
              ThrowsMessage<Error>(HasSubstr("cannot make the lab `a b`")));
}

}  // namespace
}  // namespace seawind::lab
