#include "tests/system/agent/variant_file.h"

#include <yaml-cpp/yaml.h>

#include "common/error.h"

namespace seawind::test {
namespace {

std::int64_t milliseconds(const YAML::Node& node) {
  const auto text = node.as<std::string>();
  const std::size_t unit = text.find("ms");
  if (unit == std::string::npos) throw Error("cannot read the duration " + text);
  return std::stoll(text.substr(0, unit)) * 1'000'000;
}

}  // namespace

TcpVariant read_variant(const std::string& name) {
  const YAML::Node file = YAML::LoadFile(SEAWIND_SOURCE_DIR "/configs/tcp/" + name + ".yaml");
  TcpVariant out;
  if (file["extends"]) out = read_variant(file["extends"].as<std::string>());
  out.set_name(name);
  for (const auto& entry : file["sysctl"]) {
    (*out.mutable_sysctl())[entry.first.as<std::string>()] = entry.second.as<std::string>();
  }
  for (const auto& entry : file["route"]) {
    const auto key = entry.first.as<std::string>();
    auto* route = out.mutable_route();
    if (key == "congctl") {
      route->set_congctl(entry.second.as<std::string>());
    } else {
      const auto* field = route->GetDescriptor()->FindFieldByName(key);
      if (field == nullptr) throw Error("cannot read " + name + ": unknown key route." + key);
      const bool duration = key.starts_with("rt");
      route->GetReflection()->SetInt64(
          route, field, duration ? milliseconds(entry.second) : entry.second.as<std::int64_t>());
    }
  }
  if (file["clear_metrics"]) out.set_clear_metrics(file["clear_metrics"].as<bool>());
  return out;
}

}  // namespace seawind::test
