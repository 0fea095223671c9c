"""Measures programs on a pseudo-terminal, one after another in each round. Called by terminal.sh."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

COLUMNS, ROWS = 120, 40
KEYS = 60
HELD = 500
SEQUENCE = re.compile(rb"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]")


class Program:
    def __init__(self, command):
        self.begun = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.environ.update(TERM="xterm-256color")
            os.execv(command[0], command)
        self.shown, self.last = b"", self.begun

    def read(self, timeout):
        """Reads what comes within so many seconds. None if nothing comes, else when it came."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return None
        try:
            self.shown += os.read(self.terminal, 1 << 20)
        except OSError:
            return None
        self.last = time.perf_counter()
        return self.last

    def until(self, pattern, timeout=10):
        """Milliseconds from the start until this is on screen."""
        end = time.perf_counter() + timeout
        while not re.search(pattern, SEQUENCE.sub(b" ", self.shown)):
            if time.perf_counter() > end:
                raise SystemExit(f"{pattern!r} did not appear:\n{self.shown!r}")
            self.read(0.5)
        return (self.last - self.begun) * 1000

    def quiet(self, pause):
        """When the last output came before a pause of so many seconds; None if there was none."""
        last = None
        while (at := self.read(pause)) is not None:
            last = at
        return last

    def send(self, text):
        os.write(self.terminal, text)
        return time.perf_counter()

    def memory(self):
        """Proportional set size, MB."""
        with open(f"/proc/{self.pid}/smaps_rollup") as rollup:
            return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1000

    def wakeups(self):
        count = 0
        for task in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{task}/status") as status:
                count += sum(int(line.split()[1]) for line in status if line.startswith("voluntary"))
        return count

    def end(self, keys):
        """Milliseconds from the key to the end of the process."""
        begun = self.send(keys)
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            self.read(0.0002)
            if time.perf_counter() - begun > 5:
                os.kill(self.pid, signal.SIGKILL)
        ended = time.perf_counter()
        os.close(self.terminal)
        return (ended - begun) * 1000


def measure(command, ready, quit_keys):
    figures = {}
    program = Program(command)
    figures["first paint, ms"] = program.until(rb"\S{4}")
    figures["ready, ms"] = program.until(ready)
    program.quiet(0.6)
    times = []
    for number in range(KEYS):
        sent = program.send(b"jk"[number % 2:number % 2 + 1])
        at = program.read(1)
        times.append(((at or sent + 1) - sent) * 1000)
        program.quiet(0.03)
    figures["key to paint, ms"] = statistics.median(times)
    program.quiet(0.6)
    sent = program.send(b"j" * HELD)
    figures[f"{HELD} keys at once, ms"] = ((program.quiet(0.1) or sent) - sent) * 1000
    program.quiet(1)
    figures["memory, MB"] = program.memory()
    before = program.wakeups()
    time.sleep(2)
    figures["wakeups a second, at rest"] = (program.wakeups() - before) / 2
    figures["quit, ms"] = program.end(quit_keys)
    return figures


def main():
    program, floor, rounds = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    home = tempfile.mkdtemp()
    start = [program, "--network", "demo", "--data-dir", home]
    programs = {
        "floor": ([floor], rb"row 0", b"q"),
        "home": (start, rb"hieroscope", b"\x03"),
        "a list": ([*start, "results 0.0.5001"], rb"deposit|withdraw", b"\x03"),
    }
    found = {name: [] for name in programs}
    try:
        for _ in range(rounds):
            for name, (command, ready, quit_keys) in programs.items():
                found[name].append(measure(command, ready, quit_keys))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    medians = {name: {key: statistics.median(each[key] for each in all_of) for key in all_of[0]}
               for name, all_of in found.items()}
    print(f"{'median of ' + str(rounds):28}" + "".join(f"{name:>20}" for name in medians))
    for key, least in medians["floor"].items():
        cells = (f"{figures[key]:.2f}" + (f" ({figures[key] / least:.2f} x)" if least else "")
                 for figures in medians.values())
        print(f"{key:28}" + "".join(f"{cell:>20}" for cell in cells))


main()
