// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/picture_renderer.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "common/directory.h"
#include "common/error.h"
#include "common/json_text.h"
#include "common/output_folder.h"
#include "controller/report/picture_program.h"
#include "controller/report/render_script.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

std::string output_of(const PictureProgram& program) {
  ProgramOutput done = run_picture_program(program);
  if (!WIFEXITED(done.status) || WEXITSTATUS(done.status) != 0)
    throw Error(fmt::format(
        "cannot draw: {} failed: {}", program.arguments.front(),
        done.messages.empty() ? fmt::format("wait status {}", done.status) : done.messages));
  return std::move(done.output);
}

}  // namespace

std::vector<std::optional<RenderedPicture>> render_pictures(const std::filesystem::path& folder,
                                                            const std::string& name,
                                                            const Json& request) {
  const Directory files(folder);
  files.replace("render.js", kRenderScript);
  const std::string data = json_text(request) + "\n";
  files.replace(name + ".json", data);
  const Json drawn = Json::parse(output_of({.arguments = {"node", "-", kPictureData},
                                            .input = kRenderScript,
                                            .data = data,
                                            .package = "nodejs"}));
  std::vector<std::optional<RenderedPicture>> out;
  for (const Json& picture : drawn) {
    if (picture.is_null()) {
      out.emplace_back();
      continue;
    }
    RenderedPicture& one = out.emplace_back(RenderedPicture{picture.at("svg"), {}}).value();
    for (const Json& p : picture.at("points"))
      one.points.push_back({p.at(0), p.at(1), p.at(2), p.at(3), p.at(4)});
  }
  return out;
}

void write_picture(const std::string& svg, const std::filesystem::path& output) {
  const std::string ending = output.extension().string();
  if (ending != ".svg" && ending != ".png" && ending != ".pdf")
    throw Error(
        fmt::format("cannot draw {}: its name must end in .svg, .png or .pdf", output.string()));
  const Directory target = open_output(output.parent_path());
  if (ending == ".svg") return target.replace(output.filename(), svg);
  std::vector<std::string> arguments = {"rsvg-convert", "--format", ending.substr(1)};
  if (ending == ".png")
    arguments.insert(arguments.end(), {"--zoom", "2", "--background-color", "white"});
  target.replace(
      output.filename(),
      output_of({.arguments = std::move(arguments), .input = svg, .package = "librsvg2-bin"}));
}

}  // namespace seawind
