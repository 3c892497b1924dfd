# SPDX-License-Identifier: GPL-3.0-or-later
"""Program that holds the two network namespaces of a link, and removes what is in them.

usage: _keeper.py DESCRIPTOR    the read end of the output of the link's `seawind bridge`

Its own network namespace is the fixed host, that of its child the mobile host. It prints a line of JSON once both are
ready: the two pids, and a folder for XDG_RUNTIME_DIR where the caller has none. It ends when standard input is closed
or the caller has ended, however that happened, or at a signal that ends programs: first the child, which ends `seawind
bridge`; then every process in the two namespaces (SIGTERM, after two seconds SIGKILL). Further signals do not interrupt
this. The kernel removes the namespaces with the last process.
"""
import ctypes
import fcntl
import json
import os
import select
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time

CLONE_NEWNET = 0x40000000
PR_SET_PDEATHSIG = 1
SIOCSIFFLAGS = 0x8914
IFF_UP = 1
LINK_PATIENCE = 10  # s, for the end of `seawind bridge`
TERM_PATIENCE = 2  # s, between SIGTERM and SIGKILL
KILL_PATIENCE = 5  # s, from SIGKILL on: nothing ends a process that waits uninterruptibly or is another user's
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def set_up(path, value):
    """Some containers have /proc/sys to read only; the settings are then those of a new namespace."""
    try:
        with open(path, "w", encoding="ascii") as file:
            file.write(value)
        return True
    except OSError:
        return False


def enter_network_namespace():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    # As the hosts of `seawind exec`: echo requests and low ports without rights, no IPv6 over the link.
    net = "/proc/sys/net"
    set_up(f"{net}/ipv4/ping_group_range", "0 2147483647") or set_up(f"{net}/ipv4/ping_group_range", "0 0")
    set_up(f"{net}/ipv4/ip_unprivileged_port_start", "0")
    set_up(f"{net}/ipv6/conf/default/disable_ipv6", "1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", IFF_UP))
    return libc


def start_mobile_host():
    """Returns the pid of a process that is nothing but a network namespace."""
    ready, writer = os.pipe()
    keeper = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            for number in ENDING:
                signal.signal(number, signal.SIG_DFL)
            libc = enter_network_namespace()
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            os.write(writer, b"1")
            os.close(writer)
            while os.getppid() == keeper:
                signal.pause()
        finally:
            os._exit(1)
    os.close(writer)
    if not os.read(ready, 1):
        raise OSError("the second network namespace cannot be made")
    os.close(ready)
    return child


def network_of(pid):
    try:
        return os.readlink(f"/proc/{pid}/ns/net")
    except OSError:  # it has ended
        return None


def processes_in(networks):
    """Descriptors of the processes in these namespaces, by pid, without this one."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            process = os.pidfd_open(int(name))
        except OSError:
            continue
        if network_of(name) in networks:
            found[int(name)] = process
        else:
            os.close(process)
    return found


def end_all(networks):
    begun, terminated = time.monotonic(), set()
    while found := processes_in(networks):
        took = time.monotonic() - begun
        is_late = took > TERM_PATIENCE
        for pid, process in found.items():
            try:
                if is_late or pid not in terminated:
                    signal.pidfd_send_signal(process, signal.SIGKILL if is_late else signal.SIGTERM)
            except OSError:
                pass
            terminated.add(pid)
            os.close(process)
        if took > TERM_PATIENCE + KILL_PATIENCE:
            return
        time.sleep(0.01)


def wait_for_link(output):
    """Discards the counters until the end of the output, so that the bridge never blocks on a full pipe."""
    deadline = time.monotonic() + LINK_PATIENCE
    while (left := deadline - time.monotonic()) > 0 and select.select([output], [], [], left)[0]:
        if not os.read(output, 65536):
            return


def main():
    output, caller = int(sys.argv[1]), os.pidfd_open(os.getppid())
    signalled, writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in ENDING:
        signal.signal(number, lambda *_: None)
    try:
        enter_network_namespace()
        mobile = start_mobile_host()
        # Until the end: the kernel gives the number of a namespace that has ended to the next one, of anybody.
        network = os.open(f"/proc/{mobile}/ns/net", os.O_RDONLY)
    except OSError as error:
        print(f"cannot make a network namespace: {error}; see `seawind doctor`", file=sys.stderr)
        return 1
    # Not network_of(mobile): another program may have killed it by now.
    networks = {network_of(os.getpid()), f"net:[{os.fstat(network).st_ino}]"}
    runtime = None if os.environ.get("XDG_RUNTIME_DIR") else tempfile.mkdtemp(prefix="seawind-")
    try:
        print(json.dumps({"fixed": os.getpid(), "mobile": mobile, "runtime": runtime}), flush=True)
        select.select([sys.stdin, caller, signalled], [], [])
    finally:
        os.kill(mobile, signal.SIGKILL)
        os.waitpid(mobile, 0)
        wait_for_link(output)
        end_all(networks)
        if runtime:
            shutil.rmtree(runtime, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
