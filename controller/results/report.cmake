# SPDX-License-Identifier: GPL-3.0-or-later
# The style and the templates of the pages.
seawind_embed(embedded report_style.css kReportCss report_css.h)
seawind_embed(embedded pages/comparison.html kComparisonHtml comparison_html.h)
seawind_embed(embedded pages/figures.html kFiguresHtml figures_html.h)
seawind_embed(embedded pages/page.html kPageHtml page_html.h)
seawind_embed(embedded pages/paired.html kPairedHtml paired_html.h)
seawind_embed(embedded pages/published.html kPublishedHtml published_html.h)
seawind_embed(embedded pages/report.html kReportHtml report_page_html.h)
seawind_library(
  seawind_report
  compare_page.cc
  course_plots.cc
  draw.cc
  gnuplot.cc
  headline.cc
  html_template.cc
  open_store.cc
  paired.cc
  plot_data.cc
  plot_program.cc
  plots.cc
  query.cc
  read_plan.cc
  recipe.cc
  reference.cc
  repetitions.cc
  report.cc
  report_html.cc
  report_json.cc
  report_model.cc
  report_text.cc
  same_case.cc
  staging.cc
  timeline.cc
  ${embedded}
  LINK
  seawind_link_rules
  seawind_metrics
  seawind_plan_check
  seawind_store
  seawind_testset_proto
  yaml-cpp
  nlohmann_json::nlohmann_json)
target_include_directories(seawind_report PRIVATE ${PROJECT_BINARY_DIR}/generated)
