// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `seawind`. Each function adds a subcommand (add_configs: several). When one is
// chosen, it sets `action`, which returns the exit code and may throw Error.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace seawind {

using Action = std::function<int()>;

void add_exec(CLI::App& app, Action& action);
void add_bridge(CLI::App& app, Action& action);
void add_attach(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_shard(CLI::App& app, Action& action);
void add_resume(CLI::App& app, Action& action);
void add_pause(CLI::App& app, Action& action);
void add_continue(CLI::App& app, Action& action);
void add_stop(CLI::App& app, Action& action);
void add_status(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_plot(CLI::App& app, Action& action);
void add_validate(CLI::App& app, Action& action);
void add_link(CLI::App& app, Action& action);
void add_configs(CLI::App& app, Action& action);  // profiles, routers, tcp, workloads
void add_lab(CLI::App& app, Action& action);
void add_import(CLI::App& app, Action& action);
void add_doctor(CLI::App& app, Action& action);

}  // namespace seawind
