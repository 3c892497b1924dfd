// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "controller/results/gnuplot.h"
#include "controller/results/report_css.h"

namespace seawind {
namespace {

std::string e(const std::string& text) {
  return escape_html(text);
}

std::string verdict_html(const ReportModel& model) {
  const char* classes[] = {"complete", "unfinished", "failures"};
  std::string out = fmt::format("<section class=\"verdict {}\">\n<strong>{}</strong>\n",
                                classes[static_cast<int>(model.outcome())], e(model.verdict()));
  for (const auto& sentence : model.timing_sentences()) out += "<p>" + e(sentence) + "</p>\n";
  return out + "</section>\n";
}

std::string statistics_cell(const Statistics& s, int decimals) {
  if (s.count == 0) return "<td>&ndash;</td>";
  return fmt::format(
      "<td>{:.{}f}<span class=\"spread\">{:.{}f}&ndash;{:.{}f}</span>"
      "<span class=\"spread\">IQR {:.{}f}</span></td>",
      s.median, decimals, s.q1, decimals, s.q3, decimals, s.iqr(), decimals);
}

std::string case_table(const ReportModel& model, const std::vector<ReportMetric>& metrics,
                       bool with_repetitions) {
  std::string out = "<div class=\"scroll\"><table>\n<thead><tr><th>case</th>";
  if (with_repetitions) out += "<th>valid<span>repetitions</span></th>";
  for (const auto& metric : metrics)
    out += fmt::format("<th>{}<span>{}</span></th>", e(metric.title), metric.unit);
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& c : model.campaign.cases) {
    out += fmt::format("<tr><th>{}</th>", e(c.name));
    if (with_repetitions) out += fmt::format("<td>{} of {}</td>", c.valid, c.repetitions);
    for (const auto& metric : metrics)
      out += statistics_cell(statistics_of(c, metric), metric.decimals);
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string delta_table(const ReportModel& model) {
  if (model.deltas.empty()) return {};
  std::string out =
      "<h2>TCP variants compared</h2>\n<p class=\"muted\">Change of the median against the first "
      "TCP variant on the same link, router and workload.</p>\n"
      "<div class=\"scroll\"><table>\n<thead><tr><th>case</th><th class=\"text\">against</th>";
  for (const auto& metric : model.headline.compared)
    out += fmt::format("<th>{}<span>%</span></th>", e(metric.title));
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& delta : model.deltas) {
    out += fmt::format("<tr><th>{}</th><td class=\"text\">{}</td>", e(delta.case_name),
                       e(delta.base_tcp));
    for (const auto& percent : delta.percent)
      out += percent ? fmt::format("<td>{:+.2f}</td>", *percent) : "<td>&ndash;</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

/// "slower elapsed, median": the metric's name in words.
std::string metric_name(const PublishedValue& p) {
  std::string name = p.flow.empty() ? p.metric : p.flow + " " + p.metric;
  std::replace(name.begin(), name.end(), '_', ' ');
  std::string statistic = statistic_text(p);
  if (p.statistic == "iqr") statistic.replace(0, 3, "IQR");
  return name + ", " + statistic;
}

/// "against e0 baseline": the axes in which the other case differs.
std::string relation(const PublishedValue& p) {
  if (!p.relative_to) return {};
  std::string text = "against";
  if (p.relative_to->link != p.at.link) text += " " + p.relative_to->link;
  if (p.relative_to->router != p.at.router) text += " " + p.relative_to->router;
  if (p.relative_to->tcp != p.at.tcp) text += " " + p.relative_to->tcp;
  return text;
}

std::string comparison_row(const Comparison& c) {
  const auto& p = c.published;
  const char* classes[] = {"within", "outside", "muted"};
  const std::string unit = p.unit == "1" ? "" : "&nbsp;" + e(p.unit);
  const std::string against = relation(p);
  return fmt::format(
      "<tr><td class=\"text\">{}{}</td><td>{:.5g}{}</td><td>{:.5g}{}</td><td>{:+.1f}&nbsp;{}</td>"
      "<td>{}</td><td class=\"text {}\">{}</td><td class=\"text source\">{}</td></tr>\n",
      e(metric_name(p)), against.empty() ? "" : " <span class=\"muted\">" + e(against) + "</span>",
      p.value, unit, c.measured, unit, c.difference, p.relative_to ? "pt" : "%", p.judgement,
      classes[static_cast<int>(c.agreement)], e(agreement_text(c)), e(p.source));
}

}  // namespace

std::string comparison_table(const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return {};
  std::string out =
      "<h2>Against published values</h2>\n<p class=\"muted\">Judgement: A decided by the link, "
      "within 1&nbsp;%; B dominated by the link, within 3&nbsp;%; C direction, size within "
      "30&nbsp;%; D and E depend on the TCP implementation of the time and are shown for "
      "information.</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>metric</th>"
      "<th>published</th><th>measured</th><th>difference</th><th>judgement</th>"
      "<th class=\"text\">result</th><th class=\"text\">source</th></tr></thead>\n<tbody>\n";
  std::string last_case;
  for (const auto& c : comparisons) {
    if (c.case_name != last_case)
      out += fmt::format("<tr class=\"group\"><th colspan=\"7\">{}</th></tr>\n", e(c.case_name));
    last_case = c.case_name;
    out += comparison_row(c);
  }
  return out + "</tbody></table></div>\n";
}

namespace {

std::string complaints_table(const ReportModel& model) {
  const auto& complaints = model.campaign.complaints;
  if (complaints.empty()) return {};
  std::string out = fmt::format(
      "<h2>Attempts that do not count</h2>\n<p class=\"muted\">The newest {} of {}.</p>\n"
      "<div class=\"scroll\"><table>\n<thead><tr><th>case</th><th>repetition</th>"
      "<th class=\"text\">verdict</th><th class=\"text\">reason</th></tr></thead>\n<tbody>\n",
      complaints.size(), model.campaign.complaint_count);
  for (const auto& c : complaints)
    out += fmt::format(
        "<tr><th>{}</th><td>{}</td><td class=\"text\">{}</td><td class=\"text\">{}</td></tr>\n",
        e(c.case_name), c.number, e(c.verdict), e(c.reason));
  return out + "</tbody></table></div>\n";
}

}  // namespace

std::string figures(const std::vector<Picture>& pictures) {
  std::string out = "<div class=\"figures\">\n";
  for (const auto& picture : pictures)
    out += fmt::format("<figure><figcaption>{}</figcaption>\n{}</figure>\n", e(picture.title),
                       picture.svg);
  return out + "</div>\n";
}

namespace {

std::string provenance(const CampaignResults& c) {
  std::string out = "<h2>Provenance</h2>\n<dl>\n";
  const auto add = [&](const std::string& name, const std::string& value) {
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", e(name), e(value));
  };
  add("test set", c.test_set_file);
  add("resolved test set, SHA-256", c.resolved_sha256);
  add("seed", fmt::format("{}", c.seed));
  add("program", "Seawind " + c.program_version);
  const auto host = host_json(c.host);
  if (host.is_string()) {
    add("host", c.host);
  } else {
    for (const auto& [key, value] : host.items())
      add(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out + "</dl>\n";
}

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{} &middot; Seawind</title>\n<style>\n",
      e(title));
  out += kReportCss;
  return out + "</style>\n</head>\n<body>\n<main>\n" + body + "</main>\n</body>\n</html>\n";
}

std::string render_html(const ReportModel& model, const std::vector<Picture>& boxes,
                        const std::vector<Picture>& timeline) {
  const CampaignResults& c = model.campaign;
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{} &middot; Seawind report</title>\n<style>\n",
      e(c.name));
  out += kReportCss;
  out += fmt::format(
      "</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n<p class=\"muted\">Begun {}</p>\n",
      e(c.name), e(date_text(c.created_unix_ns)));
  out += verdict_html(model);
  if (model.valid > 0) {
    out +=
        "<h2>Whole workload</h2>\n<p class=\"muted\">Median over the valid repetitions; below it "
        "the quartiles Q1&ndash;Q3 and their distance (IQR).</p>\n";
    out += case_table(model, model.headline.workload, true);
    out += "<h2>Flows</h2>\n" + case_table(model, model.headline.flows, false);
  }
  out += delta_table(model);
  out += comparison_table(model.comparisons);
  if (!boxes.empty())
    out +=
        "<h2>Distributions</h2>\n<p class=\"muted\">Quartiles and median solid, extremes dotted; "
        "a dot for each repetition.</p>\n" +
        figures(boxes);
  if (!timeline.empty())
    out += "<h2>Course of one repetition</h2>\n" + figures(timeline);
  else if (model.valid > 0)
    out += "<p class=\"muted\">No timeline: the event log is empty or no longer there.</p>\n";
  out += complaints_table(model);
  out += provenance(c);
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace seawind
