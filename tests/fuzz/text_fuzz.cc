// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts: quantities, conditions on cases, metrics, repetitions, addresses, distributions,
// handovers, requests of HTTP, replies of ping. The first byte selects the parser.
#include <cmath>

#include "common/error.h"
#include "common/units.h"
#include "controller/report/named.h"
#include "controller/report/report.h"
#include "controller/testset/case_expression.h"
#include "emulator/offline/sides.h"
#include "tests/fuzz/fuzz.h"
#include "workloads/draw.h"
#include "workloads/http.h"
#include "workloads/ping_reply.h"
#include "workloads/tfrc.h"

namespace seawind {
namespace {

using fuzz::hold;

void quantity(fuzz::Input in) {
  const Unit unit = static_cast<Unit>(in.byte() % Unit_ARRAYSIZE);
  const std::string text = in.text();
  const Quantity read = parse_quantity(text, unit);
  hold(read.value.has_value() == read.problem.empty(), "a value, or a problem");
  if (!read.value || !std::isfinite(*read.value)) return;
  const std::string shown = format_quantity(*read.value, unit);
  const Quantity again = parse_quantity(shown, unit);
  hold(again.value && format_quantity(*again.value, unit) == shown,
       "a quantity shown is read and shown the same", text + " -> " + shown);
}

void condition(const std::string& text) {
  ExpressionError error;
  const auto expression = CaseExpression::parse(text, error);
  hold(expression || (error.position <= text.size() && !error.message.empty()),
       "a mistake stands inside its condition");
  if (expression) (void)(*expression)({{"e0", "", "baseline", "w1"}, false});
}

void http(fuzz::Input in) {
  const std::int64_t object = in.take<std::uint16_t>();
  const std::int64_t size = in.take<std::uint16_t>();
  (void)requested_object(in.text());
  try {
    const std::string request = http_request(object, size);
    hold(request.size() == static_cast<std::size_t>(size) && requested_object(request) == object,
         "a request has its size and asks for its object");
  } catch (const Error&) {
  }
  try {
    hold(http_response(size).size() == static_cast<std::size_t>(size), "a response has its size");
  } catch (const Error&) {
  }
}

void ping(fuzz::Input in) {
  const PingReplyRules rules{.carrier = static_cast<PingCarrier>(in.byte() % 3),
                             .identifier = in.take<std::uint16_t>(),
                             .payload = 16 + in.byte() % std::size_t{64},
                             .count = 5};
  const auto reply =
      ping_reply({reinterpret_cast<const char*>(in.rest().data()), in.rest().size()}, rules);
  hold(!reply || (reply->request >= 0 && reply->request < rules.count), "a reply to a request");
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  fuzz::Input in(data, size);
  const std::uint8_t which = in.byte();
  try {
    switch (which % 9) {
      case 0:
        quantity(in);
        break;
      case 1:
        condition(in.text());
        break;
      case 2:
        (void)metric_text(parse_metric(in.text()));
        break;
      case 3:
        (void)parse_repetition(in.text());
        break;
      case 4: {
        const AddressRange range = address_range(in.text());
        hold(address_range(range.text()).text() == range.text(), "a range after a round trip");
        break;
      }
      case 5: {
        const Law law = parse_law(in.text());
        hold(parse_law(law_text(law)) == law, "a distribution after a round trip", law_text(law));
        break;
      }
      case 6: {
        const TfrcHandover handover = parse_handover(in.text(), 1000);
        hold(handover.rate >= 0 && handover.rtt >= 0, "a path has a rate and a time");
        break;
      }
      case 7:
        http(in);
        break;
      default:
        ping(in);
    }
  } catch (const Error& error) {
    hold(*error.what() != '\0', "a refusal says why");
  }
  return 0;
}
