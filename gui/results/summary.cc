// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/summary.h"

namespace seawind::gui {
namespace {

struct SummaryTexts {
  Q_DECLARE_TR_FUNCTIONS(Summary)
};

QString safe(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

/// An HTML table. Numbers are aligned right, words left; titles as the cells below them.
QString table(const QStringList& titles, const QList<QStringList>& rows) {
  const auto side = [&](qsizetype column) {
    const QString first = rows.isEmpty() ? QString() : rows.first().value(column);
    const bool number = !first.isEmpty() && QString("0123456789+-").contains(first[0]);
    return column > 0 && number ? "right" : "left";
  };
  QString out = "<table cellspacing='0' cellpadding='4' border='0'><tr>";
  for (qsizetype i = 0; i < titles.size(); ++i)
    out += QString("<th align='%1'>%2</th>").arg(side(i), titles[i].toHtmlEscaped());
  out += "</tr>";
  for (const QStringList& row : rows) {
    out += "<tr>";
    for (qsizetype i = 0; i < row.size(); ++i)
      out += QString("<td align='%1'>%2</td>").arg(side(i), row[i]);
    out += "</tr>";
  }
  return out + "</table>";
}

QString medians(const CampaignData& campaign) {
  QStringList titles{SummaryTexts::tr("Case"), SummaryTexts::tr("Valid")};
  const std::vector<ReportMetric>& shown = campaign.report.headline.compared;
  for (const ReportMetric& m : shown)
    titles << QString("%1 [%2]").arg(safe(m.title), QString::fromStdString(m.unit));
  QList<QStringList> rows;
  for (const auto& c : campaign.results().cases) {
    QStringList row{safe(c.name), SummaryTexts::tr("%1 of %2").arg(c.valid).arg(c.repetitions)};
    for (const ReportMetric& m : shown) {
      const Statistics s = statistics_of(c, m);
      row << (s.count == 0 ? QString("–") : QString::number(s.median, 'f', m.decimals));
    }
    rows << row;
  }
  return table(titles, rows);
}

QString uncounted_attempts(const CampaignResults& results) {
  if (results.uncounted_attempt_count == 0) return {};
  QList<QStringList> rows;
  for (const auto& c : results.uncounted_attempts)
    rows << QStringList{safe(c.case_name), QString::number(c.number), safe(c.verdict),
                        "<span>" + safe(c.reason) + "</span>"};
  QString title = SummaryTexts::tr("Attempts that do not count");
  if (results.uncounted_attempt_count > static_cast<int>(results.uncounted_attempts.size()))
    title += ' ' + SummaryTexts::tr("(the newest %1 of %2)")
                       .arg(results.uncounted_attempts.size())
                       .arg(results.uncounted_attempt_count);
  return "<h3>" + title + "</h3>" +
         table({SummaryTexts::tr("Case"), SummaryTexts::tr("Repetition"),
                SummaryTexts::tr("Verdict"), SummaryTexts::tr("Reason")},
               rows);
}

}  // namespace

QString summary_html(const CampaignData& campaign) {
  QString out;
  for (const QString& problem : campaign.problems)
    out += "<p><b>⚠ " + problem.toHtmlEscaped() + "</b></p>";
  if (!campaign.usable()) return out;
  const ReportModel& r = campaign.report;
  const CampaignOutcome outcome = r.outcome();
  const QString sign = outcome == CampaignOutcome::kComplete   ? "✔ "
                       : outcome == CampaignOutcome::kFailures ? "✘ "
                                                               : "… ";
  out += "<h2>" + safe(r.campaign.name) + "</h2>";
  out += "<p><big><b>" + sign + safe(r.verdict()) + "</b></big></p><p>";
  for (const auto& sentence : r.timing_sentences()) out += safe(sentence) + "<br>";
  out += "</p>";
  if (campaign.has_samples)
    out += "<h3>" + SummaryTexts::tr("Medians") + "</h3>" + medians(campaign);
  else
    out += "<p>" + SummaryTexts::tr("Reading the figures…") + "</p>";
  out += uncounted_attempts(r.campaign);
  out += "<h3>" + SummaryTexts::tr("About") + "</h3>";
  out += table({SummaryTexts::tr("What"), {}},
               {{SummaryTexts::tr("Folder"), campaign.directory.toHtmlEscaped()},
                {SummaryTexts::tr("Test set"), safe(r.campaign.test_set_file)},
                {SummaryTexts::tr("Made"), safe(date_text(r.campaign.created_unix_ns))},
                {SummaryTexts::tr("Program"), safe(r.campaign.program_version)},
                {SummaryTexts::tr("Seed"), QString::number(r.campaign.seed)}});
  return out;
}

}  // namespace seawind::gui
