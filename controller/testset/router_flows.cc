// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/router_flows.h"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "emulator/spec/router_rules.h"

namespace seawind {
namespace {

using google::protobuf::Message;

// Calls `visit` for every filter in the message, with its path.
void each_filter(Message& message, const std::string& path,
                 const std::function<void(Filter&, const std::string&)>& visit) {
  if (auto* filter = dynamic_cast<Filter*>(&message)) return visit(*filter, path);
  const auto* reflection = message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    const std::string here = path.empty() ? field->name() : path + "." + field->name();
    if (!field->is_repeated()) {
      each_filter(*reflection->MutableMessage(&message, field), here, visit);
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      each_filter(*reflection->MutableRepeatedMessage(&message, field, i),
                  fmt::format("{}[{}]", here, i), visit);
    }
  }
}

}  // namespace

void resolve_flows(Router& router, const Workload& workload, int first_port) {
  each_filter(router, "", [&](Filter& filter, const std::string&) {
    if (filter.flow_size() == 0) return;
    for (const std::string& name : filter.flow()) {
      for (int i = 0; i < workload.flows_size(); ++i) {
        if (workload.flows(i).name() == name) filter.add_port(std::to_string(first_port + i));
      }
    }
    filter.clear_flow();
    if (filter.port_size() != 0) return;
    filter.clear_protocol();
    filter.add_protocol("255");
  });
}

void check_router(const Document<Router>& router, Diagnostics& problems) {
  Router known = router.message;
  each_filter(known, "", [](Filter& filter, const std::string&) { filter.clear_flow(); });
  for (const LinkProblem& p : router_problems(known)) {
    problems.add(router.at(p.path), p.path + ": " + p.message, p.hint);
  }
}

void check_router_flows(const Document<Router>& router,
                        const std::vector<const Workload*>& workloads, Diagnostics& problems) {
  std::set<std::string> known;
  for (const Workload* workload : workloads) {
    for (const Flow& flow : workload->flows()) known.insert(flow.name());
  }
  const std::vector<std::string> names(known.begin(), known.end());
  Router copy = router.message;
  each_filter(copy, "", [&](Filter& filter, const std::string& path) {
    if (filter.flow_size() != 0 && filter.port_size() != 0) {
      problems.add(router.at(path + ".port"), "`flow` stands for ports: give it or `port`");
    }
    for (const std::string& name : filter.flow()) {
      if (known.count(name) > 0) continue;
      problems.add(router.at(path + ".flow"), fmt::format("no workload has a flow `{}`", name),
                   did_you_mean(name, names));
    }
  });
}

}  // namespace seawind
