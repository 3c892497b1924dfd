# SPDX-License-Identifier: GPL-3.0-or-later
"""A wireless link, emulated in real time by Seawind, in a test:

    import seawind

    with seawind.link("lte", seed=7) as link:
        server = link.fixed.popen(["python3", "-m", "http.server", "8000"])
        link.mobile.run(["curl", "-fsS", f"http://{link.fixed.address}:8000/"], check=True)
        link.change(set={"downlink.rate_base": "64kbit/s"})
        print(link.report()["downlink"]["delivered_packets"])
    assert link.valid

The programs of Seawind must be in PATH. docs/reference/python.md has the whole interface.
"""
from seawind._hosts import Host
from seawind._link import InvalidTiming, Link, LinkError, link

__all__ = ["Host", "InvalidTiming", "Link", "LinkError", "link"]
