// SPDX-License-Identifier: GPL-3.0-or-later
// The two lines of an enrolment: text from another host, pasted by a user. The input is a line, or
// after `r` the bytes of a request, after `j` those of a join line.
#include <openssl/evp.h>

#include "lab/enrolment.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace seawind;
using namespace seawind::lab;

std::string line_of(const char* kind, std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                   reinterpret_cast<const unsigned char*>(bytes.data()),
                                   static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return kind + text;
}

void read_request(const std::string& line) {
  const std::string request = request_in(line);
  fuzz::hold(request_in(host_line(request)) == request, "a host's line is read back the same");
  (void)requested_key(request);
}

void read_membership(const std::string& line) {
  static const Key key = make_key();
  const Membership offered = membership_in(line);
  const Membership again = membership_in(join_line(offered));
  fuzz::hold(X509_cmp(again.certificate.get(), offered.certificate.get()) == 0,
             "a join line is read back the same");
  fuzz::hold(!join_problem(offered, key, Role::kAgent, nullptr, 1'790'000'000).empty(),
             "a line for no key of this host is refused");
}

template <typename Read>
void attempt(Read&& read) {
  try {
    read();
  } catch (const Error& error) {
    fuzz::hold(*error.what() != '\0', "a refusal says why");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  if (text.starts_with('r')) {
    attempt([&] { read_request(line_of("seawind-host-1:", text.substr(1))); });
  } else if (text.starts_with('j')) {
    attempt([&] { read_membership(line_of("seawind-join-1:", text.substr(1))); });
  } else {
    attempt([&] { read_request(text); });
    attempt([&] { read_membership(text); });
  }
  return 0;
}
