// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/content.h"

#include <fmt/format.h>

#include "common/config/distributions.h"
#include "common/traces/delivery_trace.h"
#include "common/traces/netem_dist.h"
#include "common/traces/rate_csv.h"
#include "common/units.h"

namespace seawind::config {
namespace {

namespace fs = std::filesystem;

// One value a line with its unit, in the syntax of the parameter; `#` begins a comment.
TraceResult<std::vector<double>> parse_values(std::string_view text, const Param& rules) {
  TraceResult<std::vector<double>> out;
  int number = 0;
  while (const auto line = take_line(text)) {
    ++number;
    const std::string value(trimmed(line->substr(0, line->find('#'))));
    if (value.empty()) continue;
    const Quantity quantity = parse_quantity(value, rules.unit());
    std::string problem = quantity.problem;
    if (quantity.value) {
      problem = range_problem(*quantity.value, value, rules, rules.unit());
      if (!problem.empty()) {
        problem += fmt::format(" (allowed: {})", range_text(rules, rules.unit()));
      }
    }
    if (!problem.empty()) out.problems.push_back({number, std::move(problem)});
    if (out.problems.size() >= kMaxProblems) break;
    if (quantity.value) out.value.push_back(*quantity.value);
  }
  return out;
}

std::string text_of(const Message& message, const char* name) {
  return message.GetReflection()->GetString(message,
                                            message.GetDescriptor()->FindFieldByName(name));
}

std::string label_text(const Message& message, const char* name) {
  const auto* field = message.GetDescriptor()->FindFieldByName(name);
  return label_of(*message.GetReflection()->GetEnum(message, field));
}

RateCsvFormat csv_format(const Message& schedule) {
  RateCsvFormat format;
  if (const std::string c = text_of(schedule, "time_column"); !c.empty()) format.time = c;
  if (const std::string c = text_of(schedule, "rate_column"); !c.empty()) format.rate = c;
  format.time_unit = label_text(schedule, "time_unit");
  format.rate_unit = label_text(schedule, "rate_unit");
  return format;
}

class Reader {
 public:
  Reader(Message& out, const fs::path& file, Diagnostics& problems)
      : out_(out), reflection_(*out.GetReflection()), file_(file), problems_(problems) {}

  void netem(const std::string& text) {
    const auto* field = field_named("table");
    for (const std::int16_t entry : checked(parse_netem_dist(text))) {
      reflection_.AddInt32(&out_, field, entry);
    }
  }
  void mahimahi(const std::string& text) {
    const auto* field = field_named("at_ms");
    for (const std::int64_t at : checked(parse_delivery_trace(text))) {
      reflection_.AddInt64(&out_, field, at);
    }
  }
  void rates(const std::string& text) {
    const auto* field = field_named("steps");
    for (const RateStep& step : checked(parse_rate_csv(text, csv_format(out_)))) {
      Message& added = *reflection_.AddMessage(&out_, field);
      const Descriptor& type = *added.GetDescriptor();
      set_number(added, *type.FindFieldByName("at"), static_cast<double>(step.at.ns()));
      set_number(added, *type.FindFieldByName("rate"), static_cast<double>(step.rate));
    }
  }
  void values(const std::string& text, const FieldDescriptor& field, const Param& rules) {
    for (const double value : checked(parse_values(text, rules))) {
      reflection_.AddDouble(&out_, &field, value);
    }
  }

 private:
  const FieldDescriptor* field_named(const char* name) const {
    return out_.GetDescriptor()->FindFieldByName(name);
  }
  template <typename T>
  T checked(TraceResult<T> result) {
    for (const TraceProblem& p : result.problems) {
      problems_.add({file_.string(), p.line, p.line > 0 ? p.column : 0}, p.message);
    }
    return result.ok() ? std::move(result.value) : T{};
  }

  Message& out_;
  const google::protobuf::Reflection& reflection_;
  const fs::path& file_;
  Diagnostics& problems_;
};

// The folder that may hold the data files of `document`: the document's folder, or the parent of
// that folder if it is profiles/, testsets/ and so on.
fs::path home_of(const fs::path& document) {
  const fs::path folder = document.has_parent_path() ? document.parent_path() : fs::path(".");
  const fs::path name = fs::absolute(folder).lexically_normal().filename();
  for (const char* kind :
       {"profiles", "routers", "tcp", "workloads", "testsets", "labs", "engines"}) {
    if (name != kind) continue;
    const fs::path up = (folder / "..").lexically_normal();
    return up.has_filename() ? up : up.parent_path();
  }
  return folder;
}

// Resolves symbolic links first: a document from another author must not cause one of the user's
// files to be read and shown.
bool lies_in(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const fs::path inside =
      fs::weakly_canonical(fs::absolute(file), error)
          .lexically_relative(fs::weakly_canonical(fs::absolute(folder), error));
  return !error && !inside.empty() && *inside.begin() != "..";
}

}  // namespace

void read_content(const FieldDescriptor& field, const Param& outer, const Node& node, Message& out,
                  std::size_t& left, Diagnostics& problems) {
  const FieldDescriptor* list = written_list(*out.GetDescriptor());
  if (list != nullptr && out.GetReflection()->FieldSize(out, list) > 0) {
    problems.add(node.at, fmt::format("`{}` and `{}` exclude each other: give exactly one",
                                      list->name(), field.name()));
    return;
  }
  const fs::path file = (fs::path(node.at.file).parent_path() / node.text).lexically_normal();
  const fs::path home = home_of(node.at.file);
  if (!lies_in(file, home)) {
    problems.add(node.at, fmt::format("`{}` leads out of {}: a file that a document names lies in "
                                      "the document's folder or below",
                                      node.text, home.string()));
    return;
  }
  std::error_code error;
  if (left == 0) return;  // reported already
  if (!fs::is_regular_file(file, error)) {
    problems.add(node.at,
                 fmt::format("there is no file `{}`: looked for {}", node.text, file.string()));
    return;
  }
  const std::optional<std::string> text = read_text(file, kLargestContent, problems);
  if (!text) return;
  if (text->size() > left) {
    left = 0;  // no further file is read
    problems.add(node.at, fmt::format("the files that this document names have more than {} MiB; a "
                                      "file counts as often as it is named",
                                      kLargestContents >> 20));
    return;
  }
  left -= text->size();
  Reader reader(out, file, problems);
  const std::string& format = rules_of(field).reads();
  if (format == "netem") return reader.netem(*text);
  if (format == "mahimahi") return reader.mahimahi(*text);
  if (format == "rates") return reader.rates(*text);
  if (format == "values") return reader.values(*text, *list, outer);
  throw std::logic_error(field.full_name() + ": no such format: " + format);
}

}  // namespace seawind::config
