// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/certificate.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace seawind::lab {
namespace {

using Bio = std::unique_ptr<BIO, FreedBy<BIO_free_all>>;
using BigNumber = std::unique_ptr<BIGNUM, FreedBy<BN_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, FreedBy<X509_EXTENSION_free>>;
using Names = std::unique_ptr<GENERAL_NAMES, FreedBy<GENERAL_NAMES_free>>;
using Time = std::unique_ptr<ASN1_TIME, FreedBy<ASN1_TIME_free>>;

constexpr std::array<Role, 3> kRoles{Role::kController, Role::kAgent, Role::kEmulator};
constexpr std::string_view kScheme = "seawind://";
constexpr std::size_t kLongestName = 63;
constexpr int kSerialBytes = 16;

void check(bool done, const char* tried) {
  if (!done) throw crypto_error(tried);
}

/// The text that `write` puts into a buffer.
template <typename Write>
std::string written(const char* tried, Write&& write) {
  const Bio out(BIO_new(BIO_s_mem()));
  check(out && write(out.get()) == 1, tried);
  char* data = nullptr;
  const long size = BIO_get_mem_data(out.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

/// The object that `read` finds in `pem`.
template <typename Object, typename Read>
Object read_pem(std::string_view pem, const char* tried, Read&& read) {
  const Bio in(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  check(in != nullptr, tried);
  const auto no_password = [](char*, int, int, void*) { return 0; };
  Object object(read(in.get(), nullptr, no_password, nullptr));
  check(object != nullptr, tried);
  return object;
}

/// The object that is all of `der`.
template <typename Object, typename Read>
Object read_der(std::string_view der, const char* tried, Read&& read) {
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  const auto* const begin = at;
  Object object(read(nullptr, &at, static_cast<long>(der.size())));
  check(object != nullptr, tried);
  if (static_cast<std::size_t>(at - begin) != der.size())
    throw Error(fmt::format("cannot {}: more bytes follow", tried));
  return object;
}

template <typename Object, typename Write>
std::string der_of(const Object& object, const char* tried, Write&& write) {
  unsigned char* bytes = nullptr;
  const int size = write(object.get(), &bytes);
  check(size > 0, tried);
  std::string out(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
  OPENSSL_free(bytes);
  return out;
}

void add_to_name(X509_NAME* name, const char* part, std::string_view text) {
  check(X509_NAME_add_entry_by_txt(name, part, MBSTRING_ASC,
                                   reinterpret_cast<const unsigned char*>(text.data()),
                                   static_cast<int>(text.size()), -1, 0) == 1,
        "name a certificate");
}

/// `kind` distinguishes the lab from a host of the same name.
void set_name(X509_NAME* name, std::string_view kind, std::string_view text) {
  add_to_name(name, "OU", kind);
  add_to_name(name, "CN", text);
}

void add_extension(X509* certificate, int kind, const std::string& value) {
  const Extension extension(X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str()));
  check(extension && X509_add_ext(certificate, extension.get(), -1) == 1,
        "add an extension to a certificate");
}

void set_random_serial(X509* certificate) {
  std::array<unsigned char, kSerialBytes> random{};
  check(RAND_bytes(random.data(), kSerialBytes) == 1, "draw a serial number");
  random.front() = static_cast<unsigned char>((random.front() & 0x3fU) | 0x40U);  // positive
  const BigNumber number(BN_bin2bn(random.data(), kSerialBytes, nullptr));
  check(number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr,
        "set a serial number");
}

/// A certificate without identity and signature.
Certificate begin_certificate(EVP_PKEY* holder, UnixSeconds begin, UnixSeconds end) {
  Certificate out(X509_new());
  check(out && X509_set_version(out.get(), X509_VERSION_3) == 1 &&
            X509_set_pubkey(out.get(), holder) == 1 &&
            ASN1_TIME_set(X509_getm_notBefore(out.get()), begin) != nullptr &&
            ASN1_TIME_set(X509_getm_notAfter(out.get()), end) != nullptr,
        "make a certificate");
  set_random_serial(out.get());
  return out;
}

void sign(X509* certificate, EVP_PKEY* key) {
  check(X509_sign(certificate, key, nullptr) > 0, "sign a certificate");
}

UnixSeconds seconds_of(const ASN1_TIME* time) {
  std::tm parts{};
  check(ASN1_TIME_to_tm(time, &parts) == 1, "read a certificate's time");
  return timegm(&parts);
}

std::string hexadecimal(const ASN1_INTEGER* number) {
  const BigNumber value(ASN1_INTEGER_to_BN(number, nullptr));
  check(value != nullptr, "read a serial number");
  char* const text = BN_bn2hex(value.get());
  check(text != nullptr, "read a serial number");
  std::string out = text;
  OPENSSL_free(text);
  return out;
}

}  // namespace

std::string_view to_string(Role role) {
  switch (role) {
    case Role::kController:
      return "controller";
    case Role::kAgent:
      return "agent";
    case Role::kEmulator:
      return "emulator";
  }
  return "";
}

std::string to_string(const Identity& identity) {
  return fmt::format("{} {}", to_string(identity.role), identity.name);
}

std::string name_problem(std::string_view name) {
  const bool valid = !name.empty() && name.size() <= kLongestName && name.front() != '-' &&
                     std::all_of(name.begin(), name.end(), [](char c) {
                       return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '-' || c == '_';
                     });
  return valid ? ""
               : "a name is 1 to 63 letters, digits, `-` and `_`, and does not begin with a `-`";
}

Key make_key() {
  Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  check(key != nullptr, "make a key");
  return key;
}

std::string to_pem(const Key& key) {
  return written("write a key", [&](BIO* out) {
    return PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  });
}

Key key_from_pem(std::string_view pem) {
  return read_pem<Key>(pem, "read a key", PEM_read_bio_PrivateKey);
}

std::string make_request(const Key& key) {
  const CertificateRequest request(X509_REQ_new());
  check(request && X509_REQ_set_pubkey(request.get(), key.get()) == 1 &&
            X509_REQ_sign(request.get(), key.get(), nullptr) > 0,
        "make a request");
  return der_of(request, "make a request", i2d_X509_REQ);
}

Key requested_key(std::string_view der) {
  const auto request = read_der<CertificateRequest>(der, "read a request", d2i_X509_REQ);
  Key key(X509_REQ_get_pubkey(request.get()));
  check(key != nullptr, "read a request's key");
  if (EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519)
    throw Error("cannot read a request: its key is not of Ed25519");
  if (X509_REQ_verify(request.get(), key.get()) != 1) {
    ERR_clear_error();
    throw Error("cannot read a request: its signature is wrong");
  }
  return key;
}

Authority make_authority(const std::string& lab, UnixSeconds now) {
  if (const auto problem = name_problem(lab); !problem.empty())
    throw Error(fmt::format("cannot make the lab `{}`: {}", lab, problem));
  Authority out;
  out.key = make_key();
  out.certificate = begin_certificate(out.key.get(), now - kClockDifference, now + kAuthorityLife);
  X509* const certificate = out.certificate.get();
  set_name(X509_get_subject_name(certificate), "lab", lab);
  check(X509_set_issuer_name(certificate, X509_get_subject_name(certificate)) == 1,
        "name a certificate's issuer");
  add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
  add_extension(certificate, NID_key_usage, "critical,keyCertSign,cRLSign");
  sign(certificate, out.key.get());
  return out;
}

Certificate issue(const Authority& authority, const Key& public_key, const Identity& identity,
                  UnixSeconds now) {
  if (const auto problem = name_problem(identity.name); !problem.empty())
    throw Error(fmt::format("cannot name a host `{}`: {}", identity.name, problem));
  Certificate out =
      begin_certificate(public_key.get(), now - kClockDifference, now + kCertificateLife);
  set_name(X509_get_subject_name(out.get()), to_string(identity.role), identity.name);
  check(X509_set_issuer_name(out.get(), X509_get_subject_name(authority.certificate.get())) == 1,
        "name a certificate's issuer");
  add_extension(out.get(), NID_basic_constraints, "critical,CA:FALSE");
  add_extension(out.get(), NID_key_usage, "critical,digitalSignature");
  add_extension(out.get(), NID_ext_key_usage, "serverAuth,clientAuth");
  add_extension(out.get(), NID_subject_alt_name,
                fmt::format("URI:{}{}/{}", kScheme, to_string(identity.role), identity.name));
  sign(out.get(), authority.key.get());
  return out;
}

RevocationList list_revoked(const Authority& authority, const std::vector<std::string>& serials,
                            UnixSeconds now) {
  RevocationList out(X509_CRL_new());
  const Time begin(ASN1_TIME_set(nullptr, now - kClockDifference));
  const Time end(ASN1_TIME_set(nullptr, now + kAuthorityLife));
  check(out && begin && end && X509_CRL_set_version(out.get(), X509_CRL_VERSION_2) == 1 &&
            X509_CRL_set_issuer_name(out.get(),
                                     X509_get_subject_name(authority.certificate.get())) == 1 &&
            X509_CRL_set1_lastUpdate(out.get(), begin.get()) == 1 &&
            X509_CRL_set1_nextUpdate(out.get(), end.get()) == 1,
        "make a revocation list");
  for (const auto& serial : serials) {
    BIGNUM* parsed = nullptr;
    const int digits = BN_hex2bn(&parsed, serial.c_str());
    const BigNumber number(parsed);
    if (digits <= 0 || static_cast<std::size_t>(digits) != serial.size())
      throw Error(fmt::format("cannot revoke the certificate `{}`: no serial number", serial));
    const std::unique_ptr<ASN1_INTEGER, FreedBy<ASN1_INTEGER_free>> value(
        BN_to_ASN1_INTEGER(number.get(), nullptr));
    std::unique_ptr<X509_REVOKED, FreedBy<X509_REVOKED_free>> entry(X509_REVOKED_new());
    check(value && entry && X509_REVOKED_set_serialNumber(entry.get(), value.get()) == 1 &&
              X509_REVOKED_set_revocationDate(entry.get(), begin.get()) == 1 &&
              X509_CRL_add0_revoked(out.get(), entry.get()) == 1,
          "revoke a certificate");
    (void)entry.release();  // the list owns it
  }
  check(X509_CRL_sort(out.get()) == 1 && X509_CRL_sign(out.get(), authority.key.get(), nullptr) > 0,
        "sign a revocation list");
  return out;
}

std::string to_der(const Certificate& certificate) {
  return der_of(certificate, "write a certificate", i2d_X509);
}

Certificate certificate_from_der(std::string_view der) {
  return read_der<Certificate>(der, "read a certificate", d2i_X509);
}

std::string to_pem(const Certificate& certificate) {
  return written("write a certificate",
                 [&](BIO* out) { return PEM_write_bio_X509(out, certificate.get()); });
}

Certificate certificate_from_pem(std::string_view pem) {
  return read_pem<Certificate>(pem, "read a certificate", PEM_read_bio_X509);
}

std::string to_pem(const RevocationList& list) {
  return written("write a revocation list",
                 [&](BIO* out) { return PEM_write_bio_X509_CRL(out, list.get()); });
}

RevocationList revocation_list_from_pem(std::string_view pem) {
  return read_pem<RevocationList>(pem, "read a revocation list", PEM_read_bio_X509_CRL);
}

void require_list_of(X509_CRL* list, X509* authority) {
  const bool right = X509_CRL_verify(list, X509_get0_pubkey(authority)) == 1;
  ERR_clear_error();
  if (!right) throw Error("cannot take a revocation list: it is not of this lab");
}

std::string serial_of(const X509* certificate) {
  return hexadecimal(X509_get0_serialNumber(certificate));
}

UnixSeconds begin_of(const X509* certificate) {
  return seconds_of(X509_get0_notBefore(certificate));
}

UnixSeconds end_of(const X509* certificate) {
  return seconds_of(X509_get0_notAfter(certificate));
}

UnixSeconds renewal_of(const X509* certificate) {
  const UnixSeconds begin = begin_of(certificate);
  return begin + (end_of(certificate) - begin) / 3 * 2;
}

std::string lab_of(const X509* authority) {
  std::array<char, kLongestName + 1> name{};
  const int size = X509_NAME_get_text_by_NID(X509_get_subject_name(authority), NID_commonName,
                                             name.data(), static_cast<int>(name.size()));
  const std::string out(name.data(), static_cast<std::size_t>(std::max(size, 0)));
  if (!name_problem(out).empty()) throw Error("cannot read a certificate: it names no lab");
  return out;
}

void require_own_signature(X509* authority) {
  const bool right = X509_verify(authority, X509_get0_pubkey(authority)) == 1;
  ERR_clear_error();
  if (!right) throw Error("cannot read a certificate: its signature is wrong");
}

Identity identity_of(const X509* certificate) {
  const Names names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  if (!names || sk_GENERAL_NAME_num(names.get()) != 1)
    throw Error("cannot read a certificate: it does not have one name");
  const GENERAL_NAME* const one = sk_GENERAL_NAME_value(names.get(), 0);
  if (one->type != GEN_URI) throw Error("cannot read a certificate: its name is not a URI");
  const ASN1_IA5STRING* const uri = one->d.uniformResourceIdentifier;
  std::string_view text(reinterpret_cast<const char*>(ASN1_STRING_get0_data(uri)),
                        static_cast<std::size_t>(ASN1_STRING_length(uri)));
  for (const Role role : kRoles) {
    const std::string begin = fmt::format("{}{}/", kScheme, to_string(role));
    if (!text.starts_with(begin)) continue;
    text.remove_prefix(begin.size());
    if (name_problem(text).empty()) return {role, std::string(text)};
  }
  throw Error("cannot read a certificate: its name is not seawind://ROLE/NAME");
}

Key public_key_of(const X509* certificate) {
  Key key(X509_get_pubkey(const_cast<X509*>(certificate)));
  if (!key) throw crypto_error("read the key of a certificate");
  return key;
}

bool has_key(const X509* certificate, const Key& key) {
  const bool same = EVP_PKEY_eq(X509_get0_pubkey(certificate), key.get()) == 1;
  ERR_clear_error();
  return same;
}

bool revokes_all_of(X509_CRL* list, const X509_CRL* earlier) {
  const STACK_OF(X509_REVOKED)* const all = X509_CRL_get_REVOKED(const_cast<X509_CRL*>(earlier));
  for (int i = 0; i < sk_X509_REVOKED_num(all); ++i) {
    X509_REVOKED* found = nullptr;
    if (X509_CRL_get0_by_serial(list, &found,
                                X509_REVOKED_get0_serialNumber(sk_X509_REVOKED_value(all, i))) != 1)
      return false;
  }
  return true;
}

namespace {

/// "3 days": whole days, or whole hours within the first day.
std::string expired_for(UnixSeconds age) {
  const bool days = age >= kDay;
  const UnixSeconds number = age / (days ? kDay : 3600);
  if (number == 0) return "less than an hour";
  return fmt::format("{} {}{}", number, days ? "day" : "hour", number == 1 ? "" : "s");
}

}  // namespace

std::string certificate_problem(const X509* certificate, const X509* authority,
                                const X509_CRL* list, UnixSeconds now) {
  using Store = std::unique_ptr<X509_STORE, FreedBy<X509_STORE_free>>;
  using Context = std::unique_ptr<X509_STORE_CTX, FreedBy<X509_STORE_CTX_free>>;
  const Store store(X509_STORE_new());
  check(store && X509_STORE_add_cert(store.get(), const_cast<X509*>(authority)) == 1,
        "check a certificate");
  if (list != nullptr)
    check(X509_STORE_add_crl(store.get(), const_cast<X509_CRL*>(list)) == 1 &&
              X509_STORE_set_flags(store.get(), X509_V_FLAG_CRL_CHECK) == 1,
          "check a certificate");
  const Context context(X509_STORE_CTX_new());
  check(context && X509_STORE_CTX_init(context.get(), store.get(), const_cast<X509*>(certificate),
                                       nullptr) == 1,
        "check a certificate");
  X509_STORE_CTX_set_time(context.get(), 0, now);
  if (X509_verify_cert(context.get()) == 1) return {};
  ERR_clear_error();
  const int error = X509_STORE_CTX_get_error(context.get());
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED: {
      const X509* const expired = X509_STORE_CTX_get_current_cert(context.get());
      return fmt::format("{} expired {} ago",
                         expired == certificate ? "it" : "the certificate of its lab",
                         expired_for(now - end_of(expired)));
    }
    case X509_V_ERR_CERT_NOT_YET_VALID:
    case X509_V_ERR_CRL_NOT_YET_VALID:
      return "it is not valid yet; is the clock right?";
    case X509_V_ERR_CERT_REVOKED:
      return "it has been revoked";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return "it is not of this lab";
    default:
      return X509_verify_cert_error_string(error);
  }
}

}  // namespace seawind::lab
