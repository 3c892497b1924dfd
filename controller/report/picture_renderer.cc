// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/picture_renderer.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "common/directory.h"
#include "common/error.h"
#include "controller/report/picture_program.h"
#include "controller/report/render_script.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

const std::string kMessages = "messages";

/// Removes a file that a program wrote, however it ended: half an output explains nothing, and the
/// messages are part of the error.
struct ReadOnce {
  const Directory& folder;
  const std::string& name;
  ~ReadOnce() { unlinkat(folder.fd(), name.c_str(), 0); }
  std::string text() const { return folder.read_text(name); }
};

/// Runs a program whose output is the file `output` of the folder, and returns that output.
std::string output_of(const Directory& folder, const std::vector<std::string>& arguments,
                      const std::string& output, const std::string& package) {
  const ReadOnce messages{folder, kMessages};
  const ReadOnce result{folder, output};
  const int status = run_picture_program(folder.path(), arguments, output, kMessages, package);
  const std::string said = messages.text();
  std::string out = result.text();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(fmt::format("cannot draw: {} failed: {}", arguments.front(),
                            said.empty() ? fmt::format("wait status {}", status) : said));
  return out;
}

}  // namespace

std::vector<std::optional<RenderedPicture>> render_pictures(const std::filesystem::path& folder,
                                                            const std::string& name,
                                                            const Json& request) {
  const Directory files(folder);
  files.replace("render.js", kRenderScript);
  files.replace(name + ".json",
                request.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  const Json drawn =
      Json::parse(output_of(files, {"node", "render.js", name + ".json"}, "pictures", "nodejs"));
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

void write_picture(const std::filesystem::path& folder, const std::string& svg,
                   const std::filesystem::path& output) {
  const std::string ending = output.extension().string();
  if (ending != ".svg" && ending != ".png" && ending != ".pdf")
    throw Error(
        fmt::format("cannot draw {}: its name must end in .svg, .png or .pdf", output.string()));
  const Directory target(output.parent_path());
  if (ending == ".svg") return target.replace(output.filename(), svg);
  const Directory files(folder);
  files.replace("picture.svg", svg);
  std::vector<std::string> arguments = {"rsvg-convert", "--format", ending.substr(1)};
  if (ending == ".png")
    arguments.insert(arguments.end(), {"--zoom", "2", "--background-color", "white"});
  arguments.emplace_back("picture.svg");
  const std::string converted = output_of(files, arguments, "converted", "librsvg2-bin");
  files.remove("picture.svg");
  target.replace(output.filename(), converted);
}

}  // namespace seawind
