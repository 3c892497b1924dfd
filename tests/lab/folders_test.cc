// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of a lab and of its hosts: enrolment, renewal, revocation, and what is refused.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "lab/lab_folder.h"
#include "lab/member_folder.h"
#include "tests/lab/lab_fixture.h"
#include "tests/support/temp_tree.h"

namespace seawind::lab {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class Folders : public testing::Test {
 protected:
  std::string problem(const X509* certificate, UnixSeconds now = kNow) {
    return certificate_problem(certificate, office_.credentials(now)->authority.get(),
                               office_.revoked(now).get(), now);
  }
  MemberFolder host(const std::string& name, Role role = Role::kAgent) {
    return MemberFolder(tree_.root() / name, role);
  }

  test::TempTree tree_;
  LabFolder office_ = LabFolder::make(tree_.root(), "office", kNow);
};

std::vector<std::string> names_of(const LabFolder& lab) {
  std::vector<std::string> out;
  for (const auto& host : lab.hosts()) out.push_back(to_string(host.identity));
  return out;
}

TEST_F(Folders, AHostJoinsWithOneLineEachWay) {
  MemberFolder phone = host("state/phone");
  EXPECT_FALSE(phone.membership());
  EXPECT_THAT([&] { phone.credentials(); },
              ThrowsMessage<Error>(HasSubstr("this host is not a member of one")));
  const std::string line = phone.key_line();
  EXPECT_TRUE(EVP_PKEY_eq(requested_key(request_in(phone.key_line())).get(),
                          requested_key(request_in(line)).get()) == 1)
      << "the key stays";
  const std::string answer = office_.add(kPhone, line, kNow);
  EXPECT_EQ(phone.join(answer, kNow), kPhone);
  const auto has = phone.credentials();
  EXPECT_EQ(problem(has->certificate.get()), "");
  EXPECT_TRUE(has_key(has->certificate.get(), has->key));
  EXPECT_THAT(names_of(office_), ElementsAre("agent phone-1"));
  EXPECT_EQ(office_.hosts().front().end, kNow + 90 * kDay);
  // A line that was used does nothing.
  EXPECT_THAT(
      [&] { phone.join(answer, kNow); },
      ThrowsMessage<Error>("cannot join the lab office: this host has that certificate or a "
                           "newer one already"));
  MemberFolder thief = host("thief");
  thief.key_line();
  EXPECT_THAT([&] { thief.join(answer, kNow); },
              ThrowsMessage<Error>(HasSubstr("it is for another host")));
  EXPECT_FALSE(thief.membership());
}

TEST_F(Folders, NamesAndKeysAreOfOneHost) {
  MemberFolder phone = host("phone");
  MemberFolder other = host("other");
  office_.add(kPhone, phone.key_line(), kNow);
  EXPECT_THAT([&] { office_.add(kPhone, other.key_line(), kNow); },
              ThrowsMessage<Error>(HasSubstr("the lab office has a host of that name")));
  EXPECT_THAT(
      [&] {
        office_.add({Role::kAgent, "phone-2"}, phone.key_line(), kNow);
      },
      ThrowsMessage<Error>("cannot add phone-2: this is the line of phone-1, which the lab "
                           "office has"));
  EXPECT_THAT(
      [&] {
        office_.add({Role::kAgent, "../x"}, other.key_line(), kNow);
      },
      ThrowsMessage<Error>(HasSubstr("cannot use the name `../x`")));
  EXPECT_THAT([&] { office_.revoke("../../x"); }, ThrowsMessage<Error>(HasSubstr("cannot use")));
  EXPECT_THAT([&] { office_.revoke("nobody"); },
              ThrowsMessage<Error>(HasSubstr("the lab office has none of that name")));
  EXPECT_THAT(names_of(office_), ElementsAre("agent phone-1"));
}

TEST_F(Folders, ARevokedHostIsOutAndMayJoinAgain) {
  MemberFolder phone = host("phone");
  phone.join(office_.add(kPhone, phone.key_line(), kNow), kNow);
  const auto first = phone.credentials();
  office_.revoke("phone-1");
  EXPECT_EQ(problem(first->certificate.get()), "it has been revoked");
  EXPECT_THAT(names_of(office_), ElementsAre());
  phone.join(office_.add(kPhone, phone.key_line(), kNow + 10), kNow + 10);
  EXPECT_EQ(problem(phone.credentials()->certificate.get(), kNow + 10), "");
  office_.revoke("phone-1");
  EXPECT_EQ(problem(first->certificate.get()), "it has been revoked");
  EXPECT_EQ(problem(phone.credentials()->certificate.get(), kNow + 10), "it has been revoked");
  // The controller is opened anew with what it knew.
  const LabFolder again(office_.path());
  EXPECT_EQ(again.name(), "office");
  EXPECT_EQ(certificate_problem(first->certificate.get(), first->authority.get(),
                                again.revoked(kNow).get(), kNow),
            "it has been revoked");
}

TEST_F(Folders, CertificatesRenewThemselves) {
  MemberFolder phone = host("phone");
  phone.join(office_.add(kPhone, phone.key_line(), kNow), kNow);
  const auto first = phone.credentials();
  const UnixSeconds later = kNow + 61 * kDay;
  const auto old = office_.credentials(kNow + 59 * kDay);
  const auto renewed = office_.credentials(later);
  EXPECT_EQ(end_of(old->certificate.get()), kNow + 90 * kDay);
  EXPECT_EQ(end_of(renewed->certificate.get()), later + 90 * kDay);
  EXPECT_EQ(end_of(LabFolder(office_.path()).credentials(later)->certificate.get()),
            later + 90 * kDay);
  const Key key = key_from_pem(to_pem(phone.credentials()->key));
  phone.join(office_.renew(kPhone, key, later), later);
  EXPECT_EQ(end_of(phone.credentials()->certificate.get()), later + 90 * kDay);
  EXPECT_EQ(office_.hosts().front().end, later + 90 * kDay);
  EXPECT_THAT(
      [&] {
        office_.renew({Role::kEmulator, "phone-1"}, key, later);
      },
      ThrowsMessage<Error>(HasSubstr("the lab office has agent phone-1")));
  // A host that could not keep it gets it again.
  EXPECT_EQ(end_of(membership_in(office_.renew(kPhone, key, later + kDay)).certificate.get()),
            later + 90 * kDay);
  EXPECT_THAT([&] { office_.renew(kPhone, make_key(), later + kDay); },
              ThrowsMessage<Error>(HasSubstr("two thirds of its time have not passed")));
  EXPECT_EQ(problem(first->certificate.get(), later), "");
  office_.revoke("phone-1");
  EXPECT_EQ(problem(first->certificate.get(), later), "it has been revoked")
      << "the one before, too";
  EXPECT_EQ(problem(phone.credentials()->certificate.get(), later), "it has been revoked");
  EXPECT_THAT([&] { office_.renew(kPhone, key, later); },
              ThrowsMessage<Error>(HasSubstr("has none")));
}

TEST_F(Folders, OnlyTheOwnLabRevokesAndNeverBackwards) {
  MemberFolder phone = host("phone");
  const std::string list = to_pem(office_.revoked(kNow));
  EXPECT_THAT([&] { phone.take_revoked(list); }, ThrowsMessage<Error>(HasSubstr("not a member")));
  phone.join(office_.add(kPhone, phone.key_line(), kNow), kNow);
  phone.take_revoked(to_pem(office_.revoked(kNow + 20)));
  EXPECT_TRUE(phone.credentials()->revoked);
  phone.take_revoked(list);  // the clock of the controller was set back
  const std::string tablet = "tablet";
  MemberFolder other_host = host(tablet);
  other_host.join(office_.add({Role::kAgent, tablet}, other_host.key_line(), kNow), kNow);
  office_.revoke(tablet);
  phone.take_revoked(to_pem(office_.revoked(kNow - 5)));
  EXPECT_THAT([&] { phone.take_revoked(list); },
              ThrowsMessage<Error>(HasSubstr("lacks a certificate that has been revoked")));
  const LabFolder other = LabFolder::make(tree_.root(), "other", kNow);
  EXPECT_THAT([&] { phone.take_revoked(to_pem(other.revoked(kNow + 99))); },
              ThrowsMessage<Error>("cannot take a revocation list: it is not of this lab"));
}

TEST_F(Folders, AMemberOfALabJoinsNoOtherUntilItLeaves) {
  MemberFolder phone = host("phone");
  phone.join(office_.add(kPhone, phone.key_line(), kNow), kNow);
  LabFolder home = LabFolder::make(tree_.root(), "home", kNow);
  const std::string answer = home.add(kPhone, phone.key_line(), kNow);
  EXPECT_THAT([&] { phone.join(answer, kNow); },
              ThrowsMessage<Error>(HasSubstr("is a member of the lab office already")));
  phone.leave();
  EXPECT_THAT([&] { phone.join(answer, kNow); }, ThrowsMessage<Error>(HasSubstr("no key yet")));
  EXPECT_THAT(fs::directory_iterator(tree_.root() / "phone"), fs::directory_iterator());
}

TEST_F(Folders, WhatAKilledWriteLeavesIsIgnored) {
  MemberFolder phone = host("phone");
  fs::create_directories(office_.path() / "hosts/phone-1");
  std::ofstream(office_.path() / "hosts/phone-1/AB.crt.x.new") << "-----BEGIN";
  EXPECT_THAT(names_of(office_), ElementsAre());
  phone.join(office_.add(kPhone, phone.key_line(), kNow), kNow);
  EXPECT_THAT(names_of(office_), ElementsAre("agent phone-1"));
  office_.revoke("phone-1");
  EXPECT_EQ(problem(phone.credentials()->certificate.get()), "it has been revoked");
}

TEST_F(Folders, KeysAreForTheirOwnerAlone) {
  host("phone").key_line();
  for (const char* file : {"office/authority.key", "office/controller.key", "phone/member.key"}) {
    struct stat found {};
    ASSERT_EQ(stat((tree_.root() / file).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777U, 0600U) << file;
  }
  for (const char* folder : {"office", "phone"}) {
    struct stat found {};
    ASSERT_EQ(stat((tree_.root() / folder).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777U, 0700U) << folder;
    chmod((tree_.root() / folder).c_str(), 0750);
  }
  EXPECT_THAT([&] { LabFolder again(office_.path()); },
              ThrowsMessage<Error>(HasSubstr("other users may enter it")));
  EXPECT_THAT([&] { host("phone"); }, ThrowsMessage<Error>(HasSubstr("other users may enter it")));
  EXPECT_THAT([&] { LabFolder::make(tree_.root(), "office", kNow); },
              ThrowsMessage<Error>(HasSubstr("exists")));
}

}  // namespace
}  // namespace seawind::lab
