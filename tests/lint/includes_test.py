#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dependencies point one way: checks every #include "..." line against the layers.

common/wire <- common <- emulator/core <- emulator/{router,link,ports} <- emulator/daemon
common <- {namespaces,lab} <- lab/host <- workloads;  {namespaces,lab} <- controller <- gui;
controller/measure <- controller/store <- controller/report <- the rest of controller.  Generated API headers are open to the controller, the
link's counters (emulator.pb.h) and the limits of routers to the window as well.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# layer -> path prefixes it may include
ALLOWED = {
    # Packet formats depend on nothing.
    "common/wire": ["common/wire/"],
    "common": ["common/"],
    "emulator/core": ["common/", "emulator/core/"],
    "emulator/router": ["common/", "emulator/core/", "emulator/router/"],
    # The hop's plain configuration is shared by router and link.
    "emulator/link": ["common/", "emulator/core/", "emulator/router/", "emulator/link/"],
    # The messages, and the rules of their fields, which are about the engine's values.
    "emulator/api": ["common/", "emulator/api/", "emulator/core/"],
    "emulator/ports": ["common/", "emulator/core/", "emulator/ports/"],
    # YAML-shaped messages to plain configuration: shared by the daemon and the offline tools.
    "emulator/spec": ["common/", "emulator/api/", "emulator/core/", "emulator/link/",
                      "emulator/router/", "emulator/spec/"],
    "emulator/offline": ["common/", "emulator/api/", "emulator/core/", "emulator/link/",
                         "emulator/router/", "emulator/spec/", "emulator/offline/"],
    "emulator/daemon": ["common/", "emulator/"],
    "namespaces": ["common/", "namespaces/"],
    "lab": ["common/", "lab/"],
    "lab/host": ["common/", "lab/", "namespaces/"],
    "workloads": ["common/", "lab/host/", "workloads/"],
    "controller": ["common/", "controller/", "emulator/api/", "emulator/spec/router_rules.h",
                   "lab/", "namespaces/", "workloads/api/"],
    "controller/measure": ["common/", "controller/measure/"],
    "controller/store": ["common/", "controller/measure/", "controller/store/", "controller/testset/"],
    "controller/report": ["common/", "controller/measure/", "controller/report/", "controller/store/",
                          "controller/testset/", "emulator/api/"],
    "gui": ["common/", "controller/", "emulator/api/emulator.pb.h", "emulator/router/limits.h", "gui/"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def layer_of(path):
    return max((l for l in ALLOWED if path.startswith(l + "/")), key=len, default=None)


def main():
    checked, wrong = dict.fromkeys(ALLOWED, 0), []
    for source in sorted(ROOT.glob("*/**/*")):
        path = source.relative_to(ROOT).as_posix()
        layer = layer_of(path)
        if layer is None or source.suffix not in (".cc", ".h"):
            continue
        checked[layer] += 1
        for included in INCLUDE.findall(source.read_text()):
            if not any(included.startswith(p) for p in ALLOWED[layer]):
                wrong.append(f'{path}: {layer} may not include "{included}"')
    wrong += [f"{layer}: no source file found, so that nothing was checked" for layer, count in checked.items() if count == 0]
    print("\n".join(wrong) or f"{sum(checked.values())} files keep their layers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
