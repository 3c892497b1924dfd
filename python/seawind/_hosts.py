# SPDX-License-Identifier: GPL-3.0-or-later
"""The two hosts of a link: network namespaces that a process of this package holds (_keeper.py)."""
import errno
import json
import os
import pathlib
import shutil
import subprocess
import sys

KEEPER = pathlib.Path(__file__).with_name("_keeper.py")
# Parameters of subprocess that would change the program which enters the namespace.
IMPOSSIBLE = {"executable": "name the program as the first word of args",
              **dict.fromkeys(("user", "group", "extra_groups"), "begin args with `setpriv --reuid ...`")}
END_PATIENCE = 30  # s; the keeper's own patience is 17 s in all


class Host:
    """One end of a link. Programs run as the calling user, with the caller's files, folder and environment; their
    network is that of the host. The variables SEAWIND_FIXED_ADDRESS and SEAWIND_MOBILE_ADDRESS are added, unless `env`
    is given. What still runs when the link ends is ended."""

    def __init__(self, pid, address, prefix, variables, require_running):
        self.pid = pid  # of a process in its network namespace, while the link runs
        self.address = address  # without the length of its prefix
        self._prefix = prefix  # words before those of a command
        self._variables = variables
        self._require_running = require_running  # throws LinkError

    def run(self, args, **options):
        """As subprocess.run()."""
        return subprocess.run(*self._command(args, options), **options)

    def popen(self, args, **options):
        """As subprocess.Popen()."""
        return subprocess.Popen(*self._command(args, options), **options)

    def _command(self, args, options):
        """Fills in `options`. Returns the arguments for subprocess."""
        self._require_running()
        for name, instead in IMPOSSIBLE.items():
            if options.get(name) is not None:
                raise TypeError(f"{name}: not possible here; {instead}")
        if options.pop("shell", False):
            words = ["/bin/sh", "-c", *([args] if isinstance(args, (str, bytes)) else args)]
        else:
            words = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
        if not words:
            raise ValueError("args is empty: name a program")
        if options.get("env") is None:
            options["env"] = {**os.environ, **self._variables}
        require_program(words[0], options)
        return [[*self._prefix, *words]]


def require_program(program, options):
    """Raises the error of subprocess for a program that is missing or must not be executed: subprocess itself looks at
    the program that enters the namespace."""
    name, start = os.fsdecode(program), os.fsdecode(options.get("cwd") or ".")
    problem = errno.ENOENT
    for folder in [""] if "/" in name else os.get_exec_path(options["env"]):
        path = os.path.join(start, folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return
        try:
            os.stat(path)
            problem = errno.EACCES
        except OSError as error:
            if "/" in name or error.errno not in (errno.ENOENT, errno.ENOTDIR):
                problem = error.errno
    raise OSError(problem, os.strerror(problem), program)


def own_program(name):
    """Its absolute path: the PATH of a command may be another one than the caller's."""
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(errno.ENOENT, "no such program in PATH", name)
    return os.path.abspath(path)


class Namespaces:
    """Two network namespaces. As an ordinary user they belong to a user namespace of their own."""

    def __init__(self, output):
        """`output`: descriptor of the read end of the output of `seawind bridge`. Throws OSError with the reason."""
        as_root = os.geteuid() == 0
        self._nsenter, self._unshare = own_program("nsenter"), own_program("unshare")
        words = [sys.executable, "-I", "-S", KEEPER, str(output)]
        if not as_root:
            words = [self._unshare, "--user", "--map-root-user", "--", *words]
        self._keeper = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        pass_fds=[output], start_new_session=True)
        line = self._keeper.stdout.readline()
        if not line:
            _, reason = self._keeper.communicate()
            raise OSError(reason.decode(errors="replace").strip() or "cannot make network namespaces")
        made = json.loads(line)
        self.fixed, self.mobile = made["fixed"], made["mobile"]
        self.environment = dict(os.environ)
        if made["runtime"]:
            self.environment["XDG_RUNTIME_DIR"] = made["runtime"]
        self._own = None if as_root else (os.geteuid(), os.getegid())

    def prefix(self, pid):
        """Words that run a command in the namespace of `pid`, with the pid of the process that is started."""
        if self._own is None:
            return [self._nsenter, f"--net=/proc/{pid}/ns/net", "--"]
        user, group = self._own
        return [self._nsenter, "--preserve-credentials", "--user", "--net", f"--target={pid}", "--",
                self._unshare, "--user", f"--map-user={user}", f"--map-group={group}", "--"]

    def close(self):
        """Ends what runs in them."""
        self._keeper.stdin.close()
        try:
            self._keeper.wait(END_PATIENCE)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        self._keeper.stdout.close()
        self._keeper.stderr.close()
