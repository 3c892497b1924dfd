# SPDX-License-Identifier: GPL-3.0-or-later
set(css_header ${PROJECT_BINARY_DIR}/generated/controller/results/report_css.h)
add_custom_command(
  OUTPUT ${css_header}
  COMMAND
    ${CMAKE_COMMAND} -DIN=${CMAKE_CURRENT_SOURCE_DIR}/report_style.css -DOUT=${css_header}
    -DNAME=kReportCss -P ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
  DEPENDS report_style.css ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
  VERBATIM)
seawind_library(
  seawind_report
  compare_page.cc
  course_plots.cc
  draw.cc
  gnuplot.cc
  headline.cc
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
  ${css_header}
  LINK
  seawind_link_rules
  seawind_metrics
  seawind_plan_check
  seawind_store
  seawind_testset_proto
  yaml-cpp
  nlohmann_json::nlohmann_json)
target_include_directories(seawind_report PRIVATE ${PROJECT_BINARY_DIR}/generated)
