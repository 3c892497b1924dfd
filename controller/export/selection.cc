// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "controller/report/named.h"
#include "controller/store/query.h"
#include "controller/store/read_plan.h"
#include "emulator/api/link_rules.h"

namespace seawind {

std::string ExportItem::file_stem() const {
  std::string name;
  for (const char c : case_name) {
    if (c == '/')
      name += ',';
    else if (c == ',' || c == '%' || static_cast<unsigned char>(c) < ' ')  // no name has them
      name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      name += c;
  }
  return fmt::format("{}-{:03}", name, number);
}

std::string ExportItem::mark() const {
  if (not_valid.empty()) return "";
  std::string reason = not_valid;
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return "NOT VALID (" + reason + ")";
}

bool ExportChoice::has(const std::string& case_name, int number) const {
  const auto is = [](const auto& list, const auto& one) {
    return std::find(list.begin(), list.end(), one) != list.end();
  };
  if (is(repetitions, RepetitionRef{case_name, number})) return true;
  if (numbers.empty() && !repetitions.empty()) return false;
  return (cases.empty() || is(cases, case_name)) && (numbers.empty() || is(numbers, number));
}

std::vector<ExportItem> select(const std::filesystem::path& campaign, const ExportChoice& choice) {
  const CampaignResults results = load_overview(campaign);
  const Plan plan = read_plan(campaign);
  for (const auto& name : choice.cases) named_case(results, name);
  for (const auto& one : choice.repetitions) named_case(results, one.case_name);
  std::vector<ExportItem> out;
  const auto which = is_recording(results) ? Repetitions::kEnded : Repetitions::kDone;
  for (DoneRepetition& done : done_repetitions(campaign, which)) {
    const auto& c = results.cases.at(static_cast<std::size_t>(done.case_id));
    if (!choice.has(c.name, done.number)) continue;
    ExportItem item;
    item.campaign = results.name;
    item.case_name = c.name;
    if (c.id < plan.cases_size()) {
      const Case& planned = plan.cases(c.id);
      item.rates[0] = std::llround(nominal_rate(planned.link().downlink()));
      item.rates[1] = std::llround(nominal_rate(planned.link().uplink()));
      item.states = channel_states(planned);
    }
    item.number = done.number;
    item.seed = done.seed;
    item.open_log = [attempt = done.directory](EventLogReader::Progress progress) {
      return attempt.event_log(std::move(progress));
    };
    item.flows = std::move(done.flows);
    item.not_valid = std::move(done.not_valid);
    out.push_back(std::move(item));
  }
  for (const RepetitionRef& one : choice.repetitions)
    if (std::none_of(out.begin(), out.end(), [&one](const ExportItem& item) {
          return one == RepetitionRef{item.case_name, item.number};
        }))
      throw UsageError(fmt::format("cannot export repetition {} of {} from {}: it is not done",
                                   one.number, one.case_name, campaign.string()));
  for (const int number : choice.numbers)
    if (std::none_of(out.begin(), out.end(),
                     [number](const ExportItem& item) { return item.number == number; }))
      throw UsageError(
          fmt::format("cannot export repetition {} from {}: no case that was selected has it done",
                      number, campaign.string()));
  if (out.empty())
    throw Error(fmt::format("cannot export from {}: {}", campaign.string(),
                            is_recording(results)
                                ? "the recording has no result: it still runs, or was cut off"
                                : "no repetition is done"));
  return out;
}

}  // namespace seawind
